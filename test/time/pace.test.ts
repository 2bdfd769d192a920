import { describe, expect, test } from 'vitest';
import { createPace, mostRemembered } from '../../src/schedule/pace.ts';
import { fc, runs } from '../rig/properties.ts';

/** Starts as soon as allowed, by a clock that shows its time only `lateness()` after one wished for it. */
function run(input: {
  readonly count: number;
  readonly perMs: number;
  readonly starts: number;
  readonly lateness?: () => number;
  readonly recent?: readonly number[];
  readonly from?: number;
}): readonly number[] {
  const { count, perMs, starts, lateness = () => 0, recent = [], from = 0 } = input;
  const pace = createPace({ count, perMs }, recent);
  const taken: number[] = [];
  for (let now = from; taken.length < starts; ) {
    const ready = pace.readyAt();
    if (ready > now) {
      now = ready + lateness();
      continue;
    }
    pace.take(now);
    taken.push(now);
  }
  return taken;
}

function most(starts: readonly number[], perMs: number): number {
  let oldest = 0;
  let found = 0;
  starts.forEach((at, index) => {
    while (at - (starts[oldest] ?? 0) >= perMs) oldest++;
    found = Math.max(found, index - oldest + 1);
  });
  return found;
}

describe('a rate', () => {
  test('spaces starts evenly, without a burst at the beginning', () => {
    expect(run({ count: 4, perMs: 1000, starts: 6 })).toEqual([0, 250, 500, 750, 1000, 1250]);
    expect(run({ count: 3, perMs: 1000, starts: 7 })).toEqual([0, 334, 667, 1000, 1334, 1667, 2000]);
    expect(run({ count: 1, perMs: 6000, starts: 3 })).toEqual([0, 6000, 12000]);
  });

  test('of thousands a second gives several in one millisecond', () => {
    const starts = run({ count: 5000, perMs: 1000, starts: 10_001 });
    expect(starts.at(-1)).toBe(2000);
    expect(most(starts, 1)).toBe(5);
  });

  test('is reached by timers that are late', () => {
    let turn = 0;
    const starts = run({ count: 5000, perMs: 1000, starts: 10_001, lateness: () => (turn++ % 3) + 1 });
    expect(starts.at(-1)).toBeLessThan(2010);
    expect(most(starts, 1000)).toBeLessThanOrEqual(5000);
  });

  test('is not made up for after a sleep', () => {
    const pace = createPace({ count: 10, perMs: 1000 }, []);
    pace.take(0);
    pace.take(3_600_000);
    expect(pace.readyAt()).toBe(3_600_100);
  });

  test('still counts the starts from before a restart', () => {
    const recent = [0, 100, 200, 300];
    expect(run({ count: 4, perMs: 1000, starts: 3, recent, from: 310 })).toEqual([1000, 1250, 1500]);
    expect(run({ count: 2, perMs: 1000, starts: 2, recent, from: 310 })).toEqual([1200, 1700]);
  });

  test('of very many a day is kept in shorter rows', () => {
    const pace = createPace({ count: 100_000_000, perMs: 86_400_000 }, []);
    pace.take(0);
    expect(pace.readyAt()).toBe(1);
    for (let at = 1; at < 10; at++) pace.take(at);
    expect(pace.readyAt()).toBe(9);
    expect(mostRemembered).toBe(65_536);
  });

  test('never has more than its count in any stretch of its length, whatever the clock does', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 5000 }),
        fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 15 }), fc.integer({ min: 0, max: 20_000 })), {
          minLength: 1,
        }),
        fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 50 }),
        (count, perMs, late, before) => {
          let turn = 0;
          const recent = before
            .sort((a, b) => a - b)
            .filter((at, index, all) => at - (all[index - count] ?? -Infinity) >= perMs);
          const starts = run({
            count,
            perMs,
            starts: 3 * count + 5,
            lateness: () => late[turn++ % late.length] ?? 0,
            recent,
            from: 5000,
          });
          expect(most([...recent, ...starts], perMs)).toBeLessThanOrEqual(count);
          expect(starts.every((at, index) => at >= (starts[index - 1] ?? 0))).toBe(true);
        },
      ),
      { numRuns: runs(300) },
    );
  });
});
