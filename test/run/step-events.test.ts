import { expect, test } from 'vitest';
import type { RunEvent } from '../../src/run/event.ts';
import { createStepEvents } from '../../src/run/step-events.ts';
import type { StepProgress } from '../../src/schedule/scheduler.ts';
import type { HeldBy } from '../../src/schedule/trace.ts';

test('each long wait is reported once, and of the short waits for a rate or a cap the first until something else holds', () => {
  const events: RunEvent[] = [];
  const steps = createStepEvents(
    { progressOf: () => undefined, ended: () => [] },
    { steps: [] },
    (event) => void events.push(event),
  );
  const wait = (step: string, heldBy: HeldBy, from: number, until: number): void =>
    steps.waiting({ kind: 'wait', step, heldBy, until }, from);
  wait('hello', 'window', 0, 10_000);
  wait('hello', 'window', 5_000, 10_000);
  wait('hello', 'rate', 10_000, 14_000);
  wait('hello', 'rate', 14_000, 18_000);
  wait('code', 'rate', 18_000, 22_000);
  wait('hello', 'rate', 22_000, 26_000);
  wait('hello', 'rate', 26_000, 26_500);
  wait('hello', 'window', 30_000, 60_000);
  wait('hello', 'rate', 60_000, 64_000);
  wait('hello', 'rate', 64_000, 68_000);
  wait('hello', 'rate', 68_000, 168_000);
  wait('hello', 'cap', 168_000, 173_000);
  wait('hello', 'cap', 173_000, 178_000);
  expect(events.map((event) => event.event === 'waiting' && [event.step, event.heldBy, event.at])).toEqual([
    ['hello', 'window', 0],
    ['hello', 'rate', 10_000],
    ['code', 'rate', 18_000],
    ['hello', 'rate', 22_000],
    ['hello', 'window', 30_000],
    ['hello', 'rate', 60_000],
    ['hello', 'rate', 68_000],
    ['hello', 'cap', 168_000],
  ]);
});

test('that a wave is over is reported once, and again where more of it was sent since', () => {
  const events: RunEvent[] = [];
  const counts = { accepted: 2, rejected: 0, inDoubt: 1 };
  const progress = { step: 'hello', counts, wave: { begun: { wave: 0 }, waves: 2, counts } };
  const steps = createStepEvents(
    { progressOf: () => progress as unknown as StepProgress, ended: () => [] },
    { steps: [] },
    (event) => void (event.event === 'waveOver' && events.push(event)),
  );
  steps.waveOver('hello', 1);
  // Somebody has decided about another job.
  steps.waveOver('hello', 2);
  // One is sent again.
  steps.started('hello', 3);
  steps.waveOver('hello', 4);
  progress.wave.begun = { wave: 1 };
  steps.waveOver('hello', 5);
  expect(events.map(({ at }) => at)).toEqual([1, 4, 5]);
});
