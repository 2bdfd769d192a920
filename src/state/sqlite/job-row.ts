import type { JobRecord, JobState } from '../../job/job.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Row, SqlValue } from '../../platform/sqlite.ts';

/** The position of a state in this list is what the file holds: add to the end only. */
const storedStates: readonly JobState[] = [
  'pending',
  'sending',
  'accepted',
  'rejected',
  'inDoubt',
  'skipped',
  'expired',
  'cancelled',
];

export function stateNumber(state: JobState): number {
  return storedStates.indexOf(state);
}

export function stateOf(number: SqlValue | undefined): JobState {
  const state = storedStates[Number(number)];
  if (state === undefined) throw new Error(`state file holds the unknown job state ${String(number)}`);
  return state;
}

/** A row of `job` joined with its step's name as `step_name`. */
export function readJobRow(row: Row): JobRecord {
  return {
    step: String(row['step_name']),
    ...(row['key'] === '' ? {} : { key: String(row['key']) }),
    state: stateOf(row['state']),
    attempts: Number(row['attempts']),
    ...present('firstAt', row['first_at'], Number),
    ...present('at', row['at'], Number),
    ...present('settledAt', row['settled_at'], Number),
    ...present('code', row['code'], String),
    ...present('reason', row['reason'], String),
    ...present('naturalKey', row['natural_key'], String),
    ...present('requestHash', row['request_hash'], String),
    ...(row['doubtful'] === 1 ? { doubtful: true } : {}),
    ...present('notBefore', row['not_before'], Number),
    ...present('outputs', row['outputs'], (text) => JSON.parse(String(text)) as Record<string, unknown>),
  };
}

function present<K extends string, V>(
  name: K,
  value: SqlValue | undefined,
  read: (value: SqlValue) => V,
): { [P in K]?: V } {
  return value === null || value === undefined ? {} : ({ [name]: read(value) } as { [P in K]?: V });
}

/** What a row holds besides whose it is, in the order of `rowColumns`. */
export const rowColumns = [
  'state',
  'attempts',
  'first_at',
  'at',
  'settled_at',
  'doubtful',
  'not_before',
  'code',
  'reason',
  'natural_key',
  'request_hash',
  'outputs',
] as const;

export function rowValues(job: JobRecord): SqlValue[] {
  return [
    stateNumber(job.state),
    job.attempts,
    instant(job.firstAt),
    instant(job.at),
    instant(job.settledAt),
    job.doubtful === true ? 1 : 0,
    instant(job.notBefore),
    job.code ?? null,
    job.reason ?? null,
    job.naturalKey ?? null,
    job.requestHash ?? null,
    job.outputs === undefined ? null : JSON.stringify(job.outputs),
  ];
}

/** Whole milliseconds: a fraction would not read as it was written. */
function instant(at: Instant | undefined): number | null {
  return at === undefined ? null : Math.round(at);
}
