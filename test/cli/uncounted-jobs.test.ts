import { expect, test } from 'vitest';
import { createCampaignRig, otpStep, people } from '../rig/campaign-rig.ts';

const second = 'second: { uses: otp.send, forEach: members, needs: code, with: { templateId: 31, channel: sms } }';

test('what a step did that was removed from the file is named beside the counts, and in why', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(2));
  await rig.campaign(`${otpStep}\n${second}`);
  expect((await rig.run()).code).toBe(0);
  await rig.campaign(second.replace(', needs: code', ''));
  const note = 'Not in these counts: 2 accepted in step `code`, which is no longer in the file.\n';
  expect(await rig.callsheet(['status', 'campaign.yaml']).ended).toMatchObject({
    code: 0,
    stdout: `trial, run 1: finished

          accepted  rejected  skipped  expired  in doubt  pending
  second         2         ·        ·        ·         ·        ·
${note}`,
  });
  expect(await rig.callsheet(['report', 'campaign.yaml']).ended).toMatchObject({
    code: 0,
    stdout: `trial  trial, run 1

          accepted  rejected  skipped  expired  in doubt  pending
  second         2         ·        ·        ·         ·        ·

Accepted by the service: 2. No job is in doubt, and none is left.
${note}`,
  });
  const [somebody = ''] = people(2);
  const why = await rig.callsheet(['why', 'campaign.yaml', somebody]).ended;
  expect(why.stdout).toMatch(
    /\n\ncode {2}no longer in the file\n {2}nothing left to do\n {2}happened: accepted, sent /,
  );
});

test('jobs to go that only an earlier failure would need are named apart, in the report and in the plan', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(2));
  const fallback = `
fallback:
  uses: otp.send
  needs: code
  forEach: { audience: members, onlyIf: { step: code, outcome: rejected } }
  with: { templateId: 31 }`;
  await rig.campaign(`${otpStep}\n${fallback}`);
  const text = await rig.callsheet(['report', 'campaign.yaml']).ended;
  expect(text.stdout).toContain(
    '\nAccepted by the service: 0. No job is in doubt; 4 to go, 2 of them only as needed.\n',
  );
  const page = await rig.callsheet(['report', 'campaign.yaml', '--format', 'html']).ended;
  expect(page.stdout).toContain(
    '<b>0</b> of 4 jobs accepted by the service; none in doubt; 4 to go, 2 of them only as needed.',
  );
  const plan = await rig.callsheet(['plan', 'campaign.yaml']).ended;
  expect(plan.stdout).toContain('\n2 to send of 4, 2 only as needed\n');
});
