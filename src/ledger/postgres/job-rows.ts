import { jobId } from '../../job/address.ts';
import type { JobRecord, JobState, JobTimes } from '../../job/job.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Row } from './session.ts';

/** The columns of `JobTimes` but for its step, of `callsheet.job` as `job`. */
export const timesColumns = `job.key, job.state, job.attempts, job.at, job.first_at, job.settled_at,
  job.not_before, job.doubtful, job.maybe_sent`;

/** The columns of a `JobRecord`. */
export const recordColumns = `${timesColumns}, job.details`;

/** What only a record has: nothing searches for it. */
type Details = Pick<JobRecord, 'leftAt' | 'code' | 'reason' | 'naturalKey' | 'requestHash' | 'outputs' | 'decisions'>;

type Draft<T> = { -readonly [K in keyof T]: T[K] };

export function readTimes(step: string, row: Row): JobTimes {
  const key = String(row['key']);
  const job: Draft<JobTimes> = {
    ...jobId(step, key === '' ? undefined : key),
    state: row['state'] as JobState,
    attempts: Number(row['attempts']),
  };
  if (row['at'] !== null) job.at = Number(row['at']);
  if (row['first_at'] !== null) job.firstAt = Number(row['first_at']);
  if (row['settled_at'] !== null) job.settledAt = Number(row['settled_at']);
  if (row['not_before'] !== null) job.notBefore = Number(row['not_before']);
  if (row['doubtful'] === true) job.doubtful = true;
  if (row['maybe_sent'] === true) job.maybeSent = true;
  return job;
}

export function readRecord(step: string, row: Row): JobRecord {
  return { ...readTimes(step, row), ...(row['details'] as Details | null) };
}

/** A job as it is to be written; `step` is the number of its step. */
export interface JobToWrite {
  readonly step: number;
  readonly job: JobRecord;
}

/**
 * Writes jobs, whatever their rows were before; `from` is what else the statement selects from, and where nothing is there, nothing is
 * written. `first` is the number of its first parameter: the run, and then the columns of `valuesOf`.
 */
export function upsert(first: number, from?: string): string {
  const { names, types, update } = columnsOf(first + 1);
  return `INSERT INTO callsheet.job (run, ${names})
    SELECT $${first}::int, new.* FROM ${from === undefined ? '' : `${from}, `}unnest(${types}) AS new
    ON CONFLICT (run, step, key) DO UPDATE SET ${update},
      worker = CASE WHEN excluded.state <> 'sending' THEN job.worker END`;
}

/** Parts of a statement that writes jobs. `first` is the number of the parameter with the first column of `valuesOf`. */
export function columnsOf(first: number) {
  return {
    names: written.join(', '),
    types: columnTypes.map((type, at) => `$${first + at}::${type}[]`).join(', '),
    update: written
      .slice(2)
      .map((name) => `${name} = excluded.${name}`)
      .concat("claimed_at = CASE WHEN excluded.state = 'sending' THEN clock_timestamp() ELSE job.claimed_at END")
      .join(', '),
    /** The number of the first parameter after them. */
    next: first + columnTypes.length,
  };
}

const columnTypes = [
  'int',
  'text',
  'callsheet.job_state',
  'int',
  'bigint',
  'bigint',
  'bigint',
  'bigint',
  'boolean',
  'boolean',
  'json',
];

const written = [
  'step',
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
];

/** The parameters of `upsert` after the run: one list for each column. */
export function valuesOf(jobs: readonly JobToWrite[]): readonly (readonly unknown[])[] {
  const column = (value: (job: JobRecord) => unknown): unknown[] => jobs.map(({ job }) => value(job));
  return [
    jobs.map(({ step }) => step),
    column(({ key = '' }) => key),
    column(({ state }) => state),
    column(({ attempts }) => attempts),
    column(({ at }) => whole(at)),
    column(({ firstAt }) => whole(firstAt)),
    column(({ settledAt }) => whole(settledAt)),
    column(({ notBefore }) => whole(notBefore)),
    column(({ doubtful }) => doubtful === true),
    column(({ maybeSent }) => maybeSent === true),
    column(detailsText),
  ];
}

/** As JSON text, which holds every text, with NUL and halves of characters too; null where there is nothing. */
function detailsText(job: JobRecord): string | null {
  const { leftAt, code, reason, naturalKey, requestHash, outputs, decisions } = job;
  const left = leftAt && Math.round(leftAt);
  const text = JSON.stringify({ leftAt: left, code, reason, naturalKey, requestHash, outputs, decisions });
  return text === '{}' ? null : text;
}

function whole(at: Instant | undefined): number | null {
  return at === undefined ? null : Math.round(at);
}
