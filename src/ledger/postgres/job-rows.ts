import type { JobRecord } from '../../job/job.ts';
import { cellsOf, type JobCells, jobColumns, readRecord } from '../job-rows.ts';
import type { Row } from './session.ts';

/** The columns of a `JobRecord`, of `callsheet.job` as `job`. */
export const recordColumns = jobColumns.map((name) => `job.${name}`).join(', ');

/** Its cells among others. */
export function cellsIn(row: Row): JobCells {
  return jobColumns.map((name) => row[name]) as unknown as JobCells;
}

export function recordIn(step: string, row: Row): JobRecord {
  return readRecord(step, cellsIn(row));
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

const written = ['step', ...jobColumns];

/** Of these columns. */
const columnTypes = [
  'int',
  'text',
  'callsheet.job_state',
  'int',
  'bigint',
  'bigint',
  'bigint',
  'bigint',
  'smallint',
  'smallint',
  'bigint',
  'text',
  'text',
  'json',
  'json',
];

/** The parameters of `upsert` after the run: one list for each column. */
export function valuesOf(jobs: readonly JobToWrite[]): readonly (readonly unknown[])[] {
  const rows = jobs.map(({ step, job }) => [step, ...cellsOf(job)]);
  return written.map((_, at) => rows.map((row) => row[at]));
}
