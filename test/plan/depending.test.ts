import { expect, test } from 'vitest';
import { createCampaignRig, otpStep, people, whatsappStep } from '../rig/campaign-rig.ts';

const fallback = `
code:
  uses: otp.send
  needs: hello
  forEach: { audience: members, onlyIf: { step: hello, outcome: rejected } }
  with: { templateId: 31 }
last:
  uses: otp.send
  needs: code
  forEach: { audience: members, onlyIf: { step: code, outcome: rejected } }
  with: { templateId: 31, channel: call }`;

test('a plan counts as depending only those whose earlier result is not known yet, alone and together with others', async () => {
  await using rig = await createCampaignRig();
  const members = people(6);
  await rig.members(members);
  await rig.campaign(`${whatsappStep}${fallback}`, 'limits: { concurrency: 1 }');
  await rig.campaign(otpStep);
  await rig.replace(
    'other.yaml',
    (await rig.artefacts())['campaign.yaml']!.replace('campaign: trial', 'campaign: other'),
  );
  await rig.campaign(`${whatsappStep}${fallback}`, 'limits: { concurrency: 1 }');
  const plan = async (...args: readonly string[]) => (await rig.callsheet(['plan', ...args]).ended).stdout;
  expect(await plan('campaign.yaml')).toContain('\n6 to send of 18, 12 depend on results\n');
  const together = await plan('campaign.yaml', 'other.yaml');
  expect(together).toContain('\n12 to send of 24, 12 depend on results\n');
  expect(together).toMatch(/\n {2}trial +1 +6 +· /);
  // Two are accepted and one is rejected; at the fourth the run stops.
  await rig.fault({ kind: 'status', status: '-69', recipient: members[2] });
  await rig.fault({ kind: 'status', status: '-1', recipient: members[3] });
  expect((await rig.run()).code).toBe(4);
  const later = await plan('campaign.yaml');
  expect(later).toContain('\n4 to send of 18, 3 done, 4 skipped, 7 depend on results\n');
  expect(later).toContain('2 skipped: step `hello` had a different outcome for them');
  expect(later).toContain('3 only as needed: it depends on the result of step `hello`');
  const why = async (key: string) => (await rig.callsheet(['why', 'campaign.yaml', key]).ended).stdout;
  expect(await why(members[5]!)).toMatch(/\ncode {2}.*\n {2}only if `hello` is rejected for them\n/);
  expect(await why(members[0]!)).toMatch(
    /\ncode {2}.*\n {2}will not be sent: step `hello` had a different outcome for them\n/,
  );
  await rig.noFaults();
  expect((await rig.run()).code).toBe(3);
  const ended = await plan('campaign.yaml');
  expect(ended).not.toContain('depend on results');
});

test('beside a running process, nobody whose result is known depends on it', async () => {
  await using rig = await createCampaignRig();
  const members = people(4);
  await rig.members(members);
  await rig.campaign(`${whatsappStep}${fallback}`, 'limits: { concurrency: 1 }');
  await rig.fault({ kind: 'hang', when: 'after', recipient: members[1] });
  const child = rig.process(['run', 'campaign.yaml', '--yes']);
  await rig.answered(2);
  const { stdout } = await rig.callsheet(['plan', 'campaign.yaml']).ended;
  expect(stdout).toContain('\n2 to send of 12, 2 done, 2 skipped, 6 depend on results\n');
  child.kill('SIGKILL');
});

test('who could not be sent to whatever the result is does not depend on it', async () => {
  await using rig = await createCampaignRig();
  const [a, b, c, d, e] = people(5) as [string, string, string, string, string];
  const wrote = new Date().toISOString();
  const rows = [
    `${a},Ada,${wrote}`,
    `${b},,${wrote}`,
    `${c},Cem,`,
    `${d},Dan,2020-01-01T00:00:00Z`,
    `${e},Eve,${wrote}`,
  ];
  await rig.write('members.csv', `phone,nick,wrote\n${rows.join('\n')}\n`);
  await rig.write('contacts.yaml', 'project: shop\n');
  const suppress = ['suppress', e, '--reason', 'stop', '--channel', 'whatsapp'];
  expect((await rig.callsheet(suppress).ended).code).toBe(0);
  const fallback = (name: string, more: string) => `
${name}:
  uses: whatsapp.send
  needs: code
  ${more}
  forEach: { audience: members, onlyIf: { step: code, outcome: rejected } }
  with: { type: text, text: { body: "Hello {{ recipient.nick }}" } }`;
  const head = 'audiences:\n  members: { file: members.csv, key: phone, lastInbound: wrote }\n';
  await rig.campaign(`${otpStep}${fallback('hello', 'delay: 0s')}${fallback('late', 'until: 2020-01-01 10:00')}`, head);
  const { stdout } = await rig.callsheet(['plan', 'campaign.yaml', '--format', 'json']).ended;
  const plan = JSON.parse(stdout) as { totals: object; steps: { id: string; jobs: { skipped: object } }[] };
  const skipped = new Map(plan.steps.map(({ id, jobs }) => [id, jobs.skipped]));
  expect(skipped.get('hello')).toEqual({
    'depends:code': 1,
    'missing:nick': 1,
    noSession: 1,
    sessionClosed: 1,
    'suppressed:stop': 1,
  });
  expect(skipped.get('late')).toMatchObject({ until: expect.any(Number) as number });
  expect(skipped.get('late')).not.toHaveProperty('depends:code');
  expect(plan.totals).toMatchObject({ jobs: 15, toSend: 5, asNeeded: 1 });
});

test('what runs on failure may be needed where a step fails that the one before it needs', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(2));
  await rig.campaign(`
funds: { uses: sms.balance }
code: { uses: otp.send, needs: funds, until: 2020-01-01 10:00, forEach: members, with: { templateId: 31 } }
alarm: { uses: sms.balance, runs: on-failure, needs: code }
`);
  const { stdout } = await rig.callsheet(['plan', 'campaign.yaml']).ended;
  expect(stdout).toMatch(/alarm +only if something fails/);
  expect(stdout).toContain('\n1 to send of 4, 2 expired, 1 depend on results\n');
});

test('a plan counts each person once, however many steps and audiences have them', async () => {
  await using rig = await createCampaignRig();
  const members = people(3);
  await rig.members(members);
  await rig.write('staff.csv', `phone\n${members[0]}\n${people(4)[3]}\n`);
  const staff = 'audiences:\n  members: { file: members.csv, key: phone }\n  staff: { file: staff.csv, key: phone }\n';
  const peopleIn = async (): Promise<unknown> => {
    const { stdout } = await rig.callsheet(['plan', 'campaign.yaml', '--format', 'json']).ended;
    const { totals } = JSON.parse(stdout) as { readonly totals: Readonly<Record<string, number>> };
    return [totals['toSend'], totals['people']];
  };
  await rig.campaign(`${whatsappStep}${otpStep}`);
  expect(await peopleIn()).toEqual([6, 3]);
  await rig.campaign(`${otpStep}${otpStep.replace('code:', 'again:').replaceAll('members', 'staff')}`, staff);
  expect(await peopleIn()).toEqual([5, 4]);
  await rig.campaign('funds: { uses: sms.balance }');
  expect(await peopleIn()).toEqual([1, 0]);
});
