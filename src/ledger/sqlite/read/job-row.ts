import { crc32 } from 'node:zlib';
import { type OtherJob, undecidedReason } from '../../../job/history.ts';
import type { JobRecord, JobState, JobTimes, Outputs } from '../../../job/job.ts';
import type { Instant } from '../../../platform/ports.ts';
import type { Row, SqlValue } from '../../../platform/sqlite.ts';

/** Whose row it is. */
export interface RowPlace {
  readonly run: number;
  readonly step: number;
  readonly key: string;
}

/**
 * What a row holds of its job: a list, as JSON. `state` is an index into `storedStates`; it and `at`, in epoch milliseconds, are first, as
 * SQL looks for them there (tables.ts). `sinceFirst` and `untilSettled` are milliseconds before and after `at`, or 0 where there is
 * none. `untilLeft`, milliseconds after `at`, is there only where it is known when the request left.
 */
export type RowRecord = readonly [...RowBody, sum: number] | readonly [...RowBody, untilLeft: number, sum: number];

type RowBody = readonly [
  state: number,
  at: number | null,
  attempts: number,
  sinceFirst: number | null,
  untilSettled: number | null,
  code: string | null,
  requestHash: string | null,
  outputs: Outputs | null,
  rare: Rare | null,
];

/** What few jobs have. */
type Rare = Pick<JobRecord, 'doubtful' | 'maybeSent' | 'notBefore' | 'reason' | 'naturalKey' | 'decisions'>;

/** The file holds the position of a state in this list: add to the end only, and never more than ten. */
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
 * number that reads as its neighbour's, would be a message sent twice. So the record ends in a checksum of the whole row,
 * its place included, and every checksum is verified before a run (verify-file.ts).
 */
export function recordText({ run, step, key }: RowPlace, job: JobRecord): string {
  const { code, requestHash, outputs } = job;
  const at = whole(job.at);
  const [firstAt, settledAt] = [whole(job.firstAt), whole(job.settledAt)];
  const values = [
    stateNumber(job.state),
    at,
    job.attempts,
    firstAt === undefined ? null : (at ?? 0) - firstAt,
    settledAt === undefined ? null : settledAt - (at ?? 0),
    code,
    requestHash,
    outputs,
    rareOf(job),
  ];
  if (job.leftAt !== undefined) values.push(Math.round(job.leftAt) - (at ?? 0));
  const body = JSON.stringify(values).slice(0, -1);
  return `${body},${sumOf({ run, step, key }, body)}]`;
}

/** Whether it is as it was written: the text of a record that was read is made of it again. */
export function isSound(place: RowPlace, record: RowRecord): boolean {
  const body = JSON.stringify(record.slice(0, -1)).slice(0, -1);
  return sumOf(place, body) === record.at(-1);
}

function sumOf({ run, step, key }: RowPlace, body: string): number {
  return crc32(`${run}\n${step}\n${key}\n${body}`);
}

/** A fraction would not read as it was written. */
function whole(at: Instant | undefined): number | undefined {
  return at === undefined ? undefined : Math.round(at);
}

function rareOf({ doubtful, maybeSent, notBefore, reason, naturalKey, decisions }: JobRecord): Rare | null {
  const rare: { -readonly [K in keyof Rare]: Rare[K] } = {};
  if (doubtful === true) rare.doubtful = true;
  if (maybeSent === true) rare.maybeSent = true;
  if (notBefore !== undefined) rare.notBefore = Math.round(notBefore);
  if (reason !== undefined) rare.reason = reason;
  if (naturalKey !== undefined) rare.naturalKey = naturalKey;
  if (decisions !== undefined) rare.decisions = decisions;
  return Object.keys(rare).length === 0 ? null : rare;
}

/** A row of `job` joined with its step's name as `step_name`. */
export function readJobRow(row: Row): JobRecord {
  return jobRecord(String(row['step_name']), String(row['key']), JSON.parse(String(row['record'])) as RowRecord);
}

export function jobRecord(step: string, key: string, record: RowRecord): JobRecord {
  const [, at, , , , code, requestHash, outputs, rare] = record;
  const job: { -readonly [K in keyof JobRecord]: JobRecord[K] } = jobTimes(step, key, record);
  if (record.length === 11) job.leftAt = (at ?? 0) + record[9];
  if (code !== null) job.code = code;
  if (requestHash !== null) job.requestHash = requestHash;
  if (outputs !== null) job.outputs = outputs;
  return rare === null ? job : { ...job, ...rare };
}

function jobTimes(step: string, key: string, record: RowRecord): JobTimes {
  const [state, at, attempts, sinceFirst, untilSettled, , , , rare] = record;
  const job: { -readonly [K in keyof JobTimes]: JobTimes[K] } = { step, state: stateOf(state), attempts };
  if (key !== '') job.key = key;
  if (sinceFirst !== null) job.firstAt = (at ?? 0) - sinceFirst;
  if (at !== null) job.at = at;
  if (untilSettled !== null) job.settledAt = (at ?? 0) + untilSettled;
  if (rare?.doubtful === true) job.doubtful = true;
  if (rare?.maybeSent === true) job.maybeSent = true;
  if (rare?.notBefore !== undefined) job.notBefore = rare.notBefore;
  return job;
}

/** As planning reads it. */
export function historyJob(step: string, key: string, record: RowRecord): OtherJob {
  const job: { -readonly [K in keyof OtherJob]: OtherJob[K] } = jobTimes(step, key, record);
  if (job.state === 'accepted' && record[7] === null) job.lacksOutputs = true;
  if (job.state === 'skipped' && record[8]?.reason?.startsWith(undecidedReason) === true) job.undecided = true;
  return job;
}
