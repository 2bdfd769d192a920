import { describe, expect, test } from 'vitest';
import { type CampaignRig, createCampaignRig, otpStep, people, whatsappStep } from '../rig/campaign-rig.ts';

const [a, b, c] = people(3) as [string, string, string];

const code = (needs: string, outcomes: string): string => `
code:
  uses: otp.send
  needs: ${needs}
  forEach: { audience: members, onlyIf: { step: ${needs}, outcome: ${outcomes} } }
  with: { templateId: 31, channel: sms }`;

async function rigWith(steps: string): Promise<CampaignRig> {
  const rig = await createCampaignRig();
  await rig.members([a, b, c]);
  await rig.campaign(steps);
  return rig;
}

const reached = (rig: CampaignRig) => [rig.effects('whatsapp.send')[a] ?? 0, rig.effects('otp.send')[a] ?? 0];

describe('a job that is kept back has no outcome that another step could ask for', () => {
  test('it is not in the approved plan: nobody gets its fallback, and later both take their turn', async () => {
    await using rig = await rigWith(`${whatsappStep}${code('hello', '[skipped, rejected]')}`);
    await rig.fault({ kind: 'reset-before', operation: 'whatsapp.send', recipient: a, times: 1 });
    await rig.fault({ kind: 'reset-after', operation: 'whatsapp.send', recipient: a, times: 1 });
    await rig.run('--only', a);
    expect((await rig.callsheet(['plan', 'campaign.yaml', '--out', 'plan.json']).ended).code).toBe(0);
    const resend = ['reconcile', 'campaign.yaml', '--resend', `hello[${a}]`, '--now'];
    expect((await rig.callsheet(resend).ended).code).toBe(0);
    const before = reached(rig);
    await rig.run('--plan', 'plan.json');
    expect(reached(rig)).toEqual(before);
    await rig.run();
    expect(reached(rig)).toEqual([before[0]! + 1, 0]);
  });

  test('it waits for a decision about an earlier step: everybody who depends on it waits, too', async () => {
    const second = `
second:
  uses: whatsapp.send
  needs: hello
  forEach: { audience: members, onlyIf: { step: hello, outcome: rejected } }
  with: { type: text, text: { body: "Again" } }`;
    await using rig = await rigWith(`${whatsappStep}${second}${code('second', 'skipped')}`);
    await rig.fault({ kind: 'reset-after', operation: 'whatsapp.send', recipient: a, times: 1 });
    await rig.run();
    expect(rig.effects('otp.send')).toEqual({ [b]: 1, [c]: 1 });
    const { stdout } = await rig.callsheet(['why', 'campaign.yaml', a]).ended;
    expect(stdout).toMatch(/\ncode {2}.*\n {2}not sent yet: step `hello` is in doubt for them/);
    await rig.fault({ kind: 'status', status: '-69', operation: 'whatsapp.send', recipient: a, times: 1 });
    await rig.callsheet(['reconcile', 'campaign.yaml', '--resend', `hello[${a}]`, '--now']).ended;
    await rig.run();
    // The second message was sent, so the code is not for them.
    expect(rig.effects('otp.send')).toEqual({ [b]: 1, [c]: 1 });
  });
});

test('whom a fallback has reached, the rejected first step does not reach as well when it is sent again', async () => {
  await using rig = await rigWith(`${whatsappStep}${code('hello', 'rejected')}`);
  await rig.fault({ kind: 'status', status: '-69', operation: 'whatsapp.send', recipient: a, times: 1 });
  await rig.fault({ kind: 'status', status: '-69', operation: 'whatsapp.send', recipient: b, times: 1 });
  await rig.fault({ kind: 'status', status: '-22', operation: 'otp.send', recipient: b, times: 1 });
  await rig.run();
  expect(rig.effects('otp.send')).toEqual({ [a]: 1 });
  expect((await rig.callsheet(['report', 'campaign.yaml']).ended).stdout).toMatch(
    /\nRejected jobs can be sent again .*\), but not to people whom a later step has reached instead\.\n/,
  );
  const resend = ['reconcile', 'campaign.yaml', '--resend', 'hello', '--where', 'job.state=rejected', '--now'];
  expect(await rig.callsheet(resend).ended).toMatchObject({ code: 0, stdout: '2 of 2 decided: 2 to be sent again.\n' });
  await rig.run();
  expect(rig.effects('whatsapp.send')).toEqual({ [b]: 1, [c]: 1 });
  const { stdout } = await rig.callsheet(['why', 'campaign.yaml', a]).ended;
  expect(stdout).toContain('step `code` has reached them instead');
});

test('a request that may have arrived is sent again under a plan that was made while it was under way', async () => {
  await using rig = await rigWith(otpStep);
  await rig.fault({ kind: 'hang', operation: 'otp.send', recipient: b, times: 1 });
  const first = rig.process(['run', 'campaign.yaml', '--yes']);
  await rig.answered(2);
  expect((await rig.callsheet(['plan', 'campaign.yaml', '--out', 'plan.json']).ended).code).toBe(0);
  first.kill('SIGKILL');
  await first.ended;
  await rig.noFaults();
  const { code: exit, stdout } = await rig.run('--plan', 'plan.json');
  expect([exit, stdout]).toEqual([0, expect.stringMatching(/\n {2}code +3 /)]);
});

test('an approved plan starts what it kept for later, when a failure opens it', async () => {
  await using rig = await rigWith(`
pause: { uses: aivoice.pause, with: { jobId: 2002 } }
warn: { uses: otp.send, needs: pause, runs: on-failure, forEach: members, with: { templateId: 31 } }
after:
  uses: otp.send
  needs: warn
  forEach: { audience: members, onlyIf: { step: warn, outcome: accepted } }
  with: { templateId: 31, channel: call }`);
  const plan = await rig.callsheet(['plan', 'campaign.yaml', '--out', 'plan.json']).ended;
  expect(plan.stdout).toContain('3 kept for later: `warn` was not needed');
  expect(plan.stdout).toContain('1 to send of 7, 6 depend on results');
  await rig.fault({ kind: 'status', status: '-38', operation: 'aivoice.pause' });
  await rig.run('--plan', 'plan.json');
  expect(rig.effects('otp.send')).toEqual({ [a]: 2, [b]: 2, [c]: 2 });
});

test('under an approved plan, somebody suppressed is left out as suppressed, as without one', async () => {
  await using rig = await rigWith(`${whatsappStep}${code('hello', 'rejected')}`);
  await rig.write('contacts.yaml', 'project: shop\n');
  expect((await rig.callsheet(['suppress', a, '--reason', 'stop']).ended).code).toBe(0);
  expect((await rig.callsheet(['plan', 'campaign.yaml', '--out', 'plan.json']).ended).code).toBe(0);
  await rig.run('--plan', 'plan.json');
  expect(reached(rig)).toEqual([0, 0]);
  const { stdout } = await rig.callsheet(['report', 'campaign.yaml']).ended;
  expect(stdout).toContain('1  hello skipped: they must not be contacted: stop\n');
});

describe('whom a fallback has reached, the first step does not reach as well', () => {
  const suppressed = async (rig: CampaignRig): Promise<void> => {
    await rig.write('contacts.yaml', 'project: shop\n');
    await rig.callsheet(['suppress', a, '--reason', 'stop', '--channel', 'whatsapp']).ended;
  };

  test('what kept the first step from them is gone in the next run', async () => {
    await using rig = await rigWith(`${whatsappStep}${code('hello', '[skipped, rejected]')}`);
    await suppressed(rig);
    await rig.run();
    expect(reached(rig)).toEqual([0, 1]);
    await rig.callsheet(['suppress', '--remove', a, '--channel', 'whatsapp']).ended;
    const { stdout } = await rig.callsheet(['plan', 'campaign.yaml']).ended;
    expect(stdout).toContain('1 skipped: step `code` has reached them instead');
    await rig.run();
    expect(reached(rig)).toEqual([0, 1]);
  });

  test('and a second fallback, which was not sent before, still is', async () => {
    const fallback = code('hello', 'skipped');
    await using rig = await rigWith(`${whatsappStep}${fallback}`);
    await suppressed(rig);
    await rig.run();
    await rig.callsheet(['suppress', '--remove', a, '--channel', 'whatsapp']).ended;
    await rig.campaign(`${whatsappStep}${fallback}${fallback.replace('code:', 'second:')}`);
    await rig.run();
    expect(reached(rig)).toEqual([0, 2]);
  });

  test('it was the fallback of a fallback', async () => {
    const second = `
second:
  uses: whatsapp.send
  needs: hello
  forEach: { audience: members, onlyIf: { step: hello, outcome: skipped } }
  with: { type: text, text: { body: "Again" } }`;
    await using rig = await rigWith(`${whatsappStep}${second}${code('second', 'skipped')}`);
    await suppressed(rig);
    await rig.run();
    expect(reached(rig)).toEqual([0, 1]);
    await rig.callsheet(['suppress', '--remove', a, '--channel', 'whatsapp']).ended;
    await rig.run();
    expect(reached(rig)).toEqual([0, 1]);
  });

  test.each<[string, string, string, readonly [whatsapp: number, otp: number]]>([
    ['is sent where it did not', 'reset-before', '--resend', [0, 1]],
    ['is not sent where nobody can tell', 'reset-after', '--drop', [1, 0]],
  ])('nobody knows whether the fallback arrived: the first step waits, and %s', async (_, kind, decision, after) => {
    const again = `
again:
  uses: whatsapp.send
  needs: code
  forEach: { audience: members, onlyIf: { step: code, outcome: skipped } }
  with: { type: text, text: { body: "Again" } }`;
    await using rig = await createCampaignRig();
    await rig.members([a, b]);
    await rig.write('contacts.yaml', 'project: shop\n');
    await rig.callsheet(['suppress', a, '--reason', 'stop', '--channel', 'otp']).ended;
    await rig.campaign(`${otpStep}${again}`);
    await rig.fault({ kind, operation: 'whatsapp.send', times: 1 });
    await rig.run();
    const before = [after[0], 0];
    expect(reached(rig)).toEqual(before);
    await rig.callsheet(['suppress', '--remove', a, '--channel', 'otp']).ended;
    await rig.run();
    expect(reached(rig)).toEqual(before);
    await rig.callsheet(['reconcile', 'campaign.yaml', decision, `again[${a}]`, '--now']).ended;
    await rig.run();
    expect(reached(rig)).toEqual(after);
  });

  test('the fallback was refused: the first step is sent', async () => {
    await using rig = await rigWith(`${whatsappStep}${code('hello', 'skipped')}`);
    await suppressed(rig);
    await rig.fault({ kind: 'status', status: '-69', operation: 'otp.send' });
    await rig.run();
    expect(reached(rig)).toEqual([0, 0]);
    await rig.callsheet(['suppress', '--remove', a, '--channel', 'whatsapp']).ended;
    await rig.run();
    expect(reached(rig)).toEqual([1, 0]);
  });
});
