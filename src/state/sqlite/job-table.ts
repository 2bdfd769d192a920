import type { JobId } from '../../job/address.ts';
import type { JobRecord } from '../../job/job.ts';
import type { Database } from '../../platform/sqlite.ts';
import { afterChange, type Change } from '../change.ts';
import { type RowPlace, rowSum, storeNamesSum } from './checksum.ts';
import { claimedReader, type Entry, entryOf, groupSum } from './intents.ts';
import { readJobRow, rowColumns, rowValues } from './job-row.ts';

/** One run's rows, as changes are written to them. Everything within a transaction. */
export interface JobTable {
  /**
   * Writes a group of changes under a number that is greater than any before it. Returns the places of those that the state of
   * their job does not allow: of these nothing is written.
   */
  write(changes: readonly Change[], seq: number): readonly number[];
  /** Writes what a job is, whatever it was. */
  put(job: JobRecord, seq: number): void;
}

/** `alone`: no other process claims jobs of this run. */
export function createJobTable(database: Database, run: number, alone: boolean): JobTable {
  const statements = prepare(database);
  const readClaimed = claimedReader(database);
  const stepIds = new Map<string, number>();
  /** Jobs that are `sending` by a group that this table wrote, and how many of each group still are. */
  const claims = new Map<string, { readonly job: JobRecord; readonly seq: number }>();
  const groups = new Map<number, number>();

  function stepId(name: string): number {
    let id = stepIds.get(name);
    if (id !== undefined) return id;
    if (statements.addStep.run(name).changes > 0) storeNamesSum(database);
    id = Number(statements.step.get(name)?.['id']);
    stepIds.set(name, id);
    return id;
  }

  const placeOf = ({ step, key = '' }: JobId): RowPlace => ({ run, step: stepId(step), key });
  const nameOf = ({ step, key }: RowPlace): string => `${step} ${key}`;

  function read({ step, key }: RowPlace): JobRecord | undefined {
    const claimed = alone
      ? undefined
      : readClaimed().find((one) => one.run === run && one.step === step && (one.job.key ?? '') === key);
    if (claimed !== undefined) return claimed.job;
    const row = statements.job.get(run, step, key);
    return row === undefined ? undefined : readJobRow(row);
  }

  /** Those of the jobs to be claimed that have a row: nearly always none. */
  function readAll(changes: readonly Change[]): ReadonlyMap<string, JobRecord> {
    const places = changes.flatMap(({ kind, id }) => (kind === 'intend' ? [[stepId(id.step), id.key ?? '']] : []));
    if (places.length === 0) return new Map();
    const rows = statements.jobs.all(JSON.stringify(places), run);
    return new Map(rows.map((row) => [`${String(row['step'])} ${String(row['key'])}`, readJobRow(row)]));
  }

  function put({ step, key }: RowPlace, job: JobRecord, seq: number): void {
    const values = [...rowValues(job), seq];
    statements.put.run(...values, rowSum({ run, step, key }, values), run, step, key);
  }

  function letGo(name: string): void {
    const claim = claims.get(name);
    if (claim === undefined) return;
    claims.delete(name);
    const left = (groups.get(claim.seq) ?? 0) - 1;
    if (left > 0) return void groups.set(claim.seq, left);
    groups.delete(claim.seq);
    statements.removeGroup.run(claim.seq);
  }

  function addGroup(seq: number, entries: readonly Entry[]): void {
    const jobs = JSON.stringify(entries);
    statements.addGroup.run(seq, run, jobs, groupSum(seq, run, jobs));
    groups.set(seq, entries.length);
  }

  return {
    write(changes, seq) {
      // Another connection may have renamed a step.
      stepIds.clear();
      const known = readAll(changes);
      const written = new Set<string>();
      const refused: number[] = [];
      const entries: Entry[] = [];
      changes.forEach((change, at) => {
        const place = placeOf(change.id);
        const name = nameOf(place);
        // A row of this very group would count as the outcome of an intent in it.
        const claiming = change.kind === 'intend' && !written.has(name);
        const job = afterChange(claims.get(name)?.job ?? (claiming ? known.get(name) : read(place)), change);
        if (job === undefined) {
          refused.push(at);
        } else if (claiming) {
          entries.push(entryOf(place.step, change.to));
          claims.set(name, { job, seq });
        } else {
          put(place, job, seq);
          written.add(name);
          letGo(name);
        }
      });
      if (entries.length > 0) addGroup(seq, entries);
      return refused;
    },
    put: (job, seq) => put(placeOf(job), job, seq),
  };
}

function prepare(database: Database) {
  const columns = [...rowColumns, 'seq', 'sum', 'run', 'step', 'key'];
  const changeable = columns.slice(0, -3);
  const withStep = 'SELECT job.*, step.name AS step_name FROM job JOIN step ON step.id = job.step';
  return {
    addStep: database.prepare(
      'INSERT INTO step (name) SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM step WHERE name = ?1)',
    ),
    step: database.prepare('SELECT id FROM step WHERE name = ?'),
    job: database.prepare(`${withStep} WHERE run = ? AND step = ? AND key = ?`),
    jobs: database.prepare(
      `SELECT job.*, step.name AS step_name FROM json_each(?) AS place
       CROSS JOIN job ON job.run = ? AND job.step = place.value ->> 0 AND job.key = place.value ->> 1
       JOIN step ON step.id = job.step`,
    ),
    put: database.prepare(
      `INSERT INTO job (${columns.join()}) VALUES (${columns.map(() => '?').join()}) ON CONFLICT (run, step, key)
       DO UPDATE SET ${changeable.map((column) => `${column} = excluded.${column}`).join()}`,
    ),
    addGroup: database.prepare('INSERT INTO intent (seq, run, jobs, sum) VALUES (?, ?, ?, ?)'),
    removeGroup: database.prepare('DELETE FROM intent WHERE seq = ?'),
  };
}
