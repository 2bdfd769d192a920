import type { JobRecord } from '../../../job/job.ts';
import type { Database } from '../../../platform/sqlite.ts';
import { afterChange, type JobChange } from '../../change.ts';
import { addStepToNamesSum } from '../file/checksum.ts';
import { entryText } from '../read/intents.ts';
import { readJobRow, recordText } from '../read/job-row.ts';

/** One run's jobs, as changes are written to them. Everything within a transaction. */
export interface JobTable {
  /** Returns the places of the changes that the state of their job does not allow: nothing of these is written. */
  write(changes: readonly JobChange[]): readonly number[];
  /** Jobs that are `sending` after these changes, as the list in `head` (intents.ts). */
  intents(): string;
}

/** One step's jobs, as far as they concern the group at hand. */
interface StepJobs {
  readonly id: number;
  /** Jobs that are `sending`, each with its entry in the list. */
  readonly claims: Map<string, { readonly job: JobRecord; readonly entry: string }>;
  /** Records that the jobs to be claimed had before. */
  readonly before: Map<string, JobRecord>;
  /** Jobs whose rows are to be written. */
  readonly rows: Map<string, JobRecord>;
}

/** No other process may change this run's jobs meanwhile, and no job is `sending` at the beginning. */
export function createJobTable(database: Database, run: number): JobTable {
  const statements = prepare(database);
  const writeRows = rowWriter(database);
  const steps = new Map<number, StepJobs>();

  /** A step by the name that it has now: another connection may have renamed it since the last group. */
  function stepOf(name: string): StepJobs {
    let row = statements.step.get(name);
    if (row === undefined) {
      statements.addStep.run(name);
      row = statements.step.get(name);
      addStepToNamesSum(database, { id: Number(row?.['id']), name });
    }
    const id = Number(row?.['id']);
    const step = steps.get(id) ?? { id, claims: new Map(), before: new Map(), rows: new Map() };
    steps.set(id, step);
    return step;
  }

  function readBefore({ id, before }: StepJobs, keys: readonly string[]): void {
    before.clear();
    const rows = keys.length === 0 ? [] : statements.jobs.all(JSON.stringify(keys), run, id);
    for (const row of rows) before.set(String(row['key']), readJobRow(row));
  }

  function read(step: number, key: string): JobRecord | undefined {
    const row = statements.job.get(run, step, key);
    return row === undefined ? undefined : readJobRow(row);
  }

  return {
    write(changes) {
      const toClaim = new Map<string, string[]>();
      for (const { kind, to } of changes) {
        const keys = toClaim.get(to.step) ?? [];
        if (kind === 'intend') keys.push(to.key ?? '');
        toClaim.set(to.step, keys);
      }
      const named = new Map([...toClaim].map(([name, keys]) => [name, { step: stepOf(name), keys }]));
      for (const { step, keys } of named.values()) readBefore(step, keys);
      const refused: number[] = [];
      changes.forEach((change, at) => {
        const { step: name, key = '' } = change.to;
        const { step } = named.get(name)!;
        const isIntent = change.kind === 'intend';
        const before =
          step.claims.get(key)?.job ?? step.rows.get(key) ?? (isIntent ? step.before.get(key) : read(step.id, key));
        const job = afterChange(before, change);
        if (job === undefined) refused.push(at);
        else if (isIntent) step.claims.set(key, { job, entry: entryText(run, step.id, change.to) });
        else {
          step.rows.set(key, job);
          step.claims.delete(key);
        }
      });
      for (const { id, rows } of steps.values()) {
        if (rows.size > 0) writeRows(run, id, rows);
        rows.clear();
      }
      return refused;
    },
    intents: () =>
      `[${[...steps.values()].flatMap(({ claims }) => [...claims.values()].map(({ entry }) => entry)).join()}]`,
  };
}

/** Writes jobs of a step, whatever their records were before. */
export function rowWriter(
  database: Database,
): (run: number, step: number, jobs: Iterable<readonly [key: string, job: JobRecord]>) => void {
  // All rows of a group at once: binding each value takes longer than writing it.
  const put = database.prepare(
    'INSERT OR REPLACE INTO job (run, step, key, record) SELECT ?1, ?2, key, value FROM json_each(?3)',
  );
  return (run, step, jobs) => {
    const records = Array.from(jobs, ([key, job]) => `${JSON.stringify(key)}:${recordText({ run, step, key }, job)}`);
    put.run(run, step, `{${records.join()}}`);
  };
}

function prepare(database: Database) {
  const withStep = 'SELECT job.*, step.name AS step_name FROM job JOIN step ON step.id = job.step';
  return {
    addStep: database.prepare('INSERT INTO step (name) VALUES (?)'),
    step: database.prepare('SELECT id FROM step WHERE name = ?'),
    job: database.prepare(`${withStep} WHERE run = ? AND step = ? AND key = ?`),
    jobs: database.prepare(
      `SELECT job.*, step.name AS step_name FROM json_each(?) AS wanted
       CROSS JOIN job ON job.run = ? AND job.step = ? AND job.key = wanted.value JOIN step ON step.id = job.step`,
    ),
  };
}
