import { expect, test } from 'vitest';
import { createCampaignRig, otpStep, people } from '../rig/campaign-rig.ts';

test('starts from before a rate was lowered are listed with the reason why they may have been allowed', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(3));
  await rig.campaign(otpStep);
  expect((await rig.run()).code).toBe(0);
  const before = await rig.callsheet(['audit', 'campaign.yaml']).ended;
  expect([before.code, before.stdout.includes('judged by what the campaign file says now')]).toEqual([0, false]);
  await rig.campaign(otpStep, 'limits: { rate: 1/h }');
  const { code, stdout } = await rig.callsheet(['audit', 'campaign.yaml']).ended;
  expect(code).toBe(1);
  expect(stdout).toMatch(/no rate limit exceeded +\d violations?\n/);
  expect(stdout).toContain(`
All starts are judged by what the campaign file says now. A start from before an edit of its rates, hours, dates, gaps or steps may have been allowed then: compare its time with the history of the file.
`);
});
