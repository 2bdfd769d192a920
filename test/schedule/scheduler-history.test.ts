import { describe, expect, test } from 'vitest';
import type { Scalar } from '../../src/audience/scalar.ts';
import type { History } from '../../src/job/history.ts';
import type { JobRecord } from '../../src/job/job.ts';
import { createMemoryBackend } from '../../src/ledger/memory-backend.ts';
import { readHistory, resumed } from '../../src/run/resume/effective-history.ts';
import { createScheduler } from '../../src/schedule/create-scheduler.ts';
import { instantOf } from '../../src/time/local-time.ts';
import { audienceOf, campaignOf, historyOf, noHistory, stepOf } from '../rig/campaign.ts';
import { intend, settle } from '../rig/lease.ts';
import { rosterOf } from '../rig/roster.ts';
import { lines, turn } from '../rig/turn.ts';

type Row = Readonly<Record<string, Scalar | undefined>>;
const people = (...rows: readonly Row[]) => [rosterOf('members', rows)];
const named = (...keys: readonly string[]) => people(...keys.map((key) => ({ key })));
const forEach = { audience: 'members', where: {} };
const members = audienceOf({ name: 'members' });
const record = (parts: Partial<JobRecord> & Pick<JobRecord, 'step' | 'state'>): JobRecord => ({
  attempts: 1,
  ...parts,
});
const at = (local: string) => instantOf(local, 'Africa/Lagos');

describe('a job that is pending again', () => {
  test('is retried when its time has come, in its place in the order', () => {
    const step = stepOf({ id: 'hello', uses: 'otp.send', forEach });
    const campaign = campaignOf({ audiences: [members], steps: [step], limits: { rate: { count: 1, perMs: 1000 } } });
    const turned = turn({
      campaign,
      rosters: named('1', '2', '3'),
      now: '2026-11-23T10:00:00',
      settle: ({ key, attempts }, now) =>
        key === '1' && attempts === 0
          ? { kind: 'again', notBefore: now + 1500, attempted: true, heldBy: 'retry' }
          : { kind: 'settled', state: 'accepted' },
    });
    expect(lines(turned)).toEqual([
      '2026-11-23 10:00:00 hello[1]',
      '2026-11-23 10:00:01 hello[2] rate',
      '2026-11-23 10:00:02 hello[1] retry',
      '2026-11-23 10:00:03 hello[3] rate',
    ]);
    expect(turned[2]?.job?.attempts).toBe(1);
  });

  test('is dropped when its code has expired', () => {
    const step = stepOf({ id: 'hello', uses: 'otp.send', forEach, expiresMs: 300_000 });
    const turned = turn({
      campaign: campaignOf({ audiences: [members], steps: [step] }),
      rosters: named('1'),
      now: '2026-11-23T10:00:00',
      settle: (_, now) => ({ kind: 'again', notBefore: now + 200_000, attempted: true, heldBy: 'retry' }),
    });
    expect(lines(turned)).toEqual([
      '2026-11-23 10:00:00 hello[1]',
      '2026-11-23 10:03:20 hello[1] retry',
      '2026-11-23 10:05:00 hello[1] expired expires',
    ]);
  });

  test('is a gate that is checked again until the step’s `until`', () => {
    const steps = [
      stepOf({ id: 'agents', uses: 'agents.list', everyMs: 300_000, until: '2026-11-23T10:11:00' }),
      stepOf({ id: 'call', uses: 'voice.redial', needs: ['agents'] }),
    ];
    const turned = turn({
      campaign: campaignOf({ steps }),
      now: '2026-11-23T10:00:00',
      settle: (_, now) => ({ kind: 'again', notBefore: now + 300_000, attempted: false, heldBy: 'every' }),
    });
    expect(lines(turned)).toEqual([
      '2026-11-23 10:00:00 agents',
      '2026-11-23 10:05:00 agents every',
      '2026-11-23 10:10:00 agents every',
      '2026-11-23 10:11:00 agents expired until',
      '2026-11-23 10:11:00 call blocked agents:expired',
    ]);
  });
});

describe('history', () => {
  const steps = [
    stepOf({ id: 'funds', uses: 'sms.balance' }),
    stepOf({ id: 'hello', uses: 'whatsapp.send', needs: ['funds'], forEach }),
  ];
  const campaign = campaignOf({ audiences: [members], steps });

  test('is not repeated: settled jobs stay settled, skips are decided again, and a refused query is asked again', () => {
    const history = historyOf([
      record({ step: 'funds', state: 'rejected' }),
      record({ step: 'hello', key: '1', state: 'accepted' }),
      record({ step: 'hello', key: '2', state: 'rejected' }),
      record({ step: 'hello', key: '3', state: 'inDoubt' }),
      record({ step: 'hello', key: '4', state: 'sending' }),
      record({ step: 'hello', key: '5', state: 'skipped' }),
      record({ step: 'hello', key: '6', state: 'expired' }),
      record({ step: 'hello', key: '7', state: 'cancelled' }),
      record({ step: 'hello', key: '8', state: 'pending', attempts: 2, notBefore: at('2026-11-23T10:14:00') }),
      record({ step: 'hello', key: '99', state: 'accepted' }),
    ]);
    const turned = turn({
      campaign,
      rosters: named('1', '2', '3', '4', '5', '6', '7', '8'),
      history,
      now: '2026-11-23T10:00:00',
    });
    expect(lines(turned)).toEqual([
      '2026-11-23 10:00:00 funds',
      '2026-11-23 10:00:00 hello[5]',
      '2026-11-23 10:00:00 hello[6]',
      '2026-11-23 10:14:00 hello[8] retry',
    ]);
    expect(turned.at(-1)?.job?.attempts).toBe(2);
  });

  test('leaves a gate its own time, however seldom it is checked', () => {
    const gate = stepOf({ id: 'agents', uses: 'agents.list', everyMs: 3_600_000, until: '2026-11-23T20:00:00' });
    const history = historyOf([
      record({ step: 'agents', state: 'pending', attempts: 1, notBefore: at('2026-11-23T10:45:00') }),
    ]);
    const turned = turn({ campaign: campaignOf({ steps: [gate] }), history, now: '2026-11-23T10:00:00' });
    expect(lines(turned)).toEqual(['2026-11-23 10:45:00 agents retry']);
  });

  test('of a finished campaign leaves nothing to do', () => {
    const history = historyOf([
      record({ step: 'funds', state: 'accepted', settledAt: 1 }),
      record({ step: 'hello', key: '1', state: 'accepted', settledAt: 2 }),
    ]);
    expect(lines(turn({ campaign, rosters: named('1'), history, now: '2026-11-23T10:00:00' }))).toEqual([]);
  });

  test('counts against the rate: a restart does not begin with a burst', () => {
    const limited = { ...campaign, limits: { ...campaign.limits, rate: { count: 2, perMs: 60_000 } } };
    const starts = [at('2026-11-23T09:59:10'), at('2026-11-23T09:59:40')];
    expect(
      lines(
        turn({ campaign: limited, rosters: named('1'), history: historyOf([], starts), now: '2026-11-23T10:00:00' }),
      ),
    ).toEqual(['2026-11-23 10:00:10 funds rate', '2026-11-23 10:00:40 hello[1] rate']);
  });

  test('does not move the end of a step: what was skipped before is skipped again, and delays continue', () => {
    const steps = [
      stepOf({
        id: 'hello',
        uses: 'otp.send',
        forEach,
        reads: { columns: ['name'], cells: ['name'], steps: [], optionalSteps: [] },
      }),
      stepOf({ id: 'later', uses: 'otp.send', forEach, needs: ['hello'], delayMs: 7_200_000 }),
    ];
    const ten = at('2026-11-23T10:00:00');
    const turned = turn({
      campaign: campaignOf({ audiences: [members], steps }),
      rosters: people({ key: '1', name: 'Ada' }, { key: '2' }),
      now: '2026-11-23T11:30:00',
      history: historyOf([
        record({ step: 'hello', key: '1', state: 'accepted', at: ten, settledAt: ten }),
        record({ step: 'hello', key: '2', state: 'skipped', attempts: 0, settledAt: ten }),
      ]),
    });
    expect(lines(turned)).toEqual([
      '2026-11-23 11:30:00 hello[2] skipped missing:name',
      '2026-11-23 12:00:00 later[1] delay',
      '2026-11-23 12:00:00 later[2] delay',
    ]);
    expect(turned[0]?.decidedAt).toBe(ten);
  });

  test('does not move the end of a step that stays blocked', () => {
    const steps = [
      stepOf({ id: 'call', uses: 'voice.redial' }),
      stepOf({ id: 'hello', uses: 'otp.send', forEach, needs: ['call'] }),
      stepOf({ id: 'pause', uses: 'aivoice.pause', runs: 'on-failure', delayMs: 7_200_000 }),
    ];
    const ten = at('2026-11-23T10:00:00');
    const turned = turn({
      campaign: campaignOf({ audiences: [members], steps }),
      rosters: named('1'),
      now: '2026-11-23T11:30:00',
      history: historyOf([record({ step: 'call', state: 'rejected', at: ten, settledAt: ten })]),
    });
    expect(lines(turned)).toEqual([
      '2026-11-23 12:00:00 pause delay',
      '2026-11-23 12:00:00 hello blocked call:rejected',
    ]);
  });

  test('does not move the end of a step without recipients: a resume does not delay the steps that need it', () => {
    const steps = [
      stepOf({ id: 'first', uses: 'otp.send', forEach }),
      stepOf({ id: 'second', uses: 'otp.send', forEach, needs: ['first'], delayMs: 3_600_000 }),
      stepOf({ id: 'funds', uses: 'sms.balance', needs: ['second'], delayMs: 3_600_000 }),
    ];
    const turned = (now: string, begun?: string) =>
      lines(
        turn({
          campaign: campaignOf({ audiences: [members], steps }),
          rosters: named(),
          now,
          history: historyOf([], [], begun === undefined ? undefined : at(begun)),
        }),
      );
    expect(turned('2026-11-23T10:00:00')).toEqual(['2026-11-23 12:00:00 funds delay']);
    expect(turned('2026-11-23T10:14:00', '2026-11-23T10:00:00')).toEqual(['2026-11-23 12:00:00 funds delay']);
    expect(turned('2026-11-23T13:30:00', '2026-11-23T10:00:00')).toEqual(['2026-11-23 13:30:00 funds']);
    // A clock that was set back delays nobody.
    expect(turned('2026-11-23T10:00:00', '2026-11-23T15:00:00')).toEqual(['2026-11-23 12:00:00 funds delay']);
    // The same where `where` selects nobody.
    const chosen = steps.map((step) =>
      step.forEach
        ? { ...step, forEach: { ...forEach, where: { tier: [{ kind: 'oneOf' as const, values: ['gold'] }] } } }
        : step,
    );
    expect(
      lines(
        turn({
          campaign: campaignOf({ audiences: [members], steps: chosen }),
          rosters: named('1'),
          now: '2026-11-23T10:14:00',
          history: historyOf([], [], at('2026-11-23T10:00:00')),
        }),
      ),
    ).toEqual(['2026-11-23 12:00:00 funds delay']);
  });

  test('is the same for a plan as for a run, including steps that are no longer in the file', async () => {
    const lease = createMemoryBackend().openLease({ about: { campaign: 'spring', run: '1', service: 'sandbox' } });
    const sent = at('2026-11-23T09:59:58');
    await intend(lease, { step: 'gone', key: '2', attempt: 1, at: sent, requestHash: '' });
    await settle(lease, { step: 'gone', key: '2', attempt: 1, at: sent, state: 'accepted' });
    const campaign = campaignOf({
      audiences: [members],
      steps: [stepOf({ id: 'hello', uses: 'otp.send', forEach })],
      limits: { perRecipient: { count: 1, perMs: 6000 } },
    });
    const turned = (history: History) =>
      lines(turn({ campaign, rosters: named('1', '2'), history, now: '2026-11-23T10:00:00' }));
    const recorded = await readHistory(campaign, lease);
    expect(turned(resumed(campaign, recorded, new Set()))).toEqual(turned(recorded));
    expect(turned(recorded)).toEqual(['2026-11-23 10:00:00 hello[1]', '2026-11-23 10:00:04 hello[2] perRecipient']);
  });

  test('of a step that is renamed keeps its rate, and the pause for which the service asked, before a run has gone on, too', async () => {
    const lease = createMemoryBackend().openLease({ about: { campaign: 'spring', run: '1', service: 'sandbox' } });
    const sent = at('2026-11-23T10:00:00');
    await intend(lease, { step: 'hello', key: '1', attempt: 1, at: sent, requestHash: '' });
    await settle(lease, { step: 'hello', key: '1', attempt: 1, at: sent, state: 'accepted' });
    const rest = { step: 'code', until: at('2026-11-23T10:03:00'), reason: '-27: too many' };
    await lease.apply([{ kind: 'rests', rests: [rest] }]);
    const steps = (...names: readonly (readonly [string, string?])[]) =>
      names.map(([id, was]) => stepOf({ id, ...(was !== undefined && { was }), uses: 'otp.send', forEach }));
    const turned = async ([hello, code]: ReturnType<typeof steps>) => {
      const limited = { ...hello!, rate: { count: 1, perMs: 3_600_000 } };
      const campaign = campaignOf({ audiences: [members], steps: [limited, code!] });
      const history = await readHistory(campaign, lease, 'states');
      return lines(turn({ campaign, rosters: named('1', '2'), history, now: '2026-11-23T10:01:00' }));
    };
    expect(await turned(steps(['hi', 'hello'], ['login', 'code']))).toEqual([
      '2026-11-23 10:03:00 login[1] rest',
      '2026-11-23 10:03:00 login[2] rest',
      '2026-11-23 11:00:00 hi[2] rate',
    ]);
    expect(await turned(steps(['hello'], ['code']))).toHaveLength(3);
  });

  test('with a later date, from before the clock was set back, does not hold a rate: neither in a run nor in its plan', () => {
    const step = stepOf({ id: 'hello', uses: 'otp.send', forEach, rate: { count: 1, perMs: 120_000 } });
    const ahead = [at('2026-11-23T15:00:00')];
    const history = { ...historyOf([], ahead), stepStarts: new Map([['hello', ahead]]) };
    const campaign = campaignOf({ audiences: [members], steps: [step], limits: { rate: { count: 1, perMs: 60_000 } } });
    expect(lines(turn({ campaign, rosters: named('1', '2'), history, now: '2026-11-23T10:00:00' }))).toEqual([
      '2026-11-23 10:02:00 hello[1] rate',
      '2026-11-23 10:04:00 hello[2] rate',
    ]);
  });

  test('of a step that ran once does not count when the step is for each recipient, nor the reverse', () => {
    const sent = (history: History, each: boolean): readonly string[] => {
      const step = stepOf({ id: 'hello', uses: 'otp.send', ...(each ? { forEach } : {}) });
      const edited = campaignOf({ audiences: [members], steps: [step] });
      return lines(turn({ campaign: edited, rosters: named('1', '2'), history, now: '2026-11-23T10:00:00' }));
    };
    expect(sent(historyOf([record({ step: 'hello', state: 'accepted' })]), true)).toEqual([
      '2026-11-23 10:00:00 hello[1]',
      '2026-11-23 10:00:00 hello[2]',
    ]);
    expect(sent(historyOf([record({ step: 'hello', key: '1', state: 'accepted' })]), false)).toEqual([
      '2026-11-23 10:00:00 hello',
    ]);
    const call = stepOf({ id: 'call', uses: 'voice.redial', needs: ['hello'] });
    const after = campaignOf({ steps: [stepOf({ id: 'hello', uses: 'otp.send' }), call] });
    const refused = historyOf([
      record({ step: 'hello', key: '1', state: 'accepted', settledAt: 1 }),
      record({ step: 'hello', state: 'rejected', settledAt: 2 }),
    ]);
    expect(lines(turn({ campaign: after, history: refused, now: '2026-11-23T10:00:00' }))).toEqual([
      '2026-11-23 10:00:00 call blocked hello:rejected',
    ]);
  });

  test('of a renamed step is found by its `was`', () => {
    const renamed = campaignOf({
      audiences: [members],
      steps: [stepOf({ id: 'hi', was: 'hello', uses: 'otp.send', forEach })],
    });
    const history = historyOf([record({ step: 'hello', key: '1', state: 'accepted' })]);
    expect(lines(turn({ campaign: renamed, rosters: named('1', '2'), history, now: '2026-11-23T10:00:00' }))).toEqual([
      '2026-11-23 10:00:00 hi[2]',
    ]);
  });
});

test('of a job that another process sends waits for it, though its row has lost its zone since', () => {
  const zoned = audienceOf({ name: 'members', timezone: { column: 'tz' } });
  const campaign = campaignOf({ audiences: [zoned], steps: [stepOf({ id: 'hello', uses: 'otp.send', forEach })] });
  const notBefore = Number.POSITIVE_INFINITY;
  const history = historyOf([record({ step: 'hello', key: '1', state: 'pending', notBefore })]);
  const rosters = people({ key: '1', tz: '' }, { key: '2', tz: 'Africa/Lagos' });
  expect(lines(turn({ campaign, rosters, history, now: '2026-11-23T10:00:00' }))).toEqual([
    '2026-11-23 10:00:00 hello[2]',
    '2026-11-23 10:00:00 hello open',
  ]);
});

test('while a job is in flight, a step that needs it does not start, and the scheduler says so', () => {
  const steps = [stepOf({ id: 'a', uses: 'sms.balance' }), stepOf({ id: 'b', uses: 'aivoice.pause', needs: ['a'] })];
  const now = at('2026-11-23T10:00:00');
  const scheduler = createScheduler({
    run: '1',
    campaign: campaignOf({ steps }),
    rosters: new Map(),
    history: noHistory,
    now,
  });
  const first = scheduler.next(now);
  expect(scheduler.next(now + 5)).toEqual({ kind: 'inFlight' });
  if (first.kind === 'start') scheduler.settle(first.job, { kind: 'settled', state: 'accepted' }, now + 40);
  const second = scheduler.next(now + 40);
  expect(second).toMatchObject({ kind: 'start', job: { step: { id: 'b' } } });
  expect(second.kind === 'start' && second.trace.holds()).toEqual([
    { rule: 'needs', until: now + 40, place: ['steps', 'b', 'needs'], need: 'a' },
  ]);
  expect(scheduler.progress().map(({ step, state }) => `${step} ${state}`)).toEqual(['a finished', 'b open']);
});

test('who was left out, and is in no list any more, stays counted as the record counts them', () => {
  const step = stepOf({ id: 'hello', uses: 'whatsapp.send', forEach });
  const scheduler = createScheduler({
    campaign: campaignOf({ audiences: [members], steps: [step] }),
    rosters: new Map([['members', named('1')[0]!]]),
    run: '1',
    history: historyOf([
      record({ step: 'hello', key: '1', state: 'accepted' }),
      record({ step: 'hello', key: '2', state: 'skipped', attempts: 0 }),
      record({ step: 'hello', key: '3', state: 'expired', attempts: 0 }),
    ]),
    now: at('2026-11-23T10:00:00'),
  });
  expect(scheduler.progress()[0]!.counts).toMatchObject({ pending: 0, accepted: 1, skipped: 1, expired: 1 });
});
