import { describe, expect, test } from 'vitest';
import type { Campaign } from '../../src/campaign/campaign.ts';
import type { JobRecord, JobState } from '../../src/job/job.ts';
import { type WhatNext, whatNext } from '../../src/plan/what-next.ts';
import { nextToText } from '../../src/report/run/next-text.ts';
import { heldInFlight, resumed } from '../../src/run/resume/effective-history.ts';
import { instantOf } from '../../src/time/local-time.ts';
import { audienceOf, campaignOf, historyOf, stepOf } from '../rig/campaign.ts';
import { createCampaignRig, eventsOf, otpStep, people, whatsappStep } from '../rig/campaign-rig.ts';
import { noonZone } from '../rig/noon-zone.ts';
import { rosterOf } from '../rig/roster.ts';

const [a, b, c, d] = people(4) as [string, string, string, string];

describe('what machines read of a run', () => {
  test('status --format json: state, sums by step, and who is in doubt', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b, c, d]);
    await rig.campaign(
      `${whatsappStep}${otpStep.trimEnd()}\n  needs: hello\n`,
      'limits: { concurrency: 1, doubts: 5 }',
    );
    const status = async (): Promise<unknown> => {
      const { stdout, stderr, code } = await rig.callsheet(['status', 'campaign.yaml', '--format', 'json']).ended;
      expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
      return JSON.parse(stdout);
    };
    const none = { accepted: 0, rejected: 0, skipped: 0, expired: 0, inDoubt: 0, pending: 0 };
    expect(await status()).toEqual({
      campaign: 'trial',
      run: '1',
      state: 'new',
      summary: { ...none, pending: 8 },
      steps: [
        { id: 'hello', summary: { ...none, pending: 4 } },
        { id: 'code', summary: { ...none, pending: 4 } },
      ],
      inDoubt: [],
      next: { step: 'hello', at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*[+-]\d\d:\d\d$|Z$/) },
      after: ['code'],
      blocked: [],
    });

    await rig.fault({ kind: 'status', operation: 'whatsapp.send', recipient: b, status: '-69' });
    await rig.fault({ kind: 'reset-before', operation: 'whatsapp.send', recipient: c });
    await rig.fault({ kind: 'status', operation: 'otp.send', status: '-10', skip: 1 });
    expect((await rig.run()).code).toBe(4);
    const hello = { ...none, accepted: 2, rejected: 1, inDoubt: 1 };
    const stopped = {
      campaign: 'trial',
      run: '1',
      state: 'stopped',
      ended: {
        exitCode: 4,
        workLeft: true,
        at: expect.any(String),
        reason: 'the service answered -10: customer balance insufficient; top up the account',
      },
      summary: { ...hello, accepted: 3, pending: 3 },
      steps: [
        { id: 'hello', summary: hello },
        { id: 'code', summary: { ...none, accepted: 1, pending: 3 } },
      ],
      inDoubt: [`hello[${c}]`],
      next: { step: 'code', at: expect.any(String) },
      after: [],
      blocked: [],
    };
    expect(await status()).toEqual(stopped);

    await rig.noFaults();
    expect((await rig.run()).code).toBe(3);
    expect(await status()).toMatchObject({ state: 'finished', summary: { accepted: 6, pending: 0 }, next: null });
  });

  test('--follow goes on until the run ends', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b, c]);
    await rig.campaign(otpStep, 'limits: { concurrency: 1 }');
    await rig.fault({ kind: 'delay', ms: 700 });
    const run = rig.callsheet(['run', 'campaign.yaml', '--yes']);
    await rig.answered(1);
    const follow = await rig.callsheet(['status', 'campaign.yaml', '--format', 'json', '--follow']).ended;
    expect(follow.code).toBe(0);
    const lines = follow.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { state: string });
    expect(lines[0]).toMatchObject({ state: 'running' });
    expect(lines.at(-1)).toMatchObject({ state: 'finished', summary: { accepted: 3 } });
    expect((await run.ended).code).toBe(0);
  });

  test('--follow goes on over a pause', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b, c]);
    await rig.campaign(otpStep, 'limits: { concurrency: 1 }');
    await rig.fault({ kind: 'delay', ms: 2_000 });
    const run = rig.callsheet(['run', 'campaign.yaml', '--yes']);
    await rig.answered(1);
    await rig.callsheet(['pause', 'campaign.yaml']).ended;
    const follow = rig.callsheet(['status', 'campaign.yaml', '--format', 'json', '--follow']);
    await follow.line(/"state":"paused".*"pending":[12]/);
    await rig.callsheet(['resume', 'campaign.yaml']).ended;
    expect((await run.ended).code).toBe(0);
    const { code, stdout } = await follow.ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout.trim().split('\n').at(-1)!)).toMatchObject({ state: 'finished', next: null });
  });

  test('run --format json: one event a line, nothing else on stdout, and the last is the end with its sums', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b, c]);
    await rig.campaign(whatsappStep, 'limits: { concurrency: 1 }');
    await rig.fault({ kind: 'status', recipient: b, status: '-69', reason: 'no rate' });
    const ended = await rig.run('--format', 'json');
    expect(ended).toMatchObject({ code: 3, stderr: '' });
    const events = eventsOf(ended);
    expect(events.map(({ event }) => event)).toEqual(['started', 'step', 'job', 'job', 'job', 'step', 'finished']);
    expect(events[0]).toMatchObject({ campaign: 'trial', run: '1', service: rig.sandbox.url, resumed: false });
    expect(events[3]).toMatchObject({
      address: `hello[${b}]`,
      state: 'rejected',
      code: '-69',
      reason: 'rate does not exist: no rate',
      attempts: 1,
    });
    expect(events.at(-1)).toEqual({
      event: 'finished',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d.*[+-]\d\d:\d\d$|Z$/),
      exitCode: 3,
      summary: { accepted: 2, rejected: 1, skipped: 0, expired: 0, inDoubt: 0, pending: 0 },
    });
  });
});

describe('what is next', () => {
  const zone = 'Africa/Lagos';
  const at = (local: string): number => instantOf(local, zone);
  const forEach = { audience: 'members', where: {} };
  const rosters = new Map([
    [
      'members',
      rosterOf(
        'members',
        [a, b, c].map((key) => ({ key })),
      ),
    ],
  ]);

  function campaign(parts: Partial<Campaign> = {}): Campaign {
    return campaignOf({
      starts: '2026-11-23T10:00:00',
      audiences: [audienceOf({ name: 'members' })],
      steps: [
        stepOf({ id: 'funds', uses: 'sms.balance' }),
        stepOf({ id: 'hello', uses: 'whatsapp.send', needs: ['funds'], forEach }),
        stepOf({ id: 'code', uses: 'otp.send', needs: ['hello'], forEach, expiresMs: 300_000 }),
      ],
      ...parts,
    });
  }

  const record = (step: string, state: JobState, key?: string, more: Partial<JobRecord> = {}): JobRecord => ({
    step,
    ...(key === undefined ? {} : { key }),
    state,
    attempts: state === 'skipped' ? 0 : 1,
    ...more,
  });

  /** As a large state is read. */
  const statesOf = (jobs: readonly JobRecord[]): readonly JobRecord[] =>
    jobs.map((job) =>
      ['pending', 'sending', 'skipped', 'expired'].includes(job.state)
        ? job
        : { step: job.step, ...(job.key === undefined ? {} : { key: job.key }), state: job.state, attempts: 0 },
    );

  function next(
    now: string,
    jobs: readonly JobRecord[],
    options: { running?: boolean; of?: Campaign; detail?: 'times' | 'states' } = {},
  ) {
    const { running = false, of = campaign(), detail = 'times' } = options;
    const recorded = historyOf(detail === 'times' ? jobs : statesOf(jobs));
    const history = running ? heldInFlight(recorded) : resumed(of, recorded, new Set());
    return whatNext({ campaign: of, run: '1', rosters, history, now: at(now) });
  }

  const words = (found: WhatNext, now: string, running = false): string =>
    nextToText(found, {
      now: at(now),
      timezone: zone,
      running,
      first: ['callsheet run x.yaml'],
      command: (name) => `callsheet ${name} x.yaml`,
      stepName: (id) => id,
    }).join('\n');

  test('before the start it is the first step at the start, and the others wait for it', () => {
    const found = next('2026-11-21T10:00:00', []);
    expect(found).toEqual({
      next: { step: 'funds', at: at('2026-11-23T10:00:00'), heldBy: 'starts' },
      after: ['hello', 'code'],
      blocked: [],
      promotions: [],
      waves: [],
    });
    expect(words(found, '2026-11-21T10:00:00')).toBe(
      [
        'Next, once you use `callsheet run x.yaml`: funds, Mon 23 Nov 10:00 Africa/Lagos (in 2 d); it waits for the start.',
        'Waiting for the steps they need: hello, code.',
      ].join('\n'),
    );
  });

  test('what is named is what holds it until then, not what is over before', () => {
    const hello = stepOf({ id: 'hello', uses: 'whatsapp.send', forEach });
    const of = campaign({ starts: '2026-11-23T00:00:00', steps: [hello] });
    const { next: first } = next('2026-11-21T10:00:00', [], { of });
    expect(first).toEqual({ step: 'hello', at: at('2026-11-23T09:00:00'), heldBy: 'window' });
  });

  test('in the night it is the next opening; the window holds it', () => {
    const found = next('2026-11-23T21:48:00', [record('funds', 'accepted'), record('hello', 'accepted', a)]);
    expect(found.next).toEqual({ step: 'hello', at: at('2026-11-24T09:00:00'), heldBy: 'window' });
    expect(words(found, '2026-11-23T21:48:00', true)).toBe(
      'Next: hello, Tue 24 Nov 09:00 Africa/Lagos (in 11 h 12 min); it waits for the window.\nWaiting for the steps they need: code.',
    );
  });

  test('in the window it is at once', () => {
    expect(words(next('2026-11-23T12:00:00', []), '2026-11-23T12:00:00', true)).toMatch(/^Next: funds, at once\.\n/);
  });

  test('what is in flight starts nothing and ends nothing', () => {
    const funds = record('funds', 'sending');
    expect(next('2026-11-23T12:00:00', [funds], { running: true })).toMatchObject({
      after: ['hello', 'code'],
      blocked: [],
    });
    const all = [record('funds', 'accepted'), ...[a, b, c].map((key) => record('hello', 'sending', key))];
    expect(next('2026-11-23T12:00:00', all, { running: true })).toMatchObject({ after: ['code'], blocked: [] });
  });

  test('what is in flight has no end that would let the next step begin: that it is over says its own process', () => {
    const hello = stepOf({ id: 'hello', uses: 'whatsapp.send', forEach, until: '2026-11-23T14:00:00' });
    const of = campaign({ steps: [hello, stepOf({ id: 'code', uses: 'otp.send', needs: ['hello'], forEach })] });
    const jobs = [a, b, c].map((key) => record('hello', key === a ? 'sending' : 'accepted', key));
    for (const now of ['2026-11-23T13:00:00', '2026-11-23T14:00:01']) {
      const { next: first, after } = next(now, jobs, { running: true, of });
      expect({ first, after }).toEqual({ first: undefined, after: ['code'] });
    }
  });

  test('of a process that died, a query and a code are repeated, and a message is left to a person', () => {
    expect(next('2026-11-23T12:00:00', [record('funds', 'sending')]).next?.step).toBe('funds');
    const sent = [record('funds', 'accepted'), ...[a, b, c].map((key) => record('hello', 'sending', key))];
    expect(next('2026-11-23T12:00:00', sent).next?.step).toBe('code');
    const codes = [a, b, c].map((key) => record('code', 'sending', key, { firstAt: at('2026-11-23T11:59:00') }));
    expect(next('2026-11-23T12:00:00', [...sent, ...codes]).next?.step).toBe('code');
  });

  test('a step whose need failed is said to be blocked, and by what', () => {
    const steps = [
      stepOf({ id: 'greeting', uses: 'audio.upload' }),
      stepOf({ id: 'hello', uses: 'whatsapp.send', needs: ['greeting'], forEach }),
    ];
    const found = next('2026-11-23T12:00:00', [record('greeting', 'rejected')], { of: campaign({ steps }) });
    expect(found).toMatchObject({
      after: [],
      blocked: [{ step: 'hello', by: { need: 'greeting', became: 'rejected' } }],
    });
    expect(words(found, '2026-11-23T12:00:00')).toBe('hello does not start: `greeting` was rejected.');
  });

  test('a large state, read by the states alone, says the same', () => {
    const retried = { notBefore: at('2026-11-23T12:05:00'), attempts: 2, firstAt: at('2026-11-23T11:58:00') };
    const states: readonly (readonly JobRecord[])[] = [
      [],
      [record('funds', 'accepted'), record('hello', 'pending', a, retried), record('hello', 'accepted', b)],
      [record('funds', 'accepted'), ...[a, b, c].map((key) => record('hello', 'accepted', key))],
      [record('funds', 'accepted'), record('hello', 'sending', a), record('hello', 'rejected', b)],
      [record('funds', 'sending')],
      [
        record('funds', 'accepted'),
        ...[a, b, c].map((key) => record('hello', 'accepted', key)),
        record('code', 'expired', a, { firstAt: at('2026-11-23T11:00:00') }),
      ],
    ];
    for (const jobs of states) {
      for (const running of [true, false]) {
        const whole = next('2026-11-23T12:00:00', jobs, { running });
        expect(next('2026-11-23T12:00:00', jobs, { running, detail: 'states' })).toEqual(whole);
      }
    }
  });
});

describe('callsheet status', () => {
  test('says what is next and which command does it; paused, it is `resume`', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b]);
    await rig.campaign(otpStep, 'limits: { concurrency: 1 }');
    const status = async (): Promise<string> => (await rig.callsheet(['status', 'campaign.yaml']).ended).stdout;
    const sums = (row: string): string =>
      `          accepted  rejected  skipped  expired  in doubt  pending\n  code  ${row}\n`;
    const notRun = `trial, run 1: not started\n\n${sums('         ·         ·        ·        ·         ·        2')}\nNext, once you use \`callsheet run campaign.yaml\`: code, at once.\n`;
    expect(await status()).toBe(notRun);
    // Asked, and nobody said yes.
    expect((await rig.callsheet(['run', 'campaign.yaml']).ended).code).toBe(2);
    expect(await status()).toBe(notRun);
    await rig.fault({ kind: 'status', status: '-10', skip: 1 });
    expect((await rig.run()).code).toBe(4);
    await rig.callsheet(['pause', 'campaign.yaml']).ended;
    expect(await status()).toBe(
      `trial, run 1: paused\n\n${sums('         1         ·        ·        ·         ·        1')}\nNext, once you use \`callsheet resume campaign.yaml\`, then \`callsheet run campaign.yaml\`: code, at once.\n`,
    );
    await rig.callsheet(['pause', 'campaign.yaml', '--by', 'Bea', '--comment', 'wrong text']).ended;
    expect(await status()).toMatch(/^trial, run 1: paused\n[^]*\nPaused by Bea on .*: wrong text\n/);
    const json = await rig.callsheet(['status', 'campaign.yaml', '--format', 'json']).ended;
    const lastAction = { did: 'pause', by: 'Bea', comment: 'wrong text', at: expect.any(String) as string };
    expect((JSON.parse(json.stdout) as { lastAction: unknown }).lastAction).toMatchObject(lastAction);
    await rig.noFaults();
    await rig.callsheet(['resume', 'campaign.yaml']).ended;
    expect((await rig.run()).code).toBe(0);
    expect(await status()).toBe(
      `trial, run 1: finished\n\n${sums('         2         ·        ·        ·         ·        ·')}`,
    );
  });

  test('what is in flight is in no doubt while its process lives', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b]);
    await rig.campaign(whatsappStep, 'limits: { concurrency: 1 }');
    await rig.fault({ kind: 'hang' });
    const run = rig.process(['run', 'campaign.yaml', '--yes']);
    await rig.answered(1);
    const json = async () =>
      JSON.parse((await rig.callsheet(['status', 'campaign.yaml', '--format', 'json']).ended).stdout) as unknown;
    const { stdout } = await rig.callsheet(['status', 'campaign.yaml']).ended;
    expect(await json()).toMatchObject({ summary: { inDoubt: 0, pending: 2 }, inDoubt: [] });
    expect(stdout).toBe(
      [
        'trial, run 1: running, 1 job in flight',
        '',
        '          accepted  rejected  skipped  expired  in doubt  pending',
        '  hello          ·         ·        ·        ·         ·        2',
        '',
        'Next: hello, at once.',
        '',
      ].join('\n'),
    );
    run.kill('SIGKILL');
    await run.ended;
    expect(await json()).toMatchObject({ summary: { inDoubt: 1, pending: 1 }, inDoubt: [`hello[${a}]`] });
    const after = await rig.callsheet(['status', 'campaign.yaml', '--show-numbers']).ended;
    expect(after.stdout.split('\n').slice(6)).toEqual([
      'Next, once you use `callsheet run campaign.yaml`: hello, at once.',
      `In doubt since the process ended: hello[${a}].`,
      '`callsheet run campaign.yaml` resends what is safe to resend; you decide about the rest.',
      '',
    ]);
  });

  test('a schedule of last week asks for --late, and a renamed step keeps its sums before it is run again', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b]);
    await rig.campaign(otpStep, `timezone: ${noonZone()}\nstarts: 2024-01-01 09:00`);
    const status = async (): Promise<string> => (await rig.callsheet(['status', 'campaign.yaml']).ended).stdout;
    expect(await status()).toContain('Next, once you use `callsheet run campaign.yaml --late`: code, at once.\n');
    await rig.campaign(otpStep);
    expect((await rig.run()).code).toBe(0);
    await rig.campaign(`${otpStep.replace('code:', 'login:').trimEnd()}\n  was: code\n`);
    expect(await status()).toContain('  login          2         ·        ·        ·         ·        ·\n');
    const rows = await rig.callsheet(['report', 'campaign.yaml', '--format', 'json']).ended;
    expect(
      (JSON.parse(rows.stdout) as { address: string; state: string }[]).map(
        ({ address, state }) => `${address} ${state}`,
      ),
    ).toEqual([`login[${a}] accepted`, `login[${b}] accepted`]);
  });
});

test('what a person decides, and who is forgotten, counts', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(5));
  await rig.campaign(whatsappStep, 'limits: { concurrency: 1, doubts: 5 }');
  await rig.fault({ kind: 'reset-before', operation: 'whatsapp.send', recipient: b });
  expect((await rig.run('--first', '2')).code).toBe(3);
  const sums = async (): Promise<string> => (await rig.callsheet(['status', 'campaign.yaml']).ended).stdout;
  expect(await rig.callsheet(['reconcile', 'campaign.yaml', '--accept', `hello[${b}]`]).ended).toMatchObject({
    code: 0,
  });
  expect(await sums()).toContain('  hello          2         ·        ·        ·         ·        3\n');
  expect((await rig.run('--first', '3')).code).toBe(0);
  expect((await rig.callsheet(['forget', people(5)[4]!]).ended).code).toBe(0);
  expect(await sums()).toContain('  hello          3         ·        ·        ·         ·        1\n');
});
