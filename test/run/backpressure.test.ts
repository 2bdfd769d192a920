import { expect, test } from 'vitest';
import { createBackpressure } from '../../src/run/decide/backpressure.ts';
import type { Again, Verdict } from '../../src/run/decide/retry.ts';

const accepted: Verdict = { kind: 'accepted', receipt: false, code: '0' };

function again(why: Again['why'], notBefore: number, status?: string): Again {
  const base = { kind: 'again', why, notBefore, attempted: false, doubtful: false, reason: 'later' } as const;
  return status === undefined ? base : { ...base, code: status };
}

test('a throttling halves what may be under way and rests until it says; those under way together count once', () => {
  const slots = { concurrency: 32 };
  const backpressure = createBackpressure(slots);
  for (let answer = 0; answer < 10; answer++) backpressure.note(again('throttled', 5_000), 1_000);
  expect([slots.concurrency, backpressure.restUntil(), backpressure.streak()]).toEqual([16, 5_000, 1]);
  backpressure.note(again('throttled', 9_000), 5_000);
  expect([slots.concurrency, backpressure.restUntil(), backpressure.streak()]).toEqual([8, 9_000, 2]);
});

test('accepted jobs give the slots back one by one, up to what the campaign allows', () => {
  const slots = { concurrency: 4 };
  const backpressure = createBackpressure(slots);
  backpressure.note(again('throttled', 5_000), 1_000);
  expect(slots.concurrency).toBe(2);
  for (let job = 0; job < 2; job++) backpressure.note(accepted, 6_000);
  expect([slots.concurrency, backpressure.streak()]).toEqual([3, 0]);
  for (let job = 0; job < 100; job++) backpressure.note(accepted, 6_000);
  expect(slots.concurrency).toBe(4);
});

test('never less than one at a time', () => {
  const slots = { concurrency: 2 };
  const backpressure = createBackpressure(slots);
  for (let round = 1; round < 10; round++) backpressure.note(again('throttled', round * 1_000), round * 1_000);
  expect(slots.concurrency).toBe(1);
});

test('five answers lost in a row open the circuit: one at a time, pauses that grow to a minute, until an answer comes', () => {
  const slots = { concurrency: 32 };
  const backpressure = createBackpressure(slots);
  const lost: Verdict = { kind: 'inDoubt', reason: 'connection reset' };
  for (let answer = 0; answer < 4; answer++) backpressure.note(lost, 1_000);
  expect([slots.concurrency, backpressure.restUntil()]).toEqual([32, 0]);
  backpressure.note(lost, 1_000);
  expect([slots.concurrency, backpressure.restUntil()]).toEqual([1, 2_000]);
  let now = 2_000;
  const pauses: number[] = [];
  for (let probe = 0; probe < 8; probe++) {
    backpressure.note(lost, now);
    pauses.push(backpressure.restUntil() - now);
    now = backpressure.restUntil();
  }
  expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  backpressure.note(accepted, now);
  backpressure.note(lost, now);
  expect(backpressure.restUntil()).toBe(now);
});

test('silence is counted from the first attempt that did not reach the service, and ends with an answer', () => {
  const slots = { concurrency: 8 };
  const backpressure = createBackpressure(slots);
  backpressure.note(again('unsent', 2_000), 1_000);
  backpressure.note(again('unsent', 4_000), 3_000);
  expect(backpressure.silentSince()).toBe(1_000);
  backpressure.note(accepted, 4_000);
  expect(backpressure.silentSince()).toBeUndefined();
});
