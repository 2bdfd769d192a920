import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeTrouble } from '../../src/ledger/state-trouble.ts';
import { createDelay } from '../../src/run/send/hand-out/delay.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the delay grows while most jobs come too late, up to two seconds, and never becomes less', () => {
  const delay = createDelay({ mayGrow: true });
  const seen = [delay.ms()];
  for (let round = 0; round < 5; round++) {
    delay.reported(true, delay.ms());
    delay.adapt();
    seen.push(delay.ms());
  }
  for (let round = 0; round < 5; round++) delay.reported(false, delay.ms());
  delay.adapt();
  expect([...seen, delay.ms()]).toEqual([250, 500, 1_000, 2_000, 2_000, 2_000, 2_000]);
});

test('jobs that were handed out with a shorter delay do not make it grow', () => {
  const delay = createDelay({ mayGrow: true });
  delay.reported(true, 250);
  delay.adapt();
  delay.reported(true, 250);
  delay.adapt();
  expect(delay.ms()).toBe(500);
});

test('where campaigns share the rate, the delay stays; after a minute in which ten jobs came too late and no other, the run stops', () => {
  const delay = createDelay({ mayGrow: false });
  const minute = (jobs: number): unknown => {
    try {
      for (let late = 0; late < jobs; late++) delay.reported(true, 250);
      delay.adapt();
      vi.advanceTimersByTime(60_000);
      delay.adapt();
      return undefined;
    } catch (error) {
      return storeTrouble(error);
    }
  };
  expect(minute(9)).toBeUndefined();
  expect(minute(1)).toBe('storeFar');
  delay.reported(false, 250);
  expect(minute(9)).toBeUndefined();
  expect(delay.ms()).toBe(250);
});
