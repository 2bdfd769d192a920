import { expect, test } from 'vitest';
import {
  createLiveProgress,
  createPlainProgress,
  type ProgressOptions,
  type RunProgress,
} from '../../src/cli/output/run-progress.ts';
import { type JobState, jobStates } from '../../src/job/job.ts';
import { eventToText, workerToText } from '../../src/report/run/event-text.ts';
import type { RunEvent } from '../../src/run/event.ts';
import { commandHost } from '../rig/command-host.ts';

const at = Date.parse('2026-11-23T08:00:00Z');
const timezone = 'Africa/Lagos';
const noJobs = { toDo: 0, accepted: 0, rejected: 0, skipped: 0, inDoubt: 0, expired: 0, pending: 0 };
const textOf = (event: RunEvent) => eventToText(event, { timezone, showNumbers: false, stepName: (id) => id });

/** A run that counts its jobs, and whose clock is moved by what it does. */
function countingRun(create: (options: ProgressOptions) => RunProgress) {
  const { host, err } = commandHost({ now: at });
  let now = at;
  const counts = new Map<string, Record<JobState, number>>();
  const progress = create({
    host: { ...host, clock: { ...host.clock, now: () => now } },
    timezone,
    stepName: (id) => id,
    counted(step) {
      const states = counts.get(step);
      return states && { counts: states };
    },
  });
  const onEvent = (event: Untimed): void => progress.onEvent({ ...event, at: now }, undefined);
  return {
    err,
    progress,
    onEvent,
    pass(ms: number): void {
      now += ms;
    },
    open(step: string, toDo: number, before: Partial<Record<JobState, number>> = {}): void {
      const states = Object.fromEntries(jobStates.map((state) => [state, 0])) as Record<JobState, number>;
      counts.set(step, { ...states, ...before, pending: toDo });
      onEvent({ event: 'step', step, state: 'open', jobs: { ...noJobs, ...before, toDo } });
    },
    /** One every 50 ms, of each of these steps in turn. */
    send(jobs: number, ...steps: readonly string[]): void {
      for (let job = 1; job <= jobs; job++) {
        now += 50;
        const step = steps[job % steps.length]!;
        counts.get(step)!.pending--;
        counts.get(step)!.accepted++;
        onEvent({ event: 'job', job: { step, key: `${now}` }, state: 'accepted', attempts: 1 });
      }
    },
    /** A person sends so many of them again. */
    resend(jobs: number, step: string): void {
      counts.get(step)!.pending += jobs;
      counts.get(step)!.accepted -= jobs;
    },
  };
}

type WithoutTime<Event> = Event extends RunEvent ? Omit<Event, 'at'> : never;
type Untimed = WithoutTime<RunEvent>;

test('without a terminal, a line now and then has how many are done, how fast, and when it will end', () => {
  const run = countingRun(createPlainProgress);
  run.open('code', 2_000);
  run.open('call', 2_000);
  run.send(400, 'code', 'call');
  expect(run.err()).toBe(`Mon 23 Nov 09:00:05  code 50 of 2,000; call 50 of 2,000
Mon 23 Nov 09:00:10  code 100 of 2,000, 10/s, about 4 min at this pace; call 100 of 2,000, 10/s, about 4 min at this pace
Mon 23 Nov 09:00:15  code 150 of 2,000, 10/s, about 4 min at this pace; call 150 of 2,000, 10/s, about 4 min at this pace
Mon 23 Nov 09:00:20  code 200 of 2,000, 10/s, about 3 min at this pace; call 200 of 2,000, 10/s, about 3 min at this pace
`);
});

const waits: Readonly<Record<string, readonly [Untimed, Untimed]>> = {
  'for its next wave': [
    { event: 'waiting', step: 'code', heldBy: 'wave', until: at + 25_000 },
    { event: 'wave', step: 'code', wave: 2, waves: 2, people: 2_000, of: 2_000 },
  ],
  'for a person': [{ event: 'paused' }, { event: 'resumed' }],
  'for the service': [
    { event: 'resting', until: at + 25_000, reason: 'HTTP 503' },
    { event: 'clock', aheadMs: 0 },
  ],
};

test.each(Object.keys(waits))('a wait %s is not part of the pace: the rest takes as long as before', (what) => {
  const [begins, ends] = waits[what]!;
  const run = countingRun(createPlainProgress);
  run.open('code', 2_000);
  run.send(100, 'code');
  run.onEvent(begins);
  run.pass(20_000);
  run.onEvent(ends);
  run.send(200, 'code');
  expect(run.err()).toBe(`Mon 23 Nov 09:00:05  code 100 of 2,000
Mon 23 Nov 09:00:25  code 100 of 2,000
Mon 23 Nov 09:00:30  code 200 of 2,000, 20/s, about 90 s at this pace
Mon 23 Nov 09:00:35  code 300 of 2,000, 20/s, about 85 s at this pace
`);
});

test.each(Object.keys(waits))('nor is it at a terminal: %s', (what) => {
  const [begins, ends] = waits[what]!;
  const run = countingRun(createLiveProgress);
  run.open('code', 2_000);
  run.send(100, 'code');
  const look = (): string => {
    const shown = run.err().length;
    run.progress.above('');
    return run.err().slice(shown).trim();
  };
  look();
  run.onEvent(begins);
  for (let seconds = 1; seconds <= 20; seconds++) {
    run.pass(1_000);
    look();
  }
  run.onEvent(ends);
  run.send(20, 'code');
  look();
  run.send(100, 'code');
  expect(look()).toBe('code  ███░░░░░░░░░░░░░░░░░░░░░░░░░░░  220 of 2,000, 20/s, about 89 s at this pace');
  run.progress.close();
});

test('a process that goes on counts what earlier ones have done, and takes its speed from its own answers', () => {
  const run = countingRun(createPlainProgress);
  const before = { accepted: 900, rejected: 90, cancelled: 10 };
  const open = { event: 'step', at, step: 'code', state: 'open' } as const;
  expect(textOf({ ...open, jobs: { ...noJobs, ...before, toDo: 1_000, inDoubt: 2 } })).toMatch(
    /code goes on: 1,000 jobs; 1,000 done before, 2 in doubt$/,
  );
  run.open('code', 1_000, before);
  run.send(200, 'code');
  expect(run.err()).toBe(`Mon 23 Nov 09:00:05  code 1,100 of 2,000
Mon 23 Nov 09:00:10  code 1,200 of 2,000, 20/s, about 40 s at this pace
`);
});

test.each([createPlainProgress, createLiveProgress])(
  'a job that a person sends again is counted once: %o',
  (create) => {
    const run = countingRun(create);
    run.open('code', 200);
    run.send(190, 'code');
    run.resend(100, 'code');
    run.send(100, 'code');
    run.pass(5_000);
    run.onEvent({ event: 'clock', aheadMs: 0 });
    run.progress.above('so far');
    run.progress.close();
    expect(run.err()).toMatch(create === createLiveProgress ? /so far\n {2}code .* 190 of 200/ : /code 190 of 200/);
  },
);

test('what a run says of many jobs has their numbers in groups, and those that workers have are not all in flight', () => {
  const jobs = { ...noJobs, accepted: 4_000, rejected: 1_200, inDoubt: 3 };
  expect(textOf({ event: 'step', at, step: 'code', state: 'finished', jobs })).toMatch(
    /code finished: 4,000 accepted, 1,200 rejected, 3 in doubt$/,
  );
  expect(textOf({ event: 'recovered', at, again: 1_024, inDoubt: 1 })).toMatch(
    /left 1,025 requests unanswered: 1,024 will be retried, which is safe, 1 is in doubt$/,
  );
  expect(textOf({ event: 'recovered', at, again: 1, edited: 2, inDoubt: 0 })).toMatch(
    /left 3 requests unanswered: 1 will be retried, which is safe, 2 are edited since, and not sent again$/,
  );
  expect(textOf({ event: 'recovered', at, again: 0, inDoubt: 2 })).toMatch(
    /left 2 requests unanswered: 2 are in doubt$/,
  );
  const draining = { event: 'draining', at, inFlight: 41, reason: { kind: 'cancelled' } } as const;
  expect(textOf(draining)).toMatch(/waiting for 41 jobs in flight$/);
  expect(textOf({ ...draining, handedOut: 40 })).toMatch(/waiting for 41 jobs in flight or with workers$/);
  const sums = { accepted: 1_283, inDoubt: 2, again: 1 };
  expect(workerToText({ event: 'worker', at, campaign: 'spring', state: 'waiting', jobs: sums })).toBe(
    'spring: 1,283 accepted, 2 in doubt, 1 to be tried again\nspring: waiting for a leader\n',
  );
});
