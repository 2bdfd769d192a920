import { expect, test } from 'vitest';
import { createCampaignRig, otpStep, people, whatsappStep } from '../rig/campaign-rig.ts';

test('a finished run waits for no step, though the delay of one that sends nothing is not over', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(2));
  await rig.campaign(
    `${otpStep.trim()}
fallback:
  uses: whatsapp.send
  needs: code
  delay: 2h
  forEach: { audience: members, onlyIf: { step: code, outcome: rejected } }
  with: { type: text, text: { body: Hello } }
`,
  );
  const run = rig.callsheet(['run', 'campaign.yaml', '--yes', '--format', 'json']);
  await run.line(/"event":"waiting"/);
  run.kill('SIGINT');
  await run.ended;
  const status = await rig.callsheet(['status', 'campaign.yaml']).ended;
  expect(status.stdout).toMatch(/^trial, run 1: finished\n/);
  expect(status.stdout).not.toContain('Waiting');
});

test('of jobs that a person has decided, a plan says how many were given up, and `why` what holds now', async () => {
  await using rig = await createCampaignRig();
  const members = people(3);
  await rig.members(members);
  await rig.campaign(
    `${whatsappStep.trim()}
fallback:
  uses: otp.send
  needs: hello
  forEach: { audience: members, onlyIf: { step: hello, outcome: rejected } }
  with: { templateId: 31 }
`,
  );
  await rig.fault({ kind: 'status', operation: 'whatsapp.send', status: '-69', recipient: members[0] });
  await rig.fault({ kind: 'reset-after', operation: 'whatsapp.send', recipient: members[1] });
  expect((await rig.run()).code).toBe(3);
  await rig.callsheet(['reconcile', 'campaign.yaml', '--drop', `hello[${members[1]}]`]).ended;
  await rig.run();
  const printed = async (...args: readonly string[]) => (await rig.callsheet([...args, 'campaign.yaml']).ended).stdout;
  expect(await printed('plan')).toContain('3 done before, 1 of them rejected, 1 of them given up');
  const skipped = (await rig.callsheet(['why', 'campaign.yaml', '--became', 'skipped']).ended).stdout;
  expect(skipped).toContain('different outcome');
  expect(skipped).not.toContain('in doubt');
});

test('a run for some people says what is left of the others, also where a job was rejected', async () => {
  await using rig = await createCampaignRig();
  const members = people(3);
  await rig.members(members);
  await rig.campaign(otpStep);
  await rig.fault({ kind: 'status', operation: 'otp.send', status: '-22', recipient: members[0] });
  const why = '`callsheet report campaign.yaml` says why jobs were rejected, and how to send them again.\n';
  expect((await rig.run('--first', '1')).stdout).toContain(
    `${why}Finished: 1 rejected. 2 jobs are not in this run yet: \`callsheet run campaign.yaml\`\n`,
  );
  expect((await rig.callsheet(['status', 'campaign.yaml']).ended).stdout).toContain(why);
  expect((await rig.callsheet(['report', 'campaign.yaml']).ended).stdout).toContain(
    '`callsheet reconcile campaign.yaml --resend code --where job.code=-22`',
  );
});
