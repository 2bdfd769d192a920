import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Clock } from '../../src/platform/ports.ts';
import { createDepartures, type Departure } from '../../src/run/send/departure.ts';

beforeEach(() => vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

const clock: Clock = {
  now: () => Date.now(),
  sleepUntil: (until) => new Promise((resolve) => setTimeout(resolve, until - Date.now())),
};

const delayMs = 250;
/** A job with this slot has come. */
const job = (departures: ReturnType<typeof createDepartures>, startedAt: number, step = 'hello') =>
  departures.of({ step, startedAt, delayMs });

/** Its intent is on disk at `at`. Returns when its request leaves; undefined: it does not. */
async function leaves(departure: Departure, at: number): Promise<number | undefined> {
  departure.begin();
  await clock.sleepUntil(at);
  await departure.ready();
  const now = Date.now();
  departure.end();
  return now <= departure.until() ? now : undefined;
}

/** After some seconds. */
async function settled<T>(work: readonly Promise<T>[]): Promise<readonly T[]> {
  await vi.advanceTimersByTimeAsync(5_000);
  return Promise.all(work);
}

test('each request leaves the delay after its slot', async () => {
  const departures = createDepartures(clock);
  const jobs = [0, 100, 200].map((slot) => job(departures, slot));
  expect(await settled(jobs.map((one) => leaves(one, 100)))).toEqual([250, 350, 450]);
});

test('requests that are ready too late take the next slots of their step, and the job that came last has none', async () => {
  const departures = createDepartures(clock);
  const other = job(departures, 75, 'other');
  const [first, second, third] = [0, 100, 200].map((slot) => job(departures, slot)) as [
    Departure,
    Departure,
    Departure,
  ];
  const left = [leaves(first, 310), leaves(second, 320)];
  expect(third.next()).toBe(450);
  await vi.advanceTimersByTimeAsync(305);
  expect(third.next()).toBeUndefined();
  third.end();
  expect(await settled(left)).toEqual([350, 450]);
  expect(other.next()).toBeUndefined();
});

test('requests that are ready at the same moment do not take the same slot', async () => {
  const departures = createDepartures(clock);
  const jobs = [0, 100].map((slot) => job(departures, slot));
  expect(await settled(jobs.map((one) => leaves(one, 290)))).toEqual([290, 350]);
});

test('a request whose timer is too late takes the next slot', async () => {
  let isBusy = true;
  const departures = createDepartures({
    ...clock,
    async sleepUntil(until) {
      await clock.sleepUntil(isBusy ? until + 80 : until);
      isBusy = false;
    },
  });
  const [first, second] = [0, 200].map((slot) => job(departures, slot)) as [Departure, Departure];
  const left = leaves(first, 10);
  await vi.advanceTimersByTimeAsync(400);
  expect(second.next()).toBeUndefined();
  second.end();
  expect(await settled([left])).toEqual([450]);
});

test('nobody leaves in the slot of a job that is given back', async () => {
  const departures = createDepartures(clock);
  const [first, second] = [0, 300].map((slot) => job(departures, slot)) as [Departure, Departure];
  first.end();
  expect(await settled([leaves(second, 100)])).toEqual([550]);
});

test.each([
  [900, 1_150],
  [1_500, undefined],
])('a request without a slot waits a second for one: a job comes at %d ms, and it leaves at %s', async (at, left) => {
  const departures = createDepartures(clock);
  const leaving = leaves(job(departures, 0), 400);
  await vi.advanceTimersByTimeAsync(at);
  const next = job(departures, at);
  expect(next.next()).toBe(left === undefined ? at + delayMs : undefined);
  next.end();
  expect(await settled([leaving])).toEqual([left]);
});

test('a slot that lies far ahead, as the clock was set back, is not waited for', async () => {
  const departures = createDepartures(clock);
  const far = job(departures, 3_600_000);
  expect(far.next()).toBeUndefined();
  expect(await settled([leaves(far, 0)])).toEqual([undefined]);
  expect(job(departures, Date.now()).next()).toBe(Date.now() + delayMs);
});

test('an attempt that is put back begins again, in time for the same slot', async () => {
  const departures = createDepartures(clock);
  const [first, second] = [0, 100].map((slot) => job(departures, slot)) as [Departure, Departure];
  first.begin();
  expect(second.next()).toBe(350);
  first.putBack();
  expect(first.next()).toBe(250);
  expect(await settled([leaves(first, 10), leaves(second, 10)])).toEqual([250, 350]);
});
