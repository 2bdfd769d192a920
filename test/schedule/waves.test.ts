import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Part } from '../../src/campaign/audiences/part.ts';
import type { Waves } from '../../src/campaign/campaign.ts';
import type { JobRecord, JobState } from '../../src/job/job.ts';
import type { Promotion, WaveLog } from '../../src/job/waves.ts';
import type { ScheduledJob, Settlement } from '../../src/schedule/scheduler.ts';
import { isBroken, waveHash } from '../../src/schedule/waves.ts';
import { audienceOf, campaignOf, historyOf, stepOf } from '../rig/campaign.ts';
import { rosterOf } from '../rig/roster.ts';
import { lines, turn } from '../rig/turn.ts';

const vectors = JSON.parse(readFileSync(new URL('../golden/wave-hashes.json', import.meta.url), 'utf8')) as [
  campaign: string,
  run: string,
  step: string,
  key: string,
  hash: number,
][];

test.each(vectors)('the hash of %s, run %s, step %s, and %s never changes', (campaign, run, step, key, hash) => {
  expect(waveHash({ campaign, run, step }, key)).toBe(hash);
});

const members = audienceOf({ name: 'members' });
const keys = (count: number, from = 0): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(2348012345000 + from + index));
const persons = (list: readonly string[]) => [
  rosterOf(
    'members',
    list.map((key) => ({ key })),
  ),
];
const none = { atLeast: 20 };

function campaign(waves: Partial<Waves> = {}, more: Partial<Parameters<typeof campaignOf>[0]> = {}) {
  const all: Waves = {
    sizes: [{ count: 2 }, { share: 0.3 }, 'rest'],
    afterMs: 0,
    promote: 'person',
    haltIf: none,
    ...waves,
  };
  const forEach = { audience: 'members', where: {}, waves: all };
  return campaignOf({ audiences: [members], steps: [stepOf({ id: 'hello', uses: 'otp.send', forEach })], ...more });
}

/** What a run recorded, as the next process reads it. */
function recorded(
  turned: ReturnType<typeof turn>,
  promoted: readonly Promotion[] = [],
  state: 'accepted' | 'rejected' | 'inDoubt' = 'accepted',
) {
  const jobs = turned.flatMap(({ kind, job, at }) =>
    kind === 'start' ? [{ step: 'hello', key: job!.key!, state, attempts: 1, at, firstAt: at, settledAt: at }] : [],
  );
  const log: WaveLog = { begun: turned.flatMap(({ begun }) => begun ?? []), promoted };
  return historyOf(jobs, [], undefined, log);
}
const started = (turned: ReturnType<typeof turn>) =>
  turned.flatMap(({ kind, job }) => (kind === 'start' ? [job!.key!] : []));
const now = '2026-11-23T10:00:00';
const begin = (wave: number): Promotion => ({ step: 'hello', wave, what: 'begin' });

describe('waves', () => {
  test('are sent one after another; where no person is there, each begins when the one before is over', () => {
    const rosters = persons(keys(10));
    const turned = turn({ campaign: campaign(), rosters, now, promotes: 'all' });
    expect(lines(turned).filter((line) => line.includes('wave'))).toEqual([
      '2026-11-23 10:00:00 hello wave 1 2 of 10',
      '2026-11-23 10:00:00 hello wave 2 5 of 10',
      '2026-11-23 10:00:00 hello wave 3 10 of 10',
    ]);
    const order = turned.map(({ kind }) => kind).join(' ');
    expect(order).toBe('wave start start wave start start start wave start start start start start');
    expect(new Set(started(turned)).size).toBe(10);
  });

  test('hold those with the smallest hashes first, wherever they are in the file', () => {
    const all = keys(40);
    const byHash = all.toSorted((a, b) => hashOf(a) - hashOf(b));
    const first = turn({ campaign: campaign({ sizes: [{ count: 7 }, 'rest'] }), rosters: persons(all), now });
    expect(started(first).toSorted()).toEqual(byHash.slice(0, 7).toSorted());
    const turnedRound = turn({
      campaign: campaign({ sizes: [{ count: 7 }, 'rest'] }),
      rosters: persons(all.toReversed()),
      now,
    });
    expect(started(turnedRound).toSorted()).toEqual(started(first).toSorted());
  });

  test('wait for a person', () => {
    const turned = turn({ campaign: campaign(), rosters: persons(keys(10)), now, waits: true });
    expect(lines(turned).slice(-2)).toEqual([
      '2026-11-23 10:00:00 hello wave 1 is over',
      '2026-11-23 10:00:00 wait wave',
    ]);
    expect(started(turned)).toHaveLength(2);
  });

  test('begin again where the process before has left them, and the next one when a person says so', () => {
    const rosters = persons(keys(10));
    const first = turn({ campaign: campaign(), rosters, now });
    expect(started(turn({ campaign: campaign(), rosters, now, history: recorded(first) }))).toEqual([]);
    const second = turn({ campaign: campaign(), rosters, now, history: recorded(first, [begin(1)]) });
    expect(started(second)).toHaveLength(3);
    expect(started(second).some((key) => started(first).includes(key))).toBe(false);
  });

  test('begin by themselves after a time, or after a time and a person, as `between` says', () => {
    const rosters = persons(keys(10));
    const hour = { afterMs: 3_600_000 };
    const alone = turn({ campaign: campaign({ ...hour, promote: 'auto' }), rosters, now });
    expect(lines(alone).findLast((line) => / of \d/.test(line))).toBe('2026-11-23 12:00:00 hello wave 3 10 of 10');
    const both = turn({ campaign: campaign(hour), rosters, now });
    const log = recorded(both, [begin(1)]);
    const second = turn({ campaign: campaign(hour), rosters, now: '2026-11-23T10:30:00', history: log });
    expect(lines(second)[0]).toBe('2026-11-23 11:00:00 hello wave 2 5 of 10');
    // A person may shorten the time where nobody must say anything.
    const sooner = turn({
      campaign: campaign({ ...hour, promote: 'auto' }),
      rosters,
      now: '2026-11-23T10:30:00',
      history: log,
    });
    expect(lines(sooner)[0]).toBe('2026-11-23 10:30:00 hello wave 2 5 of 10');
  });

  test('keep their size when the list or the sizes are edited under way', () => {
    const first = turn({ campaign: campaign({ sizes: [{ count: 4 }, 'rest'] }), rosters: persons(keys(10)), now });
    expect(started(first)).toHaveLength(4);
    const three = recorded(first.slice(0, 4));
    const larger = persons(keys(10_000, -50));
    const edited = campaign({ sizes: [{ share: 0.5 }, 'rest'] });
    expect(started(turn({ campaign: edited, rosters: larger, now, history: three }))).toHaveLength(1);
  });

  test('halt at once when they are broken, and go on when a person says so', () => {
    const rosters = persons(keys(100));
    const settle = (job: ScheduledJob): Settlement => ({
      kind: 'settled',
      state: hashOf(job.key!) % 2 === 0 ? 'rejected' : 'accepted',
    });
    const broken = campaign({ sizes: [{ count: 60 }, 'rest'], haltIf: { rejected: { share: 0.2 }, atLeast: 30 } });
    const turned = turn({ campaign: broken, rosters, now, settle });
    expect(started(turned)).toHaveLength(30);
    expect(lines(turned).at(-1)).toMatch(/wave 1 is under way broken \{"accepted":\d+,"rejected":\d+,"inDoubt":0\}$/);
    // The next process halts before it starts anything.
    expect(
      started(turn({ campaign: broken, rosters, now, settle, history: recorded(turned, [], 'rejected') })),
    ).toEqual([]);
    const goOn = recorded(turned, [{ step: 'hello', wave: 0, what: 'goOn' }], 'rejected');
    expect(started(turn({ campaign: broken, rosters, now, settle, history: goOn }))).toHaveLength(30);
  });

  test.each([7, 14, 28, 55, 56])('are broken by a share of %d % when so many of 100 are rejected', (percent) => {
    const haltIf = { rejected: { share: percent / 100 }, atLeast: 20 };
    const isBrokenBy = (rejected: number): boolean =>
      isBroken(
        { sizes: ['rest'], afterMs: 0, promote: 'person', haltIf },
        { accepted: 100 - rejected, rejected, inDoubt: 0 },
        false,
      );
    expect([isBrokenBy(percent - 1), isBrokenBy(percent)]).toEqual([false, true]);
  });

  test('halt by what became of their own people, also where a person has decided since about those before', () => {
    const at = (time: string): number => Date.parse(`2026-11-23T${time}:00Z`);
    const of = (keysOf: readonly string[], state: JobState, firstAt: number, last = firstAt) =>
      keysOf.map((key) => ({ step: 'hello', key, state, attempts: 1, at: last, firstAt, settledAt: last }));
    const before = { accepted: 0, rejected: 0, inDoubt: 0 };
    const wave = { step: 'hello', of: 10 };
    const log: WaveLog = {
      begun: [
        { ...wave, wave: 0, at: at('08:00'), people: 2, before },
        { ...wave, wave: 1, at: at('08:30'), people: 7, before: { ...before, rejected: 2 } },
      ],
      promoted: [begin(1)],
    };
    const careful = campaign({
      sizes: [{ count: 2 }, { count: 5 }, 'rest'],
      haltIf: { rejected: { count: 2 }, atLeast: 20 },
    });
    // The first two were rejected, and were sent again in the second wave.
    const jobs = [...of(keys(2), 'accepted', at('08:00'), at('08:40')), ...of(keys(2, 2), 'rejected', at('08:31'))];
    const turned = turn({
      campaign: careful,
      rosters: persons(keys(10)),
      now,
      history: historyOf(jobs, [], undefined, log),
    });
    expect(started(turned)).toEqual([]);
    expect(lines(turned)).toEqual([
      '2026-11-23 10:00:00 hello wave 2 is under way broken {"accepted":0,"rejected":2,"inDoubt":0}',
    ]);
  });

  test('stay halted by a share after the clock was set back before they began', () => {
    const at = (time: string): number => Date.parse(`2026-11-23T${time}:00Z`);
    const of = (keysOf: readonly string[], state: JobState, firstAt: number) =>
      keysOf.map((key) => ({ step: 'hello', key, state, attempts: 1, at: firstAt, firstAt, settledAt: firstAt }));
    const before = { accepted: 0, rejected: 0, inDoubt: 0 };
    const wave = { step: 'hello', of: 10 };
    const begun = [
      { ...wave, wave: 0, at: at('08:30'), people: 2, before },
      { ...wave, wave: 1, at: at('08:00'), people: 7, before: { ...before, accepted: 2 } },
    ];
    const careful = campaign({
      sizes: [{ count: 2 }, { count: 5 }, 'rest'],
      haltIf: { rejected: { share: 0.25 }, atLeast: 4 },
    });
    const jobs = [
      ...of(keys(2), 'accepted', at('08:31')),
      ...of(keys(3, 2), 'accepted', at('08:01')),
      ...of(keys(1, 5), 'rejected', at('08:01')),
    ];
    const history = historyOf(jobs, [], undefined, { begun, promoted: [begin(1)] });
    expect(lines(turn({ campaign: careful, rosters: persons(keys(10)), now, history }))).toEqual([
      '2026-11-23 10:00:00 hello wave 2 is under way broken {"accepted":3,"rejected":1,"inDoubt":0}',
    ]);
  });

  test('stay halted when people are added to the last of them', () => {
    const careful = campaign({ sizes: ['rest'], haltIf: { inDoubt: { share: 0.5 }, atLeast: 20 } });
    const settle = (): Settlement => ({ kind: 'settled', state: 'inDoubt' });
    const first = turn({ campaign: careful, rosters: persons(keys(6)), now, settle });
    const again = (promoted: readonly Promotion[]) =>
      turn({ campaign: careful, rosters: persons(keys(8)), now, history: recorded(first, promoted, 'inDoubt') });
    expect(lines(again([]))).toEqual([
      '2026-11-23 10:00:00 hello wave 1 is under way broken {"accepted":0,"rejected":0,"inDoubt":6}',
    ]);
    expect(started(again([{ step: 'hello', wave: 0, what: 'goOn' }]))).toEqual(keys(2, 6));
  });

  test('that are broken hold all other steps until a person says so, also when everybody has an answer', () => {
    const rosters = persons(keys(6));
    const settle = ({ step }: ScheduledJob): Settlement => ({
      kind: 'settled',
      state: step.id === 'hello' ? 'inDoubt' : 'accepted',
    });
    const careful = campaign({ sizes: ['rest'], haltIf: { inDoubt: { share: 0.5 }, atLeast: 20 } });
    const code = stepOf({
      id: 'code',
      uses: 'otp.send',
      needs: ['hello'],
      forEach: { audience: 'members', where: {} },
    });
    const of = { ...careful, steps: [...careful.steps, code] };
    const first = turn({ campaign: of, rosters, now, settle });
    expect(lines(first).at(-1)).toBe(
      '2026-11-23 10:00:00 hello wave 1 is under way broken {"accepted":0,"rejected":0,"inDoubt":6}',
    );
    const again = (promoted: readonly Promotion[], part?: Part) =>
      turn({ campaign: of, rosters, now, settle, history: recorded(first, promoted, 'inDoubt'), part });
    expect(lines(again([]))).toEqual(lines(first).slice(-1));
    const some: Part = { recipients: 2, includes: (_, index) => index < 2 };
    expect(started(again([], some))).toEqual([]);
    expect(started(again([{ step: 'hello', wave: 0, what: 'goOn' }]))).toHaveLength(6);
    // Where nothing else is left, there is nothing to hold.
    expect(lines(turn({ campaign: careful, rosters, now, settle })).at(-1)).toMatch(/hello\[\d+\]/);
  });

  test('that are over and broken wait for a person, also where the next would begin by itself', () => {
    const rosters = persons(keys(100));
    const settle = (): Settlement => ({ kind: 'settled', state: 'inDoubt' });
    const careful = campaign({
      sizes: [{ count: 3 }, 'rest'],
      promote: 'auto',
      haltIf: { inDoubt: { count: 3 }, atLeast: 20 },
    });
    const turned = turn({ campaign: careful, rosters, now, settle, promotes: 'unbroken' });
    expect(lines(turned).at(-1)).toBe(
      '2026-11-23 10:00:00 hello wave 1 is over broken {"accepted":0,"rejected":0,"inDoubt":3}',
    );
    expect(started(turned)).toHaveLength(3);
  });

  test('people who are skipped take nobody else’s place, and what is left expires at the end', () => {
    const rosters = [
      rosterOf(
        'members',
        keys(10).map((key, index) => ({ key, name: index % 2 === 0 ? 'Ada' : '' })),
      ),
    ];
    const reads = { columns: ['name'], cells: ['name'], steps: [], optionalSteps: [] };
    const all = campaign({ sizes: [{ count: 4 }, 'rest'] }, { ends: '2026-11-24T12:00:00' });
    const steps = all.steps.map((step) => ({ ...step, reads }));
    const turned = turn({ campaign: { ...all, steps }, rosters, now });
    expect(started(turned)).toHaveLength(4);
    expect(lines(turned).filter((line) => line.includes('missing:name'))).toHaveLength(5);
    expect(lines(turned).slice(-1)[0]).toMatch(/^2026-11-24 12:00:00 hello\[\d+\] expired ends$/);
  });

  const [busy] = keys(1);
  const tooMany = { attempts: 0, maybeSent: true };
  test.each<[string, ReturnType<typeof persons>, Partial<JobRecord>]>([
    ['whose answer was lost, and whose row lacks a value since', persons(keys(10)), { doubtful: true }],
    ['who was refused for a while, and whose row lacks a value since', persons(keys(10)), {}],
    ['who was refused for a while, and is in the list no more', persons(keys(10).slice(1)), {}],
    ['whose message was throttled, and is in the list no more', persons(keys(10).slice(1)), tooMany],
  ])('of a wave that goes on, somebody keeps the place %s', (_, rosters, recorded) => {
    const reads = { columns: ['name'], cells: ['name'], steps: [], optionalSteps: [] };
    const all = campaign({ sizes: [{ count: 4 }, 'rest'] });
    const of = { ...all, steps: all.steps.map((step) => ({ ...step, reads })) };
    const named = rosters.map((roster) => ({
      ...roster,
      value: (index: number) => (roster.key(index) === busy ? '' : 'Ada'),
    }));
    const at = Date.parse('2026-11-23T08:00:00Z');
    const others = keys(3, 1).map((key) => ({ key, state: 'accepted' as const }));
    const jobs = [...others, { key: busy, state: 'pending' as const, ...recorded }].map((job) => ({
      step: 'hello',
      attempts: 1,
      at,
      firstAt: at,
      settledAt: at,
      ...job,
    }));
    const before = { accepted: 0, rejected: 0, inDoubt: 0 };
    const begun = [{ step: 'hello', wave: 0, at, people: 4, of: 10, before }];
    const history = historyOf(jobs, [], undefined, { begun, promoted: [] });
    expect(started(turn({ campaign: of, rosters: named, now, history }))).toEqual([]);
  });

  test('count whose code expired before the service took it: the next wave has no more people than it says', () => {
    const all = campaign({ sizes: [{ count: 4 }, { count: 2 }, 'rest'], promote: 'auto' });
    const of = { ...all, steps: all.steps.map((step) => ({ ...step, expiresMs: 60_000 })) };
    let isFirst = true;
    const settle = (_: ScheduledJob, at: number): Settlement => {
      if (!isFirst) return { kind: 'settled', state: 'accepted' };
      isFirst = false;
      return { kind: 'again', notBefore: at + 120_000, attempted: true, heldBy: 'retry' };
    };
    const turned = turn({ campaign: of, rosters: persons(keys(10)), now, settle });
    expect(
      lines(turned)
        .filter((line) => / wave \d|expired/.test(line))
        .map((line) => line.slice(20)),
    ).toEqual([
      'hello wave 1 4 of 10',
      expect.stringMatching(/^hello\[\d+\] expired expires$/) as string,
      'hello wave 2 6 of 10',
      'hello wave 3 10 of 10',
    ]);
  });

  const halting = { inDoubt: { count: 2 }, atLeast: 20 };
  test.each<[string, Partial<Waves>, Settlement | undefined]>([
    ['waits for a person', {}, undefined],
    ['waits for its time', { promote: 'auto', afterMs: 200 * 3_600_000 }, undefined],
    ['is held by the one before', { promote: 'auto', haltIf: halting }, { kind: 'settled', state: 'inDoubt' }],
  ])('none begins because the end has come: one that %s still does with a later end', (_, waves, settlement) => {
    const rosters = persons(keys(10));
    const settle = (): Settlement => settlement ?? { kind: 'settled', state: 'accepted' };
    const until = (ends: string) => campaign(waves, { ends });
    const first = turn({ campaign: until('2026-11-24T12:00:00'), rosters, now, settle });
    expect(lines(first).filter((line) => / wave \d \d/.test(line))).toEqual([
      '2026-11-23 10:00:00 hello wave 1 2 of 10',
    ]);
    expect(started(first)).toHaveLength(2);
    expect(lines(first).filter((line) => line.endsWith('expired ends'))).toHaveLength(8);

    const state = settlement === undefined ? 'accepted' : 'inDoubt';
    const late = { campaign: until('2026-11-24T12:00:00'), rosters, now: '2026-11-24T13:00:00', settle };
    const afterEnd = turn({ ...late, history: recorded(first, [], state) });
    expect(lines(afterEnd).map((line) => line.replace(/\d{13}/, '…'))).toEqual(
      Array(8).fill('2026-11-24 13:00:00 hello[…] expired ends'),
    );

    const later = turn({ ...late, campaign: until('2026-11-25T12:00:00'), history: recorded(first, [], state) });
    expect(started(later)).toEqual([]);
  });
});

function hashOf(key: string): number {
  return waveHash({ campaign: 'spring', run: '1', step: 'hello' }, key);
}
