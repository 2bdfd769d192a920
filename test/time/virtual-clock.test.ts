import { expect, test } from 'vitest';
import { createVirtualClock } from '../../src/platform/clocks.ts';

test('sleepers wake in the order of their instants, then of their coming, and time is theirs', async () => {
  const clock = createVirtualClock(1_000);
  const woken: string[] = [];
  const sleep = (name: string, until: number): Promise<void> =>
    clock.sleepUntil(until).then(() => void woken.push(`${name} at ${clock.now()}`));
  await Promise.all([sleep('c', 5_000), sleep('a', 2_000), sleep('past', 10), sleep('b', 2_000)]);
  expect(woken).toEqual(['past at 1000', 'a at 2000', 'b at 2000', 'c at 5000']);
});

test('time stands still while any promise has something left to do', async () => {
  const clock = createVirtualClock(0);
  const seen: number[] = [];
  const worker = async (): Promise<void> => {
    for (let step = 0; step < 100; step++) await Promise.resolve();
    seen.push(clock.now());
    await clock.sleepUntil(50);
    for (let step = 0; step < 100; step++) await Promise.resolve();
    seen.push(clock.now());
  };
  await Promise.all([worker(), clock.sleepUntil(60)]);
  expect(seen).toEqual([0, 50]);
});

test('what is held takes no time, however many turns of the event loop it takes', async () => {
  const clock = createVirtualClock(0);
  const sleeper = clock.sleepUntil(10);
  await clock.hold(async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(clock.now()).toBe(0);
  });
  await sleeper;
  expect(clock.now()).toBe(10);
});

test('a sleeper that is woken by its signal leaves time where it is', async () => {
  const clock = createVirtualClock(0);
  const controller = new AbortController();
  const sleeper = clock.sleepUntil(1_000_000, controller.signal);
  controller.abort();
  await sleeper;
  await clock.sleepUntil(2_000_000, controller.signal);
  await clock.sleepUntil(5);
  expect(clock.now()).toBe(5);
});
