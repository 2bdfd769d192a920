import { crc32 } from 'node:zlib';
import type { JobRecord, JobState, JobTimes } from '../../job/job.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Row, SqlValue } from '../../platform/sqlite.ts';

/** Whose row it is. */
export interface RowPlace {
  readonly run: number;
  readonly step: number;
  readonly key: string;
}

/**
 * What a row holds of its job: a list, as JSON, of numbers, texts and nulls. `state` is an index into `storedStates`; it and `at` are
 * first, as SQL looks for them there (migrations.ts). Instants are whole epoch milliseconds; outputs are a text of JSON.
 */
export type RowRecord = readonly [
  state: number,
  at: number | null,
  attempts: number,
  firstAt: number | null,
  settledAt: number | null,
  doubtful: 0 | 1,
  notBefore: number | null,
  code: string | null,
  reason: string | null,
  naturalKey: string | null,
  requestHash: string | null,
  outputs: string | null,
  sum: number,
];

/** The position of a state in this list is what the file holds: add to the end only, and never more than ten. */
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

/**
 * The text of a `RowRecord`. SQLite does not notice a flipped bit inside a page of the file: a `sending` that reads `pending`, or a
 * number that reads as its neighbour's, would be a message sent twice. So the record ends in a sum of the whole row, `seq` and
 * place included, and every sum is looked at before a run (checksum.ts).
 */
export function recordText({ run, step, key }: RowPlace, seq: number, job: JobRecord): string {
  const list = JSON.stringify([
    stateNumber(job.state),
    whole(job.at),
    job.attempts,
    whole(job.firstAt),
    whole(job.settledAt),
    job.doubtful === true ? 1 : 0,
    whole(job.notBefore),
    job.code,
    job.reason,
    job.naturalKey,
    job.requestHash,
    job.outputs === undefined ? null : JSON.stringify(job.outputs),
  ]);
  const body = list.slice(0, -1);
  return `${body},${crc32(`${run}\n${step}\n${key}\n${seq}\n${body}`)}]`;
}

/** A fraction would not read as it was written. */
function whole(at: Instant | undefined): number | undefined {
  return at === undefined ? undefined : Math.round(at);
}

/** A row of `job` joined with its step's name as `step_name`. */
export function readJobRow(row: Row): JobRecord {
  const record = JSON.parse(String(row['record'])) as RowRecord;
  const [, , , , , , , code, reason, naturalKey, requestHash, outputs] = record;
  return {
    ...jobTimes(String(row['step_name']), String(row['key']), record),
    ...(code === null ? {} : { code }),
    ...(reason === null ? {} : { reason }),
    ...(naturalKey === null ? {} : { naturalKey }),
    ...(requestHash === null ? {} : { requestHash }),
    ...(outputs === null ? {} : { outputs: JSON.parse(outputs) as Record<string, unknown> }),
  };
}

export function jobTimes(step: string, key: string, record: RowRecord): JobTimes {
  const [state, at, attempts, firstAt, settledAt, doubtful, notBefore] = record;
  return {
    step,
    ...(key === '' ? {} : { key }),
    state: stateOf(state),
    attempts,
    ...(firstAt === null ? {} : { firstAt }),
    ...(at === null ? {} : { at }),
    ...(settledAt === null ? {} : { settledAt }),
    ...(doubtful === 1 ? { doubtful: true } : {}),
    ...(notBefore === null ? {} : { notBefore }),
  };
}
