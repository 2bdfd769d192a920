import type { JobMarks, OtherJob } from '../job/history.ts';
import type { JobRecord, JobState, Outputs } from '../job/job.ts';
import type { Instant } from '../platform/ports.ts';

/** What planning reads of a job. `key` is empty for a step that runs once. Instants are epoch ms; `doubtful` and `maybe_sent` are 0 or 1. */
export const timeColumns = [
  'key',
  'state',
  'attempts',
  'at',
  'first_at',
  'settled_at',
  'not_before',
  'doubtful',
  'maybe_sent',
] as const;

/** JSON, as text so that it holds every text, with NUL and halves of characters too; null where there is nothing. */
export const jsonColumns = ['outputs', 'details'] as const;

/** What is not JSON. A code is a number (envelope.ts), a hash is hex: neither has a text of others. */
export const plainColumns = [...timeColumns, 'left_at', 'code', 'request_hash'] as const;

/** What a row says of its job, in a file and in a store. */
export const jobColumns = [...plainColumns, ...jsonColumns] as const;

/** SQL for `mayHaveContacted` of a job, which `first_at` shows to have been attempted. */
export const isContact = `job.first_at IS NOT NULL
  AND (job.state IN ('accepted', 'inDoubt', 'sending', 'cancelled') OR job.doubtful = 1)`;

/** A row that was read, in the order of `jobColumns`; `More` is what else was. */
export type JobCells<More extends readonly unknown[] = readonly unknown[]> = readonly [
  ...TimeCells,
  leftAt: Instant | null,
  code: string | null,
  requestHash: string | null,
  outputs: Outputs | null,
  details: Details | null,
  ...More,
];

/** Of `timeColumns`. */
type TimeCells = readonly [
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

/** What few jobs have. */
type Details = Pick<JobRecord, 'reason' | 'naturalKey' | 'resentInDoubt' | 'decisions'>;

/** As they are to be written. */
export function cellsOf(job: JobRecord): readonly (string | number | null)[] {
  const { key = '', state, attempts, at, firstAt, settledAt, notBefore, doubtful, maybeSent, outputs } = job;
  const { reason, naturalKey, resentInDoubt, decisions } = job;
  const details = JSON.stringify({ reason, naturalKey, resentInDoubt, decisions } satisfies Details);
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
    whole(job.leftAt),
    job.code ?? null,
    job.requestHash ?? null,
    outputs === undefined ? null : JSON.stringify(outputs),
    details === '{}' ? null : details,
  ];
}

/** A fraction would not read as it was written. */
function whole(at: Instant | undefined): number | null {
  return at === undefined ? null : Math.round(at);
}

/** Of `TimeCells` only the times. */
export function readRecord(step: string, cells: TimeCells | JobCells): JobRecord {
  const [key, state, attempts, at, firstAt, settledAt, notBefore, doubtful, maybeSent] = cells;
  const [leftAt, code, requestHash, outputs, details] = [cells[9], cells[10], cells[11], cells[12], cells[13]];
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
    leftAt: leftAt ?? undefined,
    code: code ?? undefined,
    requestHash: requestHash ?? undefined,
    outputs: outputs ?? undefined,
    reason: details?.reason,
    naturalKey: details?.naturalKey,
    resentInDoubt: details?.resentInDoubt,
    decisions: details?.decisions,
  };
}

/** As planning reads it. */
export function readHistoryJob(step: string, cells: TimeCells | JobCells, marks: JobMarks | undefined): OtherJob {
  const job = readRecord(step, cells);
  return marks === undefined ? job : { ...job, ...marks };
}

/** In SQL: what a run makes of the job depends on all that is recorded of it, as it is tried again. */
export const isTriedAgain = `(job.state IN ('pending', 'sending')
  OR (job.state IN ('skipped', 'expired') AND job.at IS NOT NULL))`;
