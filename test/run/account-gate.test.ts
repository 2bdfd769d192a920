import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Rest } from '../../src/job/rest.ts';
import type { AccountNeed, AccountPart } from '../../src/ledger/account-share.ts';
import { createAccountGate } from '../../src/run/account-gate.ts';
import { createWakeSignal } from '../../src/run/run-control.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A process whose next slot of the account is a minute away, and which has one request in flight. */
function waiting(part: Partial<AccountPart> = {}) {
  const needs: AccountNeed[] = [];
  const rests: Rest[] = [];
  let doubts = 0;
  const gate = createAccountGate({
    share: {
      ask(need) {
        needs.push(need);
        const nextSlot = performance.now() + 60_000;
        return Promise.resolve({ slots: [], nextSlot, inFlight: 4, fair: 4, doubts: 0, rest: undefined, ...part });
      },
    },
    limits: { rate: { count: 1, perMs: 60_000 }, doubts: 4 },
    clock: { now: () => Date.now(), sleepUntil: () => Promise.resolve() },
    wakeSignal: createWakeSignal(),
    inFlight: () => 1,
    doubts: () => doubts,
    halt: () => {},
    onRest: (rest) => void rests.push(rest),
    failed(error) {
      throw error;
    },
  });
  gate.pace.readyAt();
  return { gate, needs, rests, doubt: () => void doubts++ };
}

test('the others learn of a job in doubt at once, however far away the next slot is', async () => {
  const { needs, doubt } = waiting();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(needs).toHaveLength(1);
  doubt();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(needs.map(({ doubts }) => doubts)).toEqual([0, 1]);
});

test('the others learn once of a pause for which the service has asked', async () => {
  const { gate, needs } = waiting();
  await vi.advanceTimersByTimeAsync(2_000);
  gate.rest({ until: Date.now() + 10_250, reason: 'HTTP 429' });
  await vi.advanceTimersByTimeAsync(2_000);
  await gate.close();
  expect(needs.map(({ rest }) => rest)).toEqual([undefined, { ms: 10_000, reason: 'HTTP 429' }, undefined]);
});

test('a pause of the account is one of this process', async () => {
  const { rests } = waiting({ rest: { ms: 5_000, reason: 'HTTP 429' } });
  await vi.advanceTimersByTimeAsync(0);
  expect(rests).toEqual([{ until: Date.now() + 5_000, reason: 'HTTP 429' }]);
});
