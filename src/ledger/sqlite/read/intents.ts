import { jobId } from '../../../job/address.ts';
import type { JobRecord, JobState } from '../../../job/job.ts';
import type { Database, Row } from '../../../platform/sqlite.ts';
import { afterChange, type Intent } from '../../change.ts';
import { damaged } from '../../state-trouble.ts';
import { readJobRow } from './job-row.ts';

/**
 * Jobs whose intent is on disk and whose outcome is not are a list in the row of their campaign, which each group of changes writes
 * anyway: a job's own row is written once, with its outcome, and not twice. A job on the list is `sending`, whatever its row says.
 */
type Entry = readonly [
  run: number,
  step: number,
  key: string,
  /** Of the job's row; 0 until it has one. */
  position: number,
  attempt: number,
  at: number,
  requestHash: string,
  naturalKey?: string,
];

/** A job that is `sending` according to the list. */
export interface Claimed {
  readonly run: number;
  /** The number of its step. */
  readonly step: number;
  readonly job: JobRecord;
  /** Of its own row, and what that says; undefined where there is none. */
  readonly position: number | undefined;
  readonly was: JobState | undefined;
}

/** One entry of the list, as JSON. */
export function entryText(
  { run, step, position = 0 }: { readonly run: number; readonly step: number; readonly position: number | undefined },
  { key = '', attempt, at, requestHash, naturalKey }: Intent,
): string {
  const entry: Entry = [run, step, key, position, attempt, Math.round(at), requestHash];
  return JSON.stringify(naturalKey === undefined ? entry : [...entry, naturalKey]);
}

/** In a transaction. */
export function writeIntents(database: Database, campaign: number, intents: readonly Entry[]): void {
  database.prepare('UPDATE campaign SET intents = ? WHERE id = ?').run(JSON.stringify(intents), campaign);
}

/** The lists as they are, by campaign. */
export function readIntents(database: Database): ReadonlyMap<number, readonly Entry[]> {
  const rows = database.prepare('SELECT id, intents FROM campaign').all();
  return new Map(rows.map(({ id, intents }) => [Number(id), JSON.parse(String(intents)) as Entry[]]));
}

/** Reads the jobs that are `sending`, of any run of a campaign. */
export function claimedReader(database: Database, campaign: number): () => readonly Claimed[] {
  const select = database.prepare(
    `SELECT entry.value AS entry, step.name AS step_name, job.*
     FROM campaign CROSS JOIN json_each(campaign.intents) AS entry
     JOIN step ON step.id = entry.value ->> 1
     LEFT JOIN job ON job.run = entry.value ->> 0 AND job.step = entry.value ->> 1
       AND job.position = entry.value ->> 3 AND job.key = entry.value ->> 2
     WHERE campaign.id = ? ORDER BY entry.value ->> 1`,
  );
  return () => select.all(campaign).map(readClaimed);
}

function readClaimed(row: Row): Claimed {
  const [run, step, key, position, attempt, at, requestHash, naturalKey] = JSON.parse(String(row['entry'])) as Entry;
  const id = jobId(String(row['step_name']), key === '' ? undefined : key);
  const to: Intent = { ...id, attempt, at, requestHash, ...(naturalKey === undefined ? {} : { naturalKey }) };
  const before = row['record'] === null ? undefined : readJobRow(row);
  if (before === undefined && position > 0) throw damaged('a job in flight has lost its row');
  const job = afterChange(before, { kind: 'intend', to });
  if (job === undefined) throw new Error(`state file claims ${id.step} ${key} against its own state`);
  return { run, step, job, position: before && position, was: before?.state };
}
