import { expect, test } from 'vitest';
import { createCampaignRig, once, people, sumsOf, whatsappStep } from '../rig/campaign-rig.ts';

test('`was` gives a run its records though another run of the file has a step of the new name', async () => {
  await using rig = await createCampaignRig();
  const [members, others] = [people(6), people(2, 100)];
  const head = 'limits: { concurrency: 1 }';
  const greet = whatsappStep.replace('hello:', 'greet:');
  await rig.members(members);
  await rig.campaign(whatsappStep, head);
  await rig.fault({ kind: 'status', status: '-68', skip: 3 });
  expect((await rig.run()).code).toBe(4);
  await rig.noFaults();
  await rig.members(others);
  await rig.campaign(greet, head);
  expect((await rig.run('--run', 'other')).code).toBe(0);

  await rig.members(members);
  await rig.campaign(greet.replace('greet:', 'greet:\n  was: hello'), head);
  const ended = await rig.run();
  expect(ended.code).toBe(0);
  expect(ended.stderr).not.toContain('is gone');
  expect(ended.stdout).toContain('Done. Nothing is left to do.');
  expect(sumsOf(ended)).toEqual({ greet: '6 · · · · ·' });
  for (const command of ['status', 'report']) {
    const looked = await rig.callsheet([command, 'campaign.yaml']).ended;
    expect([command, sumsOf(looked)]).toEqual([command, { greet: '6 · · · · ·' }]);
  }
  const other = await rig.callsheet(['status', 'campaign.yaml', '--run', 'other', '--format', 'json']).ended;
  expect(JSON.parse(other.stdout)).toMatchObject({ summary: { accepted: 2 } });
  expect(rig.effects('whatsapp.send')).toEqual(once([...members, ...others]));
});
