import { expect, test } from 'vitest';
import type { Campaign } from '../../src/campaign/campaign.ts';
import type { KnownPlan } from '../../src/control/shown/known-plan.ts';
import { nextStarts } from '../../src/control/shown/step-lanes.ts';

const now = Date.parse('2026-11-23T05:00:00Z');
const campaign = {
  timezone: 'Africa/Lagos',
  steps: [{ id: 'hello', title: 'Say hello', needs: [] }],
} as unknown as Campaign;

/** Where nobody carries the run out. */
const stopped = { run: true, person: () => false, unpromoted: () => 0 };

function next(zones: readonly (readonly [zone: string, from: string, jobs: number, deferredBy: string])[]) {
  const step = {
    id: 'hello',
    zones: zones.map(([zone, from, jobs, deferredBy]) => ({ zone, segments: [{ from, to: from, jobs, deferredBy }] })),
  };
  return nextStarts(campaign, { plan: { steps: [step] } } as unknown as KnownPlan, now);
}

test('everybody who waits for their hours is shown at the time that it is, those who then wait for the rate, too', () => {
  expect(
    next([
      ['Africa/Lagos', '2026-11-23T08:00:00Z', 247, 'window'],
      ['Europe/Berlin', '2026-11-23T08:00:16Z', 238, 'rate'],
      // At nine of their own clocks, too, and hours later.
      ['America/Bogota', '2026-11-23T14:00:00Z', 12, 'rate'],
      ['Asia/Kolkata', '2026-11-23T05:00:20Z', 265, 'rate'],
      ['Asia/Manila', '2026-11-24T01:00:00Z', 1, 'window'],
    ]).next.map(({ jobs, at, local, why }) => [jobs, at, local, why]),
  ).toEqual([
    [485, Date.parse('2026-11-23T08:00:00Z'), 'Mon 23 Nov 09:00 in Africa/Lagos and Europe/Berlin', 'the window'],
    [12, Date.parse('2026-11-23T14:00:00Z'), 'Mon 23 Nov 09:00 in America/Bogota', ''],
    [1, Date.parse('2026-11-24T01:00:00Z'), 'Tue 24 Nov 09:00 in Asia/Manila', 'the window'],
  ]);
});

test('whose clocks show different times then are one row, without those', () => {
  const start = '2026-11-23T09:00:00Z';
  const rows = next(['Africa/Lagos', 'Asia/Kolkata'].map((zone) => [zone, start, 4, 'delay'] as const)).next;
  expect(rows.map(({ jobs, at, local }) => [jobs, at, local])).toEqual([
    [8, Date.parse(start), 'in Africa/Lagos and Asia/Kolkata'],
  ]);
});

test('whose turn does not come on the first of several days is counted on the day that it comes', () => {
  const day = (date: string, jobs: number) => {
    const at = `${date}T08:00:00Z`;
    return { from: at, to: at, jobs, deferredBy: 'window' };
  };
  const segments = [day('2026-11-23', 400), day('2026-11-24', 600)];
  const known = { plan: { steps: [{ id: 'hello', segments }] } } as unknown as KnownPlan;
  const { next: rows } = nextStarts(campaign, known, now);
  expect(rows.map(({ jobs, at }) => [jobs, at])).toEqual([
    [400, Date.parse('2026-11-23T08:00:00Z')],
    [600, Date.parse('2026-11-24T08:00:00Z')],
  ]);
});

test('of many zones some are named, and of many groups the next', () => {
  const hours = Array.from(
    { length: 9 },
    (_, hour) => ['Africa/Lagos', `2026-11-25T1${hour}:00:00Z`, 1, 'window'] as const,
  );
  expect(next(hours).next).toHaveLength(6);
  expect(next(hours).laterGroups).toBe(3);
  // The page says its own zone already.
  expect(next(hours).next[0]?.local).toBeUndefined();
  const sameClock = ['Africa/Lagos', 'Africa/Tunis', 'Europe/Berlin', 'Europe/Paris', 'Europe/Rome', 'Europe/Vienna'];
  expect(next(sameClock.map((zone) => [zone, '2026-11-25T12:00:00Z', 1, 'window'] as const)).next).toEqual([
    {
      step: 'Say hello',
      jobs: 6,
      at: Date.parse('2026-11-25T12:00:00Z'),
      awaitsPerson: false,
      local: 'Wed 25 Nov 13:00 in Africa/Lagos, Africa/Tunis, Europe/Berlin, Europe/Paris and 2 more zones',
      why: 'the window',
    },
  ]);
});

test('who is due is next in a step that is held, as where nobody carries the run out', () => {
  const segments = [
    { from: '2026-11-23T05:00:00Z', to: '2026-11-23T05:00:30Z', jobs: 60 },
    { from: '2026-11-24T08:00:00Z', to: '2026-11-24T08:00:00Z', jobs: 20, deferredBy: 'window' },
  ];
  const known = { plan: { steps: [{ id: 'hello', segments }] } } as unknown as KnownPlan;
  const tomorrow = {
    step: 'Say hello',
    jobs: 20,
    at: Date.parse('2026-11-24T08:00:00Z'),
    awaitsPerson: false,
    local: undefined,
    why: 'the window',
  };
  const due = { step: 'Say hello', jobs: 60, at: undefined, awaitsPerson: false, local: undefined, why: '' };
  expect(nextStarts(campaign, known, now, stopped).next).toEqual([due, tomorrow]);
  expect(nextStarts(campaign, known, now).next).toEqual([tomorrow]);
});

test('who waits for a wave is not counted among those who are due in other zones', () => {
  const lane = (zone: string, from: string, jobs: number, deferredBy?: string) => ({
    zone,
    segments: [{ from, to: from, jobs, ...(deferredBy && { deferredBy }) }],
  });
  const step = {
    id: 'hello',
    segments: [{ from: '2026-11-23T05:00:00Z', to: '2026-11-23T05:10:00Z', jobs: 7 }],
    zones: [lane('Africa/Lagos', '2026-11-23T05:00:00Z', 5), lane('Europe/Berlin', '2026-11-23T05:10:00Z', 2, 'wave')],
  };
  const known = { plan: { steps: [step] } } as unknown as KnownPlan;
  const rows = (unpromoted: number) =>
    nextStarts(campaign, known, now, { ...stopped, unpromoted: () => unpromoted }).next.map(
      ({ jobs, why, awaitsPerson }) => [jobs, why, awaitsPerson],
    );
  expect(rows(0)).toEqual([
    [5, '', false],
    [2, 'the wave before', false],
  ]);
  expect(rows(2)).toEqual([
    [5, '', false],
    [2, 'the wave before', true],
  ]);
});

test('who goes at once is not counted among those whom a person must promote first', () => {
  const at = '2026-11-23T05:00:00Z';
  const lane = (zone: string, jobs: number) => ({ zone, segments: [{ from: at, to: at, jobs }] });
  const zones = [lane('Africa/Lagos', 5), lane('Europe/Berlin', 2)];
  const known = {
    plan: { steps: [{ id: 'hello', segments: [{ from: at, to: at, jobs: 7 }], zones }] },
  } as unknown as KnownPlan;
  const rows = (unpromoted: number, awaits = false, run = true) =>
    nextStarts(campaign, known, now, { run, person: () => awaits, unpromoted: () => unpromoted }).next.map(
      ({ jobs, awaitsPerson }) => [jobs, awaitsPerson],
    );
  const [atOnce, promoted] = [false, true];
  expect(rows(0)).toEqual([[7, atOnce]]);
  expect(rows(4)).toEqual([
    [3, atOnce],
    [4, promoted],
  ]);
  expect(rows(7)).toEqual([[7, promoted]]);
  expect(rows(4, true)).toEqual([[7, promoted]]);
  // Who is due is being sent to.
  expect(rows(4, false, false)).toEqual([]);
});

test('a step behind one whose wave waits for a person says so, as the plan lets the wave begin by itself', () => {
  const step = (id: string, needs: readonly string[]) => ({ id, title: id, needs });
  const steps = [step('code', []), step('call', ['code']), step('report', ['call']), step('other', [])];
  const segments = [{ from: '2026-11-23T08:00:00Z', to: '2026-11-23T08:00:00Z', jobs: 60, deferredBy: 'delay' }];
  const planned = ['report', 'other'].map((id) => ({ id, segments }));
  const known = { plan: { steps: planned } } as unknown as KnownPlan;
  const waved = { timezone: 'Africa/Lagos', steps } as unknown as Campaign;
  const { next: rows } = nextStarts(waved, known, now, { ...stopped, run: false, person: (id) => id === 'code' });
  expect(rows.map(({ step: id, why }) => [id, why])).toEqual([
    ['report', 'the delay, for some the promotion'],
    ['other', 'the delay'],
  ]);
});
