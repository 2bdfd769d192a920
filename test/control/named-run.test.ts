import { expect, test } from 'vitest';
import { createCampaignRig, otpStep, people } from '../rig/campaign-rig.ts';
import { openControlRoom } from '../rig/control-room.ts';

test('`open --run` shows the run that it starts and pauses', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(3));
  await rig.campaign(otpStep);
  expect((await rig.run('--first', '2')).code).toBe(0);
  expect((await rig.run('--run', 'other', '--first', '1')).code).toBe(0);
  const room = await openControlRoom(rig, ['campaign.yaml', '--run', 'other']);
  const view = await room.follow('/api/overview?file=campaign.yaml', (one) => !(one as { planning: boolean }).planning);
  expect(view).toMatchObject({ run: 'other', counts: { accepted: 1, pending: 2 } });
});
