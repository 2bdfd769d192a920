import { expect, test } from 'vitest';
import { createCampaignRig, people, whatsappStep } from '../rig/campaign-rig.ts';

const steps = `${whatsappStep}
fallback:
  uses: otp.send
  needs: hello
  forEach: { audience: members, onlyIf: { step: hello, outcome: rejected } }
  with: { templateId: 31 }`;

test('jobs behind a doubt wait for the decision about it, in everything that people read', async () => {
  await using rig = await createCampaignRig();
  const [doubtful = '', reached = ''] = people(2);
  await rig.members([doubtful, reached]);
  await rig.campaign(steps);
  await rig.fault({ kind: 'reset-after', operation: 'whatsapp.send', recipient: doubtful, times: 1 });
  await rig.run();
  const read = async (...args: string[]) => (await rig.callsheet([...args]).ended).stdout;
  const waits = 'step `hello` is in doubt for them, so they wait for the decision';
  expect(await read('report', 'campaign.yaml', '--format', 'csv')).toMatch(
    new RegExp(`fallback\\[${doubtful}\\].*undecided:hello`),
  );
  expect(await read('why', 'campaign.yaml', doubtful)).toContain(`not sent yet: ${waits}`);
  expect(await read('why', 'campaign.yaml', reached)).toContain('step `hello` had a different outcome for them');
  expect(await read('report', 'campaign.yaml', '--format', 'html')).toContain('they wait for the decision');
});
