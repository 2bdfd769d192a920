import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Step } from '../../src/campaign/campaign.ts';
import type { Start } from '../../src/run/send/dispatcher.ts';
import { createDelayedDispatcher } from '../../src/run/send/hand-out/delay.ts';
import type { Settlement } from '../../src/schedule/scheduler.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const step = { id: 'hello', uses: 'whatsapp.send' } as Step;
const delayMs = 250;

/** Over a dispatcher with so many slots; a job has its slot until `answer`. */
function delayed(slots: number) {
  const sent: Start[] = [];
  const settled: Settlement[] = [];
  let inFlight = 0;
  const dispatcher = createDelayedDispatcher({
    local: {
      free: () => slots - inFlight,
      inFlight: () => inFlight,
      handedOut: () => 0,
      dispatch(start) {
        inFlight++;
        sent.push(start);
      },
      callBack: () => Promise.resolve(),
      recall: () => Promise.resolve(),
      close: () => {},
    },
    delayMs,
    clock: { now: () => Date.now(), sleepUntil: () => Promise.resolve() },
    reports: { settled: (_, settlement) => void settled.push(settlement) },
  });
  const dispatch = (): void =>
    dispatcher.dispatch({
      job: { step, recipient: 0, key: '2348030000001', zone: '', attempts: 0, tried: false },
      startedAt: Date.now(),
      mayStartUntil: Number.POSITIVE_INFINITY,
      streak: 0,
      measured: 0,
    });
  return { dispatcher, sent, settled, dispatch, answer: () => void inFlight-- };
}

test('a job whose time comes while no slot is free does not wait for one: it is for the scheduler again', () => {
  const { dispatcher, sent, settled, dispatch } = delayed(1);
  dispatch();
  vi.advanceTimersByTime(20);
  dispatch();
  vi.advanceTimersByTime(delayMs);
  expect(sent).toHaveLength(1);
  expect(settled).toMatchObject([{ kind: 'again', attempted: false }]);
  expect(dispatcher.waiting()).toBe(0);
});

test('a job leaves at its time, and begins before that', () => {
  const { sent, dispatch } = delayed(1);
  const slot = Date.now();
  dispatch();
  vi.advanceTimersByTime(delayMs - 1);
  expect(sent).toMatchObject([{ startedAt: slot }]);
  expect(Date.now()).toBeLessThan(slot + delayMs);
});

test('no more jobs wait than slots are free or were freed lately', () => {
  const { dispatcher, dispatch, answer } = delayed(1);
  expect(dispatcher.free()).toBe(1);
  dispatch();
  expect(dispatcher.free()).toBe(0);
  vi.advanceTimersByTime(delayMs);
  // It has no answer yet.
  expect(dispatcher.free()).toBe(0);
  answer();
  expect(dispatcher.free()).toBe(2);
  vi.advanceTimersByTime(delayMs);
  expect(dispatcher.free()).toBe(1);
});
