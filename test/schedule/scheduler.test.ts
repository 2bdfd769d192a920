import { describe, expect, test } from 'vitest';
import type { Scalar } from '../../src/audience/scalar.ts';
import type { Step } from '../../src/campaign/campaign.ts';
import { createScheduler } from '../../src/schedule/create-scheduler.ts';
import { instantOf } from '../../src/time/local-time.ts';
import { audienceOf, campaignOf, everyDay, noHistory, stepOf } from '../rig/campaign.ts';
import { rosterOf } from '../rig/roster.ts';
import { lines, turn } from '../rig/turn.ts';

type Row = Readonly<Record<string, Scalar | undefined>>;
const people = (...rows: readonly Row[]) => [rosterOf('members', rows)];
const named = (...keys: readonly string[]) => people(...keys.map((key) => ({ key })));
const forEach = { audience: 'members', where: {} };
const members = audienceOf({ name: 'members' });
const at = (local: string) => instantOf(local, 'Africa/Lagos');

describe('order', () => {
  const chain = [
    stepOf({ id: 'funds', uses: 'sms.balance' }),
    stepOf({ id: 'greeting', uses: 'audio.upload', needs: ['funds'] }),
    stepOf({ id: 'hello', uses: 'otp.send', needs: ['greeting'], delayMs: 90 * 60_000, forEach }),
  ];
  const campaign = campaignOf({ audiences: [members], steps: chain, starts: '2026-11-23T10:00:00' });

  test('follows the needs, with delays counted from their end', () => {
    expect(lines(turn({ campaign, rosters: named('1', '2'), now: '2026-11-23T08:00:00' }))).toEqual([
      '2026-11-23 10:00:00 funds starts',
      '2026-11-23 10:00:00 greeting starts',
      '2026-11-23 11:30:00 hello[1] delay',
      '2026-11-23 11:30:00 hello[2] delay',
    ]);
  });

  test('without needs follows the start, with delays counted from it', () => {
    const steps = [stepOf({ id: 'pause', uses: 'aivoice.pause', delayMs: 5_400_000 })];
    const campaign = campaignOf({ steps, starts: '2026-11-23T10:00:00' });
    expect(lines(turn({ campaign, now: '2026-11-23T09:00:00' }))).toEqual(['2026-11-23 11:30:00 pause delay']);
    expect(lines(turn({ campaign, now: '2026-11-23T11:00:00' }))).toEqual(['2026-11-23 11:30:00 pause delay']);
  });

  test('ends where a single job is rejected: the steps that need it stay pending', () => {
    const settle = ({ step }: { readonly step: Step }) =>
      ({ kind: 'settled', state: step.id === 'greeting' ? 'rejected' : 'accepted' }) as const;
    expect(lines(turn({ campaign, rosters: named('1'), now: '2026-11-23T10:30:00', settle }))).toEqual([
      '2026-11-23 10:30:00 funds',
      '2026-11-23 10:30:00 greeting',
      '2026-11-23 10:30:00 hello blocked greeting:rejected',
    ]);
  });

  test('waits for a person where a single job is in doubt, and no step runs as if it had failed', () => {
    const steps = [...chain, stepOf({ id: 'stopRobots', uses: 'aivoice.pause', runs: 'on-failure' })];
    const settle = ({ step }: { readonly step: Step }) =>
      ({ kind: 'settled', state: step.id === 'greeting' ? 'inDoubt' : 'accepted' }) as const;
    const turned = turn({ campaign: { ...campaign, steps }, rosters: named('1'), now: '2026-11-23T10:30:00', settle });
    expect(lines(turned)).toEqual([
      '2026-11-23 10:30:00 funds',
      '2026-11-23 10:30:00 greeting',
      '2026-11-23 10:30:00 hello blocked greeting:inDoubt',
      '2026-11-23 10:30:00 stopRobots blocked greeting:inDoubt',
    ]);
  });

  test('opens the next step when every recipient is settled, whatever the outcome', () => {
    const steps = [
      stepOf({ id: 'hello', uses: 'whatsapp.send', forEach }),
      stepOf({ id: 'funds', uses: 'sms.balance', needs: ['hello'] }),
    ];
    const states = { 1: 'accepted', 2: 'rejected', 3: 'inDoubt' } as const;
    const turned = turn({
      campaign: campaignOf({ audiences: [members], steps }),
      rosters: named('1', '2', '3'),
      now: '2026-11-23T10:00:00',
      settle: ({ key }) => ({ kind: 'settled', state: states[key as unknown as keyof typeof states] ?? 'accepted' }),
    });
    expect(lines(turned).at(-1)).toBe('2026-11-23 10:00:00 funds');
  });

  test('shares the rate among steps that do not need each other', () => {
    const steps = [stepOf({ id: 'a', uses: 'otp.send', forEach }), stepOf({ id: 'b', uses: 'sms.backfill', forEach })];
    const campaign = campaignOf({ audiences: [members], steps, limits: { rate: { count: 2, perMs: 1000 } } });
    expect(lines(turn({ campaign, rosters: named('1', '2'), now: '2026-11-23T10:00:00' }))).toEqual([
      '2026-11-23 10:00:00 a[1]',
      '2026-11-23 10:00:00.500 b[1] rate',
      '2026-11-23 10:00:01 a[2] rate',
      '2026-11-23 10:00:01.500 b[2] rate',
    ]);
  });
});

describe('a step that runs on failure', () => {
  const steps = [
    stepOf({ id: 'hello', uses: 'otp.send', forEach }),
    stepOf({ id: 'stopRobots', uses: 'aivoice.pause', runs: 'on-failure' }),
    stepOf({ id: 'funds', uses: 'sms.balance', runs: 'always' }),
  ];
  const campaign = campaignOf({ audiences: [members], steps });

  test('is not needed when nothing failed; a step that always runs is last', () => {
    expect(lines(turn({ campaign, rosters: named('1'), now: '2026-11-23T10:00:00' }))).toEqual([
      '2026-11-23 10:00:00 hello[1]',
      '2026-11-23 10:00:00 stopRobots skipped notNeeded',
      '2026-11-23 10:00:00 funds',
      '2026-11-23 10:00:00 stopRobots notNeeded',
    ]);
  });

  test('runs after all others when one of them was rejected, or a step was stopped', () => {
    const refused = turn({
      campaign: { ...campaign, steps: [stepOf({ id: 'bindings', uses: 'axb.list' }), ...steps] },
      rosters: named('1'),
      now: '2026-11-23T10:00:00',
      settle: ({ step }) => ({ kind: 'settled', state: step.id === 'hello' ? 'rejected' : 'accepted' }),
    });
    expect(lines(refused)).toContain('2026-11-23 10:00:00 stopRobots');
    const stopped = turn({
      campaign,
      rosters: named('1', '2'),
      now: '2026-11-23T10:00:00',
      settle: ({ step }) =>
        step.id === 'hello' ? { kind: 'stopStep', reason: '-29' } : { kind: 'settled', state: 'accepted' },
    });
    expect(lines(stopped)).toEqual([
      '2026-11-23 10:00:00 hello[1]',
      '2026-11-23 10:00:00 stopRobots',
      '2026-11-23 10:00:00 funds',
      '2026-11-23 10:00:00 hello stopped -29',
    ]);
  });
});

describe('windows', () => {
  const withZones = audienceOf({ name: 'members', timezone: { column: 'tz' } });
  const step = stepOf({ id: 'hello', uses: 'otp.send', forEach });

  test('are in the recipient’s own time; without a zone there is no call', () => {
    const campaign = campaignOf({ audiences: [withZones], steps: [step] });
    const rosters = people(
      { key: '1', tz: 'America/New_York' },
      { key: '2', tz: 'Asia/Kathmandu' },
      { key: '3', tz: '' },
      { key: '4', tz: 'Mars/Olympus' },
      { key: '5', tz: 'Africa/Lagos' },
      // A zone must have the IANA's spelling, as in the check.
      { key: '6', tz: 'africa/lagos' },
    );
    expect(lines(turn({ campaign, rosters, now: '2026-11-23T04:00:00' }))).toEqual([
      '2026-11-23 04:00:00 hello[3] skipped noTimezone',
      '2026-11-23 04:00:00 hello[4] skipped unknownTimezone',
      '2026-11-23 04:00:00 hello[6] skipped unknownTimezone',
      '2026-11-23 04:15:00 hello[2] window',
      '2026-11-23 09:00:00 hello[5] window',
      '2026-11-23 15:00:00 hello[1] window',
    ]);
  });

  test('hold what the rate did not allow until the next opening, evenly, and start nobody at the instant at which they close', () => {
    const limits = { rate: { count: 1, perMs: 60_000 }, guardMs: 0 };
    const campaign = campaignOf({ audiences: [members], steps: [step], limits });
    expect(lines(turn({ campaign, rosters: named('1', '2', '3', '4'), now: '2026-11-23T19:58:00' }))).toEqual([
      '2026-11-23 19:58:00 hello[1]',
      '2026-11-23 19:59:00 hello[2] rate',
      '2026-11-24 09:00:00 hello[3] rate',
      '2026-11-24 09:01:00 hello[4] rate',
    ]);
  });

  test('that open after the end drop everybody at once', () => {
    const campaign = campaignOf({ audiences: [members], steps: [step], ends: '2026-11-24T09:00:00' });
    expect(lines(turn({ campaign, rosters: named('1', '2'), now: '2026-11-23T20:00:00' }))).toEqual([
      '2026-11-23 20:00:00 hello[1] expired ends',
      '2026-11-23 20:00:00 hello[2] expired ends',
    ]);
  });

  test.each([undefined, '2026-11-24T09:00:00'])('that never open give that as the reason, with end %s', (ends) => {
    const never = { ...everyDay, days: [] };
    const campaign = campaignOf({ audiences: [members], steps: [{ ...step, window: never }], ...(ends && { ends }) });
    expect(lines(turn({ campaign, rosters: named('1'), now: '2026-11-23T10:00:00' }))).toEqual([
      '2026-11-23 10:00:00 hello[1] skipped noOpening',
    ]);
  });

  test('that only days of a year without a calendar keep closed are not said never to open', () => {
    const calendars = new Map([['NG', { years: new Set(['2026']), names: new Map() }]]);
    const window = { ...everyDay, holidays: { of: 'NG', calendars } };
    const campaign = campaignOf({ audiences: [members], steps: [{ ...step, window }], ends: '2026-12-31T23:00:00' });
    expect(lines(turn({ campaign, rosters: named('1'), now: '2026-12-31T20:30:00' }))).toEqual([
      '2026-12-31 20:30:00 hello[1] expired ends',
    ]);
  });

  test('are checked again after a sleep: overdue jobs wait for the next opening', () => {
    const campaign = campaignOf({ audiences: [members], steps: [step], limits: { rate: { count: 10, perMs: 1000 } } });
    const scheduler = createScheduler({
      run: '1',
      campaign,
      rosters: new Map([['members', named('1', '2')[0]!]]),
      history: noHistory,
      now: at('2026-11-23T19:59:50'),
    });
    expect(scheduler.next(at('2026-11-23T19:59:50')).kind).toBe('start');
    expect(scheduler.next(at('2026-11-24T02:00:00'))).toEqual({
      kind: 'wait',
      until: at('2026-11-24T09:00:00'),
      heldBy: 'window',
      step: 'hello',
    });
  });

  test('do not hold a transactional step that may start at any hour', () => {
    const steps = [{ ...step, window: 'always', purpose: 'transactional' } as const];
    const campaign = campaignOf({ audiences: [members], steps });
    expect(lines(turn({ campaign, rosters: named('1'), now: '2026-11-23T03:00:00' }))).toEqual([
      '2026-11-23 03:00:00 hello[1]',
    ]);
  });
});

describe('deadlines', () => {
  const sessions = audienceOf({ name: 'members', timezone: { column: 'tz' }, lastInbound: { column: 'last' } });
  const step = stepOf({ id: 'hello', uses: 'whatsapp.send', forEach });
  const limits = { rate: { count: 1, perMs: 60_000 } };

  test('decide the order: the session that closes first goes first, then the order of the file', () => {
    const campaign = campaignOf({ audiences: [sessions], steps: [step], limits });
    const rosters = people(
      { key: '1', tz: 'Africa/Lagos', last: '2026-11-23T08:00:00Z' },
      { key: '2', tz: 'Africa/Lagos', last: '2026-11-22T10:00:00Z' },
      { key: '3', tz: 'Africa/Johannesburg', last: '2026-11-22T09:30:00Z' },
      { key: '4', tz: 'Africa/Lagos', last: '2026-11-23T08:00:00Z' },
      { key: '5', tz: 'Africa/Lagos', last: '2026-11-22T08:59:00Z' },
      { key: '6', tz: 'Africa/Lagos' },
      { key: '7', tz: 'Africa/Lagos', last: 'yesterday' },
    );
    expect(lines(turn({ campaign, rosters, now: '2026-11-23T10:00:00' }))).toEqual([
      '2026-11-23 10:00:00 hello[5] skipped sessionClosed',
      '2026-11-23 10:00:00 hello[6] skipped noSession',
      '2026-11-23 10:00:00 hello[7] skipped badLastInbound',
      '2026-11-23 10:00:00 hello[3]',
      '2026-11-23 10:01:00 hello[2] rate',
      '2026-11-23 10:02:00 hello[1] rate',
      '2026-11-23 10:03:00 hello[4] rate',
    ]);
  });

  test('a last message from the future opens no session, but a difference of minutes between clocks is allowed', () => {
    const campaign = campaignOf({ audiences: [sessions], steps: [step], starts: '2026-11-23T10:00:00' });
    const rosters = people(
      { key: '1', tz: 'Africa/Lagos', last: '2026-11-23T09:05:00Z' },
      { key: '2', tz: 'Africa/Lagos', last: '2026-11-23T09:05:01Z' },
      { key: '3', tz: 'Africa/Lagos', last: '2027-11-22T20:00:00Z' },
      // Milliseconds of another century.
      { key: '4', tz: 'Africa/Lagos', last: '9763913600000' },
      { key: '5', tz: 'Africa/Lagos', last: '2026-11-23 09:59' },
    );
    const turned = (now: string) => lines(turn({ campaign, rosters, now }));
    const skipped = (key: number) => `2026-11-23 10:00:00 hello[${key}] skipped futureLastInbound`;
    // Decided when the step opens, not when the plan is made.
    expect(turned('2026-11-21T08:00:00')).toEqual([
      skipped(2),
      skipped(3),
      skipped(4),
      '2026-11-23 10:00:00 hello[5] starts',
      '2026-11-23 10:00:00 hello[1] starts',
    ]);
    expect(turned('2026-11-23T10:00:01')[2]).toBe('2026-11-23 10:00:01 hello[5]');
  });

  test('count the last closing of the window before them, not the night', () => {
    const campaign = campaignOf({ audiences: [sessions], steps: [step], limits });
    const rosters = people(
      { key: '1', tz: 'Africa/Lagos', last: '2026-11-22T22:00:00Z' },
      { key: '2', tz: 'Africa/Johannesburg', last: '2026-11-22T23:00:00Z' },
    );
    expect(lines(turn({ campaign, rosters, now: '2026-11-23T18:58:30' }))).toEqual([
      '2026-11-23 18:58:30 hello[2]',
      '2026-11-23 18:59:30 hello[1] rate',
    ]);
  });

  test('that pass while the rate holds a job drop it', () => {
    const campaign = campaignOf({ audiences: [sessions], steps: [{ ...step, until: '2026-11-23T10:03:00' }], limits });
    const last = '2026-11-22T09:01:30Z';
    const rosters = people(
      { key: '1', tz: 'Africa/Lagos', last },
      { key: '2', tz: 'Africa/Lagos', last },
      { key: '3', tz: 'Africa/Lagos', last },
      { key: '4', tz: 'Africa/Lagos', last: '2026-11-23T08:00:00Z' },
      { key: '5', tz: 'Africa/Lagos', last: '2026-11-23T08:00:00Z' },
    );
    expect(lines(turn({ campaign, rosters, now: '2026-11-23T10:00:00' }))).toEqual([
      '2026-11-23 10:00:00 hello[1]',
      '2026-11-23 10:01:00 hello[2] rate',
      '2026-11-23 10:02:00 hello[3] skipped sessionClosed',
      '2026-11-23 10:02:00 hello[4] rate',
      '2026-11-23 10:03:00 hello[5] expired until',
    ]);
  });
});

describe('recipients', () => {
  test('without a value that the text needs, or without the required outcome, are skipped with the reason', () => {
    const steps = [
      stepOf({
        id: 'hello',
        uses: 'otp.send',
        forEach,
        reads: { columns: ['name'], cells: ['name'], steps: [], optionalSteps: [] },
      }),
      stepOf({
        id: 'call',
        uses: 'otp.send',
        forEach: { ...forEach, onlyIf: { step: 'hello', outcomes: ['rejected'] } },
      }),
      stepOf({
        id: 'report',
        uses: 'sms.backfill',
        needs: ['call'],
        forEach,
        reads: { columns: [], cells: [], steps: ['hello'], optionalSteps: [] },
      }),
    ];
    const turned = turn({
      campaign: campaignOf({ audiences: [members], steps }),
      rosters: people({ key: '1', name: 'Ada' }, { key: '2', name: '' }, { key: '3', name: 'Obi' }),
      now: '2026-11-23T10:00:00',
      settle: ({ step, key }) => ({
        kind: 'settled',
        state: step.id === 'hello' && key === '3' ? 'rejected' : 'accepted',
      }),
    });
    expect(lines(turned)).toEqual([
      '2026-11-23 10:00:00 hello[2] skipped missing:name',
      '2026-11-23 10:00:00 hello[1]',
      '2026-11-23 10:00:00 hello[3]',
      '2026-11-23 10:00:00 call[1] skipped onlyIf:hello',
      '2026-11-23 10:00:00 call[2] skipped onlyIf:hello',
      '2026-11-23 10:00:00 call[3]',
      '2026-11-23 10:00:00 report[2] skipped noOutput:hello',
      '2026-11-23 10:00:00 report[3] skipped noOutput:hello',
      '2026-11-23 10:00:00 report[1]',
    ]);
  });
});

test('each of hundreds of reasons for which a step leaves somebody out is theirs', () => {
  const columns = Array.from({ length: 300 }, (_, index) => `c${index}`);
  const row = (index: number): Row => ({
    key: String(index + 1),
    ...Object.fromEntries(columns.map((column, at) => [column, at === index ? '' : 'x'])),
  });
  const reads = { columns, cells: [], steps: [], optionalSteps: [] };
  const campaign = campaignOf({
    audiences: [members],
    steps: [stepOf({ id: 'hello', uses: 'otp.send', forEach, reads })],
  });
  const turned = turn({
    campaign,
    rosters: people(...columns.map((_, index) => row(index))),
    now: '2026-11-23T10:00:00',
  });
  expect(lines(turned)).toEqual(
    columns.map((column, index) => expect.stringContaining(`hello[${index + 1}] skipped missing:${column}`)),
  );
});
