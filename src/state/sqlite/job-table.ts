import type { JobRecord } from '../../job/job.ts';
import type { Database } from '../../platform/sqlite.ts';
import { afterChange, type Change } from '../change.ts';
import { type RowPlace, rowSum, storeNamesSum } from './checksum.ts';
import { readJobRow, rowColumns, rowValues } from './job-row.ts';

/** One run's rows, as changes are written to them. */
export interface JobTable {
  /** To be called within each transaction before its changes: another connection may have renamed a step. */
  begin(): void;
  /** False, and nothing is written, when the job's state does not allow the change. */
  apply(change: Change): boolean;
}

export function createJobTable(database: Database, run: number): JobTable {
  const statements = prepare(database);
  const stepIds = new Map<string, number>();
  /** Those that are `sending` by this process's word: nobody else may change them. */
  const claimed = new Map<string, JobRecord>();

  function stepId(name: string): number {
    let id = stepIds.get(name);
    if (id !== undefined) return id;
    if (statements.addStep.run(name).changes > 0) storeNamesSum(database);
    id = Number(statements.step.get(name)?.['id']);
    stepIds.set(name, id);
    return id;
  }

  function read({ step, key }: RowPlace): JobRecord | undefined {
    const row = statements.job.get(run, step, key);
    return row === undefined ? undefined : readJobRow(row);
  }

  function write(how: 'add' | 'put', { step, key }: RowPlace, job: JobRecord): boolean {
    const values = rowValues(job);
    values.push(rowSum({ run, step, key }, values), run, step, key);
    return statements[how].run(...values).changes === 1;
  }

  return {
    begin: () => stepIds.clear(),
    apply(change) {
      const { id } = change;
      const place = { run, step: stepId(id.step), key: id.key ?? '' };
      const name = `${place.step} ${place.key}`;
      // Most jobs have no record before their first intent: to look for one would cost as much as to write it.
      let job = change.kind === 'intend' && change.to.attempt === 1 ? afterChange(undefined, change) : undefined;
      if (job === undefined || !write('add', place, job)) {
        job = afterChange(claimed.get(name) ?? read(place), change);
        if (job === undefined || !write('put', place, job)) return false;
      }
      if (job.state === 'sending') claimed.set(name, job);
      else claimed.delete(name);
      return true;
    },
  };
}

function prepare(database: Database) {
  const columns = [...rowColumns, 'sum', 'run', 'step', 'key'];
  const insert = `INSERT INTO job (${columns.join()}) VALUES (${columns.map(() => '?').join()}) ON CONFLICT (run, step, key)`;
  return {
    addStep: database.prepare(
      'INSERT INTO step (name) SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM step WHERE name = ?1)',
    ),
    step: database.prepare('SELECT id FROM step WHERE name = ?'),
    job: database.prepare(
      'SELECT job.*, step.name AS step_name FROM job JOIN step ON step.id = job.step WHERE run = ? AND step = ? AND key = ?',
    ),
    add: database.prepare(`${insert} DO NOTHING`),
    put: database.prepare(
      `${insert} DO UPDATE SET ${columns
        .slice(0, -3)
        .map((column) => `${column} = excluded.${column}`)
        .join()}`,
    ),
  };
}
