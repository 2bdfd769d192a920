import { describe, expect, test } from 'vitest';
import { auditStarts } from '../../src/audit/audit.ts';
import { byFormat } from '../../src/audit/audit-session.ts';
import type { AuditedStart } from '../../src/audit/audited-start.ts';
import type { LastInbound } from '../../src/campaign/campaign.ts';
import { planCampaign } from '../../src/plan/make-plan.ts';
import { sessionEndOf } from '../../src/schedule/audience-times.ts';
import { formatWall, nextChange, wallAt } from '../../src/time/local-time.ts';
import type { WallClock } from '../../src/time/wall-clock.ts';
import { readTimeFormat } from '../../src/time/written-time.ts';
import { audienceOf, campaignOf, noHistory, stepOf } from '../rig/campaign.ts';
import { fc, runs } from '../rig/properties.ts';
import { rosterOf } from '../rig/roster.ts';

const minute = 60_000;
const hour = 60 * minute;
const late = 'more than 24 hours after the last message';
const early = 'before the message that opens the session';

const usual = { lastInbound: { format: 'M/D/YY, h:mm:ss A', zone: 'America/New_York' } };

interface Given {
  readonly lastInbound?: Partial<LastInbound>;
  readonly timezone?: string;
  readonly guardMs?: number;
}

function messages(cells: readonly string[], { lastInbound, timezone = 'Africa/Lagos', guardMs = 0 }: Given = {}) {
  const hello = {
    forEach: { audience: 'members', where: {} },
    purpose: 'transactional',
    window: 'always',
    rate: { count: 1, perMs: 10 * minute },
  } as const;
  const campaign = campaignOf({
    timezone,
    limits: { guardMs },
    audiences: [audienceOf({ name: 'members', lastInbound: { column: 'last', ...lastInbound } })],
    steps: [stepOf({ id: 'hello', uses: 'whatsapp.send', ...hello })],
  });
  const rows = cells.map((last, index) => ({ key: String(100 + index), last }));
  return { campaign, rosters: new Map([['members', rosterOf('members', rows)]]) };
}

/** What the auditor says of a message at this instant, and on how many starts it checked the sessions. */
function look(cell: string, at: string | number, { isPlan = false, ...given }: Given & { isPlan?: boolean } = {}) {
  const starts = [{ steps: ['hello'], key: '100', at: new Date(at).getTime() }];
  const past = isPlan ? {} : { remembers: () => true };
  const input = { ...messages([cell], given), starts, uninterrupted: true, jitterMs: 0, ...past };
  const { findings, checkedOn } = auditStarts(input);
  return [checkedOn.session, ...findings.map(({ message }) => message)];
}

describe('a session that a local time opened', () => {
  test.each([
    ['in the campaign’s zone', '2026-11-28 18:05', {}, '2026-11-29T17:05:00Z'],
    ['with seconds', '2026-11-28T18:05:09', {}, '2026-11-29T17:05:09Z'],
    ['with a fraction', '2026-11-28 18:05:09.2509', {}, '2026-11-29T17:05:09.250Z'],
    ['in a zone of its own', '2026-11-28 18:05', { lastInbound: { zone: 'Asia/Kathmandu' } }, '2026-11-29T12:20:00Z'],
    ['by a format', '28.11.2026 18:05', { lastInbound: { format: 'DD.MM.YYYY HH:mm' } }, '2026-11-29T17:05:00Z'],
    ['by a format with a zone', '11/8/26, 6:05:09\u202fp.m.', usual, '2026-11-09T23:05:09Z'],
    [
      'beside those of a format',
      '2026-11-28T17:05:00Z',
      { lastInbound: { format: 'D.M.YYYY HH:mm' } },
      '2026-11-29T17:05:00Z',
    ],
    ['of a spring day', '2026-03-28 18:05', { timezone: 'Europe/Berlin' }, '2026-03-29T17:05:00Z'],
    ['an hour that does not occur', '2026-03-29 02:30', { timezone: 'Europe/Berlin' }, '2026-03-30T01:00:00Z'],
    ['with an offset', '2026-11-28 18:05 +01', {}, '2026-11-29T17:05:00Z'],
    ['as BigQuery writes it', '2026-11-28 17:05:00 UTC', {}, '2026-11-29T17:05:00Z'],
    ['as Spaniards write it', '11/8/26, 6:05:09 p. m.', usual, '2026-11-09T23:05:09Z'],
  ])('is over 24 hours later: %s', (_, cell, given, end) => {
    const at = Date.parse(end);
    expect(look(cell, at - 1, given)).toEqual([1]);
    expect(look(cell, at, given)).toEqual([1, late]);
  });

  test('begins with the message, or five minutes earlier by another clock; in the state file it may be a later one', () => {
    const opened = Date.parse('2026-11-28T17:05:00Z');
    expect(look('2026-11-28 18:05', opened - 5 * minute, { isPlan: true })).toEqual([1]);
    expect(look('2026-11-28 18:05', opened - 5 * minute - 1, { isPlan: true })).toEqual([1, early]);
    expect(look('2026-11-28 18:05', opened - 5 * minute - 1)).toEqual([1]);
  });

  test('may have begun in either of the two hours when the clocks go back', () => {
    const given = { timezone: 'Europe/Berlin', isPlan: true };
    const [first, second] = [Date.parse('2026-10-25T00:30:00Z'), Date.parse('2026-10-25T01:30:00Z')];
    expect(look('2026-10-25 02:30', first, given)).toEqual([1]);
    expect(look('2026-10-25 02:30', second - 20 * minute, given)).toEqual([1]);
    expect(look('2026-10-25 02:30', second + 24 * hour, given)).toEqual([1, late]);
  });

  test.each([
    ['a word', 'yesterday', {}],
    ['a day alone', '2026-11-28', {}],
    ['a day that does not exist', '2026-02-30 18:05', {}],
    ['the number of a day', '45989', {}],
    ['the digits of a clock', '20261128180500', {}],
    ['another format', '2026-11-28 18:05', { lastInbound: { format: 'DD.MM.YYYY HH:mm' } }],
    ['no such zone', '2026-11-28 18:05', { timezone: 'Europe/Nowhere' }],
  ])('is not judged, and not counted, where the time cannot be read: %s', (_, cell, given) => {
    expect(look(cell, '2026-12-24T12:00:00Z', given)).toEqual([0]);
  });

  test('was never there if the cell is empty, whatever the format', () => {
    const never = [1, 'no session: the recipient has never written'];
    expect(look(' ', '2026-11-28T12:00:00Z')).toEqual(never);
    expect(look('', '2026-11-28T12:00:00Z', { lastInbound: { format: 'DD.MM.YYYY HH:mm' } })).toEqual(never);
  });
});

/** Every way to write a date and a time that a format knows. */
const formats = fc
  .record({
    date: fc.constantFrom('YYYY-MM-DD', 'DD/MM/YYYY', 'D.M.YY', 'M/D/YYYY', '(YYYY) M-D', 'YY-MM-D'),
    between: fc.constantFrom(' ', ', ', 'T', ' | '),
    time: fc.constantFrom('HH:mm', 'H.mm', 'HH:mm:ss', 'h:mm A', 'hh:mm:ss A', 'A h:mm'),
    isTimeFirst: fc.boolean(),
  })
  .map(({ date, between, time, isTimeFirst }) => (isTimeFirst ? [time, date] : [date, time]).join(between));

function write(wall: WallClock, format: string): string {
  const [year, month, day, hours, minutes, seconds] = formatWall(wall).split(/\D/) as [string, ...string[]];
  const half = String(Number(hours) % 12 || 12);
  const written: Readonly<Record<string, string | undefined>> = {
    YYYY: year,
    YY: year.slice(2),
    MM: month,
    M: String(Number(month)),
    DD: day,
    D: String(Number(day)),
    HH: hours,
    H: String(Number(hours)),
    hh: half.padStart(2, '0'),
    h: half,
    mm: minutes,
    ss: seconds,
    A: Number(hours) < 12 ? 'AM' : 'p.m.',
  };
  return format.replace(/[YMDHhmsA]+/g, (token) => written[token] ?? token);
}

const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'));
const year = [Date.UTC(2026, 0, 2), Date.UTC(2027, 0, 2)] as const;
const changes = zones.flatMap((zone) => {
  const first = nextChange(zone, ...year);
  const second = first === undefined ? undefined : nextChange(zone, first, year[1]);
  return [first, second].flatMap((at) => (at === undefined ? [] : [{ zone, at }]));
});

/** A zone and an instant near which its clocks change, or where they do not. */
const changing = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...changes) },
  fc.record({ zone: fc.constantFrom(...zones), at: fc.integer({ min: year[0], max: year[1] }) }),
);

describe('planner and auditor, each by its own code,', () => {
  test('read a cell alike, also one with a mistake', () => {
    const slip = fc.record({ at: fc.nat(20), text: fc.constantFrom('', '0', '3', '9', ' ', 'x', '.') });
    const wall = fc.integer({ min: year[0] / 1000, max: year[1] / 1000 }).map((seconds) => seconds * 1000);
    let read = 0;
    fc.assert(
      fc.property(formats, wall, fc.option(slip), (format, time, made) => {
        const right = write(time, format);
        const cell = made === null ? right : right.slice(0, made.at) + made.text + right.slice(made.at + 1);
        const ofPlanner = readTimeFormat(format);
        const planned = typeof ofPlanner === 'string' ? undefined : ofPlanner(cell.trim());
        // A slip may have made it the year 26.
        fc.pre(planned === undefined || planned > Date.UTC(2000));
        if (planned !== undefined) read++;
        expect(byFormat(format)(cell.trim())).toBe(planned && formatWall(planned).replace('T', ' '));
      }),
      { numRuns: runs(20_000) },
    );
    expect(read).toBeGreaterThan(runs(6_000));
  });

  test('agree on sessions in all zones, around clock changes too; and a message an hour too late is found', () => {
    const near = fc.integer({ min: -130, max: 130 }).map((minutes) => minutes * minute);
    let started = 0;
    fc.assert(
      fc.property(
        changing,
        fc.option(formats, { nil: undefined }),
        fc.constantFrom(0, 1, 23, 24, 25),
        fc.array(near, { minLength: 5, maxLength: 10 }),
        fc.tuple(near, fc.constantFrom(0, 2000)),
        ({ zone, at }, format, hours, wrote, [more, guardMs]) => {
          const change = Math.floor(at / minute) * minute;
          const cells = wrote.map((offset) => {
            const wall = wallAt(change, zone) + offset;
            return format === undefined ? formatWall(wall).replace('T', ' ') : write(wall, format);
          });
          const lastInbound = { column: 'last', zone, ...(format === undefined ? {} : { format }) };
          const given = messages(cells, { lastInbound, guardMs });
          const audit = (starts: readonly AuditedStart[]) =>
            auditStarts({ ...given, starts, uninterrupted: true, jitterMs: 0 });
          const starts: AuditedStart[] = [];
          planCampaign({
            ...given,
            history: noHistory,
            now: change + hours * hour + more,
            run: '1',
            fileHashes: {},
            tzdata: '',
            onJob: ({ id: { step, key }, at }) => {
              if (at !== undefined) starts.push({ steps: [step], key, at });
            },
          });
          started += starts.length;
          const { findings, checkedOn } = audit(starts);
          expect(findings).toEqual([]);
          expect(checkedOn.session).toBe(starts.length);

          // Only there the clocks go back by two hours.
          const longestMs = (zone === 'Antarctica/Troll' ? 2 : 1) * hour;
          const tooLate = cells.map((cell, index) => ({
            steps: ['hello'],
            key: String(100 + index),
            at: sessionEndOf(cell, lastInbound, zone) + longestMs + Math.abs(more),
          }));
          const found = audit(tooLate).findings.filter(({ rule }) => rule === 'session');
          expect(found.map(({ message }) => message)).toEqual(cells.map(() => late));
        },
      ),
      { numRuns: runs(2_000) },
    );
    expect(started).toBeGreaterThan(runs(4_000));
  });
});
