import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createCampaignRig, people, whatsappStep } from '../rig/campaign-rig.ts';

test('`why` says what keeps somebody who was skipped, and who is not left out any more', async () => {
  await using rig = await createCampaignRig();
  const [ada = ''] = people(1);
  await rig.write('members.csv', `phone,first_name,tier\n${ada},,gold\n`);
  await rig.campaign(whatsappStep);
  expect((await rig.run()).code).toBe(0);
  // The list is corrected, and what the step needs by now is rejected.
  await rig.write('members.csv', `phone,first_name,tier\n${ada},Ada,gold\n`);
  await rig.write('a.wav', readFileSync('campaigns/audio/spring.wav'));
  const upload = 'greeting: { uses: audio.upload, with: { file: a.wav } }';
  await rig.campaign(`${upload}${whatsappStep.replace('hello:', 'hello:\n  needs: greeting')}`);
  await rig.fault({ kind: 'status', status: '-22', operation: 'audio.upload', times: 1 });
  await rig.run();
  const whyNot = async () =>
    /\nhello .*\n(.*)/.exec((await rig.callsheet(['why', 'campaign.yaml', ada]).ended).stdout)?.[1];
  expect(await whyNot()).toBe('  kept for later: `greeting` was rejected');
  const toSilver = 'forEach: { audience: members, where: { tier: silver } }';
  await rig.campaign(whatsappStep.replace('forEach: members', toSilver));
  expect(await whyNot()).toMatch('will not be sent: the step’s `where` does not select them: `tier` is `gold`');
});
