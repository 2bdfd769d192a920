import type { JobId } from '../../job/address.ts';
import type { JobRecord } from '../../job/job.ts';
import { cellsOf, type JobCells, jobColumns, readRecord } from '../job-rows.ts';
import type { Queries, Row } from './session.ts';

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

/** The numbers of a run's steps by their names; a step that has none gets one. */
export function stepNumbers({ rows }: Queries, run: number): (name: string) => Promise<number> {
  const known = new Map<string, number>();
  return async (name) => {
    const number = known.get(name);
    if (number !== undefined) return number;
    const [row] = await rows(
      `INSERT INTO callsheet.step (run, name) VALUES ($1, $2) ON CONFLICT (run, name) DO UPDATE SET name = excluded.name
       RETURNING id`,
      [run, name],
    );
    known.set(name, Number(row?.['id']));
    return Number(row?.['id']);
  };
}

export function nameOf({ step, key = '' }: JobId): string {
  return `${step}\n${key}`;
}

/**
 * The rows of `wanted (step, key)`, where $1 is the run, each found by its key: of a table that has just been filled the planner has no
 * statistics, and would read all rows of the step for each of some.
 */
export const jobsWanted = `JOIN callsheet.step ON step.run = $1 AND step.name = wanted.step
     CROSS JOIN LATERAL (SELECT * FROM callsheet.job
       WHERE job.run = $1 AND job.step = step.id AND job.key = wanted.key LIMIT 1) AS job`;

/** Records of these jobs by `nameOf`, where there are any. `lock`: how they are kept from others. */
export async function readJobs(
  { rows }: Queries,
  run: number,
  wanted: readonly JobId[],
  lock = '',
): Promise<ReadonlyMap<string, JobRecord>> {
  if (wanted.length === 0) return new Map();
  const found = await rows(
    `SELECT wanted.step, ${recordColumns} FROM unnest($2::text[], $3::text[]) AS wanted (step, key)
     ${jobsWanted} ${lock}`,
    [run, wanted.map(({ step }) => step), wanted.map(({ key = '' }) => key)],
  );
  return new Map(found.map((row) => recordIn(String(row['step']), row)).map((job) => [nameOf(job), job]));
}
