import { expect, test } from 'vitest';
import { createCampaignRig, otpStep, people, whatsappStep } from '../rig/campaign-rig.ts';

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

test('what was sent after an edit took out the waves of a step is not compared with them', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(3));
  const waves = 'forEach: { audience: members, waves: [1, rest] }';
  await rig.campaign(otpStep.replace('forEach: members', waves));
  const run = rig.callsheet(['run', 'campaign.yaml', '--yes']);
  await run.line(/wave 1 of 2 is over/);
  run.kill('SIGINT');
  await run.ended;
  await rig.campaign(otpStep);
  expect((await rig.run()).code).toBe(0);
  const { code, stdout } = await rig.callsheet(['audit', 'campaign.yaml', '--format', 'json']).ended;
  expect([code, (JSON.parse(stdout) as { findings: unknown }).findings]).toEqual([0, []]);
});

test('who is added to a step that had nobody to send to at first is not a finding: that step had ended', async () => {
  await using rig = await createCampaignRig();
  const [eve = '', ...others] = people(3);
  const list = (...rows: readonly string[]) => rig.write('members.csv', ['phone,guest', ...rows, ''].join('\n'));
  const isOthers = others.map((number) => `${number},no`);
  await list(...isOthers);
  const forGuests = (guest: string) => `forEach: { audience: members, where: { guest: "${guest}" } }`;
  const greet = otpStep.replace('code:', 'greet:').replace('forEach: members', forGuests('yes'));
  await rig.campaign(
    `${greet}${otpStep.replace('forEach: members', forGuests('no')).replace('code:', 'code:\n  needs: greet')}`,
  );
  expect((await rig.run()).code).toBe(0);
  await list(...isOthers, `${eve},yes`);
  expect((await rig.run()).code).toBe(0);
  expect(rig.requests()).toHaveLength(3);
  const { code, stdout } = await rig.callsheet(['audit', 'campaign.yaml', '--format', 'json']).ended;
  expect([code, (JSON.parse(stdout) as { findings: unknown }).findings]).toEqual([0, []]);
});

test('a step that left out everybody until the list was corrected is not a finding: it had ended', async () => {
  await using rig = await createCampaignRig();
  const [ada = ''] = people(1);
  await rig.write('members.csv', `phone,first_name\n${ada},\n`);
  await rig.campaign(`${whatsappStep}${otpStep.replace('code:', 'code:\n  needs: hello')}`);
  await rig.fault({ kind: 'status', status: '-22', operation: 'otp.send', times: 1 });
  await rig.run();
  await rig.write('members.csv', `phone,first_name\n${ada},Ada\n`);
  expect((await rig.run()).code).toBe(3);
  expect(rig.requests().map(({ operation }) => operation)).toEqual(['otp.send', 'whatsapp.send']);
  const { code, stdout } = await rig.callsheet(['audit', 'campaign.yaml', '--format', 'json']).ended;
  expect([code, (JSON.parse(stdout) as { findings: unknown }).findings]).toEqual([0, []]);
});

test('a step that was too late for everybody until its `until` was moved is not a finding: it had ended', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(2));
  const codes = (until: string) =>
    `${otpStep.replace('code:', `greet:\n  until: ${until}`)}${otpStep.replace('code:', 'code:\n  needs: greet')}`;
  await rig.campaign(codes('2020-01-01 18:00'));
  expect((await rig.run()).code).toBe(0);
  await rig.campaign(codes('2100-01-01 18:00'));
  expect((await rig.run()).code).toBe(0);
  expect(rig.requests()).toHaveLength(4);
  const { code, stdout } = await rig.callsheet(['audit', 'campaign.yaml', '--format', 'json']).ended;
  expect([code, (JSON.parse(stdout) as { findings: unknown }).findings]).toEqual([0, []]);
});
