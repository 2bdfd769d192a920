import { expect, test } from 'vitest';
import type { KnownPlan } from '../../src/control/shown/known-plan.ts';
import type { RunLook } from '../../src/control/shown/run-look.ts';
import { sendingNow } from '../../src/control/shown/sending-now.ts';
import type { StepLane } from '../../src/control/shown/views.ts';
import { waveWaits } from '../../src/control/shown/wave-waits.ts';

const begin = Date.parse('2026-11-23T09:00:00Z');
const at = (second: number): number => begin + second * 1000;
const iso = (second: number): string => new Date(at(second)).toISOString();

/** Wave 1, of three people, was sent in the first six seconds, and the next one comes a minute after it. */
function seen(
  second: number,
  more: {
    readonly promote?: 'person';
    readonly latest?: number;
    readonly segments?: readonly unknown[];
    readonly from?: number;
    readonly planned?: { readonly at: number; readonly done: number };
    readonly accepted?: number;
    readonly third?: boolean;
  } = {},
) {
  const { promote, latest = 6, segments, from = 66, planned: made = { at: 10, done: 3 }, accepted = 3, third } = more;
  const done = [{ from: at(0), to: at(latest), jobs: 3 }];
  const wave = { wave: 2, people: 3, from: iso(from), ...(promote && { promote }) };
  const waves = [wave, ...(third === true ? [{ ...wave, wave: 3, people: 2 }] : [])];
  const jobs = { toSend: (third === true ? 8 : 6) - made.done, done: made.done, inDoubt: 0 };
  const known = {
    plan: {
      now: iso(made.at),
      steps: [{ id: 'hello', jobs, ...(segments === undefined ? { waves, segments: [] } : { segments }) }],
    },
  };
  const look = {
    state: 'running',
    isUnderWay: true,
    bursts: new Map([['hello', done]]),
    counts: new Map([['hello', { accepted }]]),
    recent: done,
  };
  const counts = {
    accepted,
    rejected: 0,
    skipped: 0,
    expired: 0,
    cancelled: 0,
    inDoubt: 0,
    sending: 0,
    pending: 6 - accepted,
  };
  const planned = [{ from: at(Math.max(66, second)), to: at(72), jobs: 3 }];
  const lane = { id: 'hello', title: 'hello', counts, done, planned };
  const inputs = [look as unknown as RunLook, known as unknown as KnownPlan] as const;
  return {
    sends: sendingNow(...inputs, [lane as unknown as StepLane], at(second)).length > 0,
    waits: waveWaits(...inputs, at(second)).map(({ words }) => words),
  };
}

test('a step waits between two waves, however soon the next one begins', () => {
  expect([20, 40, 66, 68].map((second) => seen(second).sends)).toEqual([false, false, false, false]);
  expect(seen(75, { latest: 66, accepted: 4 }).sends).toBe(true);
});

test('a wave waits for a person once its time has come, also by a plan that was made before', () => {
  const waits = (second: number) => seen(second, { promote: 'person' });
  expect(waits(40)).toEqual({ sends: false, waits: [] });
  expect(waits(70)).toEqual({ sends: false, waits: ['hello: wave 2, 3 people'] });
});

test('a wave waits for a person as soon as it is over, by a plan that was made in its middle', () => {
  // Which plan expected its end a second earlier than it came.
  const waits = (second: number, latest: number, accepted: number) =>
    seen(second, { promote: 'person', from: 5, planned: { at: 3, done: 1 }, latest, accepted });
  expect(waits(5, 4, 2)).toEqual({ sends: true, waits: [] });
  // One of the first wave is to be sent to again, and it is stopped.
  expect(seen(7, { promote: 'person', from: 5, planned: { at: 6, done: 2 }, accepted: 2 }).waits).toEqual([]);
  expect(waits(7, 6, 3)).toEqual({ sends: false, waits: ['hello: wave 2, 3 people'] });
  expect(waits(9, 8, 4)).toEqual({ sends: true, waits: [] });
});

test('a wave waits for a person, too, by a plan that was made before the one before it', () => {
  const waits = (second: number, latest: number, accepted: number) =>
    seen(second, { promote: 'person', from: 5, planned: { at: 3, done: 1 }, latest, accepted, third: true });
  expect(waits(9, 8, 5)).toEqual({ sends: true, waits: [] });
  expect(waits(11, 10, 6)).toEqual({ sends: false, waits: ['hello: wave 3, 2 people'] });
  expect(waits(13, 12, 7)).toEqual({ sends: true, waits: [] });
});

test('a pause for which the service asked is not sending', () => {
  const segments = [{ from: iso(80), to: iso(83), jobs: 3, deferredBy: 'rest' }];
  const paused = (second: number, latest = 6) => seen(second, { latest, segments });
  expect([12, 40, 79].map((second) => paused(second).sends)).toEqual([false, false, false]);
  expect(paused(82, 81).sends).toBe(true);
});
