import type { JobMarks, OtherJob } from '../job/history.ts';
import type { JobRecord, JobState, JobTimes } from '../job/job.ts';
import type { Instant } from '../platform/ports.ts';

/**
 * What a row says of its job, in a file and in a store. `key` is empty for a step that runs once. Instants are epoch ms; `doubtful` and
 * `maybe_sent` are 0 or 1. `details` is JSON, as text so that it holds every text, with NUL and halves of characters too; null where
 * there is nothing.
 */
export const jobColumns = [
  'key',
  'state',
  'attempts',
  'at',
  'first_at',
  'settled_at',
  'not_before',
  'doubtful',
  'maybe_sent',
  'details',
] as const;

/** A row that was read, in the order of `jobColumns`; `More` is what else was. */
export type JobCells<More extends readonly unknown[] = readonly unknown[]> = readonly [
  ...TimeCells,
  details: Details | null,
  ...More,
];

/** The same without `details`. */
export type TimeCells = readonly [
  key: string,
  state: JobState,
  attempts: number,
  at: Instant | null,
  firstAt: Instant | null,
  settledAt: Instant | null,
  notBefore: Instant | null,
  doubtful: number,
  maybeSent: number,
];

/** What only a record has: little of it is searched for. */
type Details = Pick<JobRecord, 'leftAt' | 'code' | 'reason' | 'naturalKey' | 'requestHash' | 'outputs' | 'decisions'>;

/** As it is to be written: `details` is a text. */
export function cellsOf(job: JobRecord): readonly [...TimeCells, details: string | null] {
  const { key = '', state, attempts, at, firstAt, settledAt, notBefore, doubtful, maybeSent } = job;
  return [
    key,
    state,
    attempts,
    whole(at),
    whole(firstAt),
    whole(settledAt),
    whole(notBefore),
    doubtful === true ? 1 : 0,
    maybeSent === true ? 1 : 0,
    detailsText(job),
  ];
}

function detailsText({ leftAt, code, reason, naturalKey, requestHash, outputs, decisions }: JobRecord): string | null {
  const left = leftAt && Math.round(leftAt);
  const text = JSON.stringify({ leftAt: left, code, reason, naturalKey, requestHash, outputs, decisions });
  return text === '{}' ? null : text;
}

/** A fraction would not read as it was written. */
function whole(at: Instant | undefined): number | null {
  return at === undefined ? null : Math.round(at);
}

export function readRecord(step: string, cells: JobCells): JobRecord {
  return { ...readTimes(step, cells), ...cells[9] };
}

/** As planning reads it. */
export function readHistoryJob(step: string, cells: TimeCells | JobCells, marks: JobMarks | undefined): OtherJob {
  const times = readTimes(step, cells);
  return marks === undefined ? times : { ...times, ...marks };
}

/** Of a job that a person has decided to send again, then. */
export function resendMarks(decidedAt: Instant, at: Instant | null): JobMarks {
  return at !== null && at > decidedAt ? { resent: true } : { toResend: true };
}

function readTimes(step: string, cells: TimeCells | JobCells): JobTimes {
  const [key, state, attempts, at, firstAt, settledAt, notBefore, doubtful, maybeSent] = cells;
  // All fields at once: an object that gets them one after another takes several times as long.
  return {
    step,
    key: key === '' ? undefined : key,
    state,
    attempts,
    at: at ?? undefined,
    firstAt: firstAt ?? undefined,
    settledAt: settledAt ?? undefined,
    notBefore: notBefore ?? undefined,
    doubtful: doubtful === 0 ? undefined : true,
    maybeSent: maybeSent === 0 ? undefined : true,
  };
}

/** In SQL: what a run makes of the job depends on all that is recorded of it, as it is tried again. */
export const isTriedAgain = `(job.state IN ('pending', 'sending')
  OR (job.state IN ('skipped', 'expired') AND job.at IS NOT NULL))`;
