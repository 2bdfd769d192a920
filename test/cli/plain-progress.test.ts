import { expect, test } from 'vitest';
import { createPlainProgress } from '../../src/cli/output/run-progress.ts';
import { eventToText } from '../../src/report/run/event-text.ts';
import { workerToText } from '../../src/report/run/worker-text.ts';
import type { RunEvent } from '../../src/run/event.ts';
import { commandHost } from '../rig/command-host.ts';

const at = Date.parse('2026-11-23T08:00:00Z');
const timezone = 'Africa/Lagos';
const noJobs = { toDo: 0, accepted: 0, rejected: 0, skipped: 0, inDoubt: 0, expired: 0, pending: 0 };
const textOf = (event: RunEvent) => eventToText(event, { timezone, showNumbers: false, stepName: (id) => id });

test('without a terminal, a line now and then has how many are done, how fast, and when it will end', () => {
  const { host, err } = commandHost({ now: at });
  let now = at;
  const progress = createPlainProgress({
    host: { ...host, clock: { ...host.clock, now: () => now } },
    timezone,
    stepName: (id) => id,
  });
  for (const step of ['code', 'call']) {
    progress.onEvent({ event: 'step', at, step, state: 'open', jobs: { ...noJobs, toDo: 2_000 } }, undefined);
  }
  for (let job = 1; job <= 400; job++) {
    now += 50;
    const step = job % 2 === 0 ? 'code' : 'call';
    progress.onEvent(
      { event: 'job', at: now, job: { step, key: `${job}` }, state: 'accepted', attempts: 1 },
      undefined,
    );
  }
  expect(err()).toBe(`Mon 23 Nov 09:00:05  code 50 of 2,000; call 50 of 2,000
Mon 23 Nov 09:00:10  code 100 of 2,000, 10/s, about 4 min left; call 100 of 2,000, 10/s, about 4 min left
Mon 23 Nov 09:00:15  code 150 of 2,000, 10/s, about 4 min left; call 150 of 2,000, 10/s, about 4 min left
Mon 23 Nov 09:00:20  code 200 of 2,000, 10/s, about 3 min left; call 200 of 2,000, 10/s, about 3 min left
`);
});

test('a wait is not part of the pace: what is left after it would take as long as before', () => {
  const { host, err } = commandHost({ now: at });
  let now = at;
  const clock = { ...host.clock, now: () => now };
  const progress = createPlainProgress({ host: { ...host, clock }, timezone, stepName: (id) => id });
  const step = 'code';
  progress.onEvent({ event: 'step', at, step, state: 'open', jobs: { ...noJobs, toDo: 2_000 } }, undefined);
  const send = (jobs: number): void => {
    for (let job = 1; job <= jobs; job++) {
      now += 50;
      const key = `${now}`;
      progress.onEvent({ event: 'job', at: now, job: { step, key }, state: 'accepted', attempts: 1 }, undefined);
    }
  };
  send(100);
  progress.onEvent({ event: 'waiting', at: now, step, heldBy: 'wave', until: now + 20_000 }, undefined);
  now += 20_000;
  progress.onEvent({ event: 'wave', at: now, step, wave: 2, waves: 2, people: 2_000, of: 2_000 }, undefined);
  send(200);
  expect(err()).toBe(`Mon 23 Nov 09:00:05  code 100 of 2,000
Mon 23 Nov 09:00:25  code 100 of 2,000
Mon 23 Nov 09:00:30  code 200 of 2,000, 20/s, about 90 s left
Mon 23 Nov 09:00:35  code 300 of 2,000, 20/s, about 85 s left
`);
});

test('a process that goes on counts what earlier ones have done, and takes its speed from its own answers', () => {
  const { host, err } = commandHost({ now: at });
  let now = at;
  const progress = createPlainProgress({
    host: { ...host, clock: { ...host.clock, now: () => now } },
    timezone,
    stepName: (id) => id,
  });
  const jobs = { ...noJobs, toDo: 1_000, accepted: 900, rejected: 90, cancelled: 10, inDoubt: 2 };
  const open: RunEvent = { event: 'step', at, step: 'code', state: 'open', jobs };
  expect(textOf(open)).toMatch(/code goes on: 1,000 jobs; 1,000 done before, 2 in doubt$/);
  progress.onEvent(open, undefined);
  for (let job = 1; job <= 200; job++) {
    now += 50;
    progress.onEvent(
      { event: 'job', at: now, job: { step: 'code', key: `${job}` }, state: 'accepted', attempts: 1 },
      undefined,
    );
  }
  expect(err()).toBe(`Mon 23 Nov 09:00:05  code 1,100 of 2,000
Mon 23 Nov 09:00:10  code 1,200 of 2,000, 20/s, about 40 s left
`);
});

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
