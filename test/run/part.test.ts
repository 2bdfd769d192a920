import { describe, expect, test } from 'vitest';
import {
  type CampaignRig,
  createCampaignRig,
  eventsOf,
  once,
  otpStep,
  people,
  sumsOf,
  whatsappStep,
} from '../rig/campaign-rig.ts';

const codeAfterHello = `${whatsappStep}${otpStep.trimEnd()}\n  needs: hello\n`;

async function rigWith(count: number, steps: string): Promise<CampaignRig> {
  const rig = await createCampaignRig();
  await rig.members(people(count));
  await rig.campaign(steps);
  return rig;
}

describe('a run for some recipients', () => {
  test('does every step for them and for nobody else; a later run does the rest, and nobody twice', async () => {
    await using rig = await rigWith(6, codeAfterHello);
    const [, me, , other] = people(6) as [string, string, string, string];
    const proof = await rig.run('--only', `+${me.slice(0, 3)} ${me.slice(3)}`, '--only', other);
    expect(proof.code).toBe(0);
    expect(proof.stdout).toBe(`          accepted  rejected  skipped  expired  in doubt  pending
  hello          2         ·        ·        ·         ·        4
  code           2         ·        ·        ·         ·        4
  total          4         ·        ·        ·         ·        8

Done for these recipients. 8 jobs are not in this run yet: \`callsheet run campaign.yaml\`
`);
    expect(rig.effects('whatsapp.send')).toEqual(once([me, other]));
    expect(rig.effects('otp.send')).toEqual(once([me, other]));

    const again = await rig.run('--only', me);
    expect([again.code, rig.requests().length]).toEqual([0, 4]);
    const { stdout: status } = await rig.callsheet(['status', 'campaign.yaml']).ended;
    expect(status.split('\n')[0]).toBe(
      'trial, run 1: stopped with work left; continue with `callsheet run campaign.yaml`',
    );

    const rest = await rig.run();
    expect([rest.code, sumsOf(rest)['total']]).toEqual([0, '12 · · · · ·']);
    expect(rig.effects('whatsapp.send')).toEqual(once(people(6)));
    expect(rig.effects('otp.send')).toEqual(once(people(6)));
    const audit = await rig.callsheet(['audit', 'campaign.yaml']).ended;
    expect(audit.code).toBe(0);
  });

  test('`--first` takes the first of each audience, and with a larger number only those that are new', async () => {
    await using rig = await rigWith(5, otpStep);
    const ended = await rig.run('--first', '2', '--format', 'json');
    expect(rig.effects('otp.send')).toEqual(once(people(2)));
    const [started, ...others] = eventsOf(ended);
    expect(started).toMatchObject({ event: 'started', limitedTo: 2 });
    expect(others.at(-1)).toMatchObject({ event: 'finished', exitCode: 0, summary: { accepted: 2, pending: 3 } });
    expect((await rig.run('--first', '4')).code).toBe(0);
    expect(rig.effects('otp.send')).toEqual(once(people(4)));
    expect((await rig.run('--first', '9')).stdout).toContain('Done. Nothing is left to do.');
    expect(rig.effects('otp.send')).toEqual(once(people(5)));
  });

  test('contacts nobody by steps that run once, waits for none of them, and starts nothing that needs them', async () => {
    const steps = `
funds: { uses: sms.balance, expect: { available: { atLeast: 0 } } }
redial:
  uses: voice.redial
  needs: funds
  with: { taskId: 1001, taskName: "t-{{ run.id }}", source: 1, voiceFileId: "1", maxRingingTime: 45, allowSendTime: [] }
${whatsappStep.trim()}
  needs: funds
${otpStep.trim()}
  needs: redial
after: { uses: sms.balance, needs: hello }
alarm: { uses: aivoice.pause, runs: on-failure, with: { jobId: 2001 } }
`;
    await using rig = await rigWith(3, steps.replace(', allowSendTime: []', ''));
    const [me] = people(3) as [string];
    const plan = await rig.callsheet(['plan', 'campaign.yaml', '--only', me, '--format', 'json']).ended;
    const planned = JSON.parse(plan.stdout) as {
      steps: {
        id: string;
        state: string;
        reason?: string;
        jobs: { toSend: number; pending: number; later?: number };
      }[];
    };
    expect(
      planned.steps.map(({ id, state, reason, jobs: { toSend, pending, later } }) => [
        id,
        state,
        toSend,
        pending,
        later,
        reason,
      ]),
    ).toEqual([
      ['funds', 'pending', 1, 0, undefined, undefined],
      ['redial', 'blocked', 0, 1, undefined, '`redial` may reach people other than these recipients'],
      ['hello', 'pending', 1, 0, 2, undefined],
      ['code', 'blocked', 0, 1, 2, '`redial` is not in this run yet'],
      ['after', 'blocked', 0, 1, undefined, '`hello` is not done for all recipients'],
      ['alarm', 'blocked', 0, 1, undefined, '`alarm` may reach people other than these recipients'],
    ]);
    const proof = await rig.run('--only', me);
    expect(proof.code).toBe(0);
    expect(rig.requests().map(({ operation }) => operation)).toEqual(['sms.balance', 'whatsapp.send']);
    expect((await rig.run()).code).toBe(0);
    expect(rig.effects('voice.redial')).toEqual({ 't-1': 1 });
    expect(rig.effects('whatsapp.send')).toEqual(once(people(3)));
    expect(rig.effects('otp.send')).toEqual(once(people(3)));
  });

  test('is asked about, and its yes is not one to everybody', async () => {
    await using rig = await rigWith(3, otpStep);
    const [me] = people(3) as [string];
    const asks = await rig.callsheet(['run', 'campaign.yaml', '--only', me]).ended;
    expect(asks.code).toBe(2);
    expect(asks.stderr).toContain('1 to send of 3, 2 not in this run yet');
    expect((await rig.run('--only', me)).code).toBe(0);
    const everybody = await rig.callsheet(['run', 'campaign.yaml']).ended;
    expect(everybody.code).toBe(2);
    expect(everybody.stderr).toContain('2 to send of 3, 1 done');
    expect(rig.effects('otp.send')).toEqual(once([me]));
    expect((await rig.run()).code).toBe(0);
    expect((await rig.callsheet(['run', 'campaign.yaml', '--only', me]).ended).code).toBe(0);
  });

  test('a process that dies leaves what a later run, of any size, recovers', async () => {
    await using rig = await rigWith(4, otpStep);
    await rig.fault({ kind: 'hang', times: 1 });
    const dying = rig.process(['run', 'campaign.yaml', '--yes', '--first', '2']);
    await rig.answered(1);
    dying.kill('SIGKILL');
    await dying.ended;
    await rig.noFaults();
    const [first] = people(4) as [string];
    expect((await rig.run('--only', first)).code).toBe(0);
    expect((await rig.run()).code).toBe(0);
    expect(rig.effects('otp.send')).toEqual(once(people(4)));
  });

  test('a failure of theirs ends it with 3, and an unknown recipient is refused', async () => {
    await using rig = await rigWith(2, otpStep);
    await rig.fault({ kind: 'status', status: '-22', times: 1 });
    expect((await rig.run('--first', '1')).code).toBe(3);
    const unknown = await rig.run('--only', '2348039999999');
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      '--only 234…9999: this recipient is in no audience; `callsheet why campaign.yaml NUMBER` says why. Nothing was sent.\n',
    ]);
    const masked = await rig.run('--only', '234…9999');
    expect([masked.code, masked.stderr]).toEqual([
      2,
      '--only 234…9999 is a shortened number: give all of its digits. `--show-numbers` prints whole numbers. Nothing was sent.\n',
    ]);
    const both = await rig.run('--only', people(1)[0]!, '--first', '1');
    expect([both.code, both.stderr]).toEqual([
      2,
      'error: --only cannot be combined with --first\n(callsheet run --help shows an example)\n',
    ]);
  });
});
