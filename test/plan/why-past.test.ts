import { describe, expect, test } from 'vitest';
import { createCampaignRig, people, whatsappStep } from '../rig/campaign-rig.ts';

const [a, b, c] = people(3) as [string, string, string];

describe('callsheet why', () => {
  test('`why` still explains a person who was removed from the list, with 1', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b]);
    await rig.campaign(whatsappStep);
    expect((await rig.run()).code).toBe(0);
    await rig.members([b]);
    const why = (...more: readonly string[]) => rig.callsheet(['why', 'campaign.yaml', ...more]).ended;
    const text = await why(a);
    expect(text.code).toBe(1);
    expect(text.stdout.replace(/\w{3} \d+ \w{3} [\d:]+/g, 'THEN')).toMatch(
      /^This number is not in any audience of this campaign\.\n {2}members: 1 recipient; .*\n {4}no row has this number\n\n234…0001\n {2}times are \S+\n\nhello {2}whatsapp\.send\n {2}nothing left to do\n {2}happened: accepted, sent THEN, settled THEN, 1 attempt, status 0\n {2}cannot be shown: the recipient is no longer in the audience\n$/,
    );
    const json = await why(a, '--format', 'json');
    expect({ code: json.code, value: JSON.parse(json.stdout) as unknown }).toMatchObject({
      code: 1,
      value: { key: a, audiences: [], steps: [{ step: 'hello', happened: { state: 'accepted' } }] },
    });
    expect(JSON.parse((await why(c, '--format', 'json')).stdout)).toMatchObject({ key: c, audiences: [], steps: [] });
  });

  test('a job in doubt waits for a person, and `plan` and `why` say so', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a]);
    await rig.campaign(whatsappStep);
    await rig.fault({ kind: 'reset-after' });
    expect((await rig.run()).code).toBe(3);
    const why = await rig.callsheet(['why', 'campaign.yaml', a]).ended;
    expect(why.stdout.split('\n').slice(4, 6)).toEqual([
      'hello  whatsapp.send  campaign.yaml:8',
      '  in doubt: a person must decide (`callsheet reconcile campaign.yaml`)',
    ]);
    expect((await rig.callsheet(['plan', 'campaign.yaml']).ended).stdout.split('\n').slice(-3)).toEqual([
      '0 to send of 1, 1 in doubt',
      'Nothing left to send; a person must decide about the jobs in doubt.',
      '',
    ]);
  });
});
