import { expect, test } from 'vitest';
import { createCampaignRig, people, whatsappStep } from '../rig/campaign-rig.ts';
import { openControlRoom } from '../rig/control-room.ts';

test('a decision after the end that lets a step go on is work left on the pages as in status', async () => {
  await using rig = await createCampaignRig();
  const [ada = ''] = people(1);
  await rig.members([ada]);
  await rig.campaign(
    `${whatsappStep.trimEnd()}\ncode: { uses: otp.send, needs: hello, forEach: { audience: members, onlyIf: { step: hello, outcome: accepted } }, with: { templateId: 31 } }`,
  );
  await rig.fault({ kind: 'reset-after', operation: 'whatsapp.send', recipient: ada, times: 1 });
  expect(await rig.callsheet(['run', 'campaign.yaml', '--yes']).ended).toMatchObject({ code: 3 });
  const room = await openControlRoom(rig, ['campaign.yaml']);
  const now = '/api/overview?file=campaign.yaml';
  await room.follow(now, ({ state, planning }) => state === 'finished' && planning === false);
  expect(await rig.callsheet(['reconcile', 'campaign.yaml', '--accept', `hello[${ada}]`]).ended).toMatchObject({
    code: 0,
  });
  expect((await rig.callsheet(['status', 'campaign.yaml']).ended).stdout).toContain('stopped with work left');
  const seen = await room.follow(now, ({ state }) => state === 'stopped');
  expect(seen).toMatchObject({ sentence: expect.stringMatching(/^Stopped with work left, 1 to send\./) });
  const { rows } = (await room.follow('/api/campaigns', () => true)) as { rows: readonly unknown[] };
  expect(rows).toMatchObject([{ state: 'stopped', pill: { text: 'Stopped', tone: 'bad' } }]);
  // The command says so where nobody reads it.
  await rig.campaign(whatsappStep.replace('type: text', 'type: txet'));
  expect(await room.get('/api/rejected?file=campaign.yaml')).toEqual({
    refused: 'The campaign has errors: see Overview.',
  });
});
