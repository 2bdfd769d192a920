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

test.each([
  ['--accept', ['2  fallback skipped: step `hello` had a different outcome for them']],
  [
    '--drop',
    [
      '1  hello given up: connection reset (ECONNRESET)',
      '2  fallback skipped: step `hello` had a different outcome for them',
      '1  thanks skipped: step `hello` had a different outcome for them',
    ],
  ],
])('after `%s` a report has no reason that is over, before the next run, too', async (decision, reasons) => {
  await using rig = await createCampaignRig();
  const [doubtful = '', reached = ''] = people(2);
  await rig.members([doubtful, reached]);
  await rig.campaign(`${steps}
thanks:
  uses: otp.send
  needs: hello
  forEach: { audience: members, onlyIf: { step: hello, outcome: accepted } }
  with: { templateId: 31 }`);
  await rig.fault({ kind: 'reset-after', operation: 'whatsapp.send', recipient: doubtful, times: 1 });
  await rig.run();
  expect((await rig.callsheet(['reconcile', 'campaign.yaml', decision, `hello[${doubtful}]`]).ended).code).toBe(0);
  const { stdout } = await rig.callsheet(['report', 'campaign.yaml']).ended;
  const said = stdout.split('\n').flatMap((line) => /^ +(\d+ {2}.*: .*)$/.exec(line)?.[1] ?? []);
  expect(said.sort()).toEqual(reasons.sort());
});
