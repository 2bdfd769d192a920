import { crc32 } from 'node:zlib';
import type { JobRecord, JobState } from '../../job/job.ts';
import type { Database, Row } from '../../platform/sqlite.ts';
import { afterChange, type Intent } from '../change.ts';
import { readJobRow } from './job-row.ts';

/**
 * Intents that became durable together are one row: a job's own row is written once, with its outcome, and not twice. Those are
 * still `sending` whose own row is older than the group (`seq`), or is not there. A group goes when none of it is.
 *
 * An entry of such a row: step, key, attempt, at, natural key, hash of the request.
 */
export type Entry = readonly [number, string, number, number, string | null, string];

/** A job that is `sending` by its group's word. */
export interface Claimed {
  readonly run: number;
  /** The number of its step. */
  readonly step: number;
  readonly job: JobRecord;
  /** What its own row says; undefined where there is none. */
  readonly was: JobState | undefined;
}

export function entryOf(step: number, { key = '', attempt, at, naturalKey, requestHash }: Intent): Entry {
  return [step, key, attempt, Math.round(at), naturalKey ?? null, requestHash];
}

export function groupSum(seq: number, run: number, jobs: string): number {
  return crc32(`${seq}\n${run}\n${jobs}`);
}

/** Reads who is `sending` in any group of the file. */
export function claimedReader(database: Database): () => readonly Claimed[] {
  const select = database.prepare(
    `SELECT intent.run AS claimed_by, entry.value AS entry, step.name AS step_name, job.*
     FROM intent CROSS JOIN json_each(intent.jobs) AS entry
     JOIN step ON step.id = entry.value ->> 0
     LEFT JOIN job ON job.run = intent.run AND job.step = entry.value ->> 0 AND job.key = entry.value ->> 1
     WHERE coalesce(job.seq, 0) < intent.seq
     ORDER BY entry.value ->> 0, entry.value ->> 1`,
  );
  return () => select.all().map(readClaimed);
}

function readClaimed(row: Row): Claimed {
  const [step, key, attempt, at, naturalKey, requestHash] = JSON.parse(String(row['entry'])) as Entry;
  const id = { step: String(row['step_name']), ...(key === '' ? {} : { key }) };
  const to: Intent = { ...id, attempt, at, requestHash, ...(naturalKey === null ? {} : { naturalKey }) };
  const before = row['record'] === null ? undefined : readJobRow(row);
  const job = afterChange(before, { kind: 'intend', to });
  if (job === undefined) throw new Error(`state file claims ${id.step} ${key} against its own state`);
  return { run: Number(row['claimed_by']), step, job, was: before?.state };
}
