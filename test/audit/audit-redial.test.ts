import { expect, test } from 'vitest';
import { createCampaignRig, people } from '../rig/campaign-rig.ts';

test('an audit does not claim to know when the service called the people of a redial', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(1));
  await rig.campaign('again: { uses: voice.redial, with: { taskId: 1001, source: 3, lan: EN, text: "Good day." } }');
  const audit = async (): Promise<string> => (await rig.callsheet(['audit', 'campaign.yaml']).ended).stdout;
  const words = 'Of `again` the request is judged: the service calls people by itself, within `allowSendTime`';
  const redials = async (): Promise<unknown> =>
    JSON.parse((await rig.callsheet(['audit', 'campaign.yaml', '--format', 'json']).ended).stdout).redials;
  expect((await rig.run()).code).toBe(0);
  expect(await audit()).toContain(words);
  expect(await redials()).toEqual(['again']);
  await rig.campaign('funds: { uses: sms.balance }');
  expect((await rig.run('--accept-edits')).code).toBe(0);
  expect(await audit()).not.toContain('allowSendTime');
  expect(await redials()).toBeUndefined();
});
