import type { JobRecord } from '../../job/job.ts';
import type { Database } from '../../platform/sqlite.ts';
import { afterChange, type Change } from '../change.ts';
import { storeNamesSum } from './checksum.ts';
import { claimedReader, type Entry, entryOf, groupSum } from './intents.ts';
import { readJobRow, recordText } from './job-row.ts';

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
/** What is known of one step's jobs while groups are written. */
interface StepJobs {
  readonly id: number;
  /** Jobs that are `sending` by a group that this table wrote. */
  readonly claims: Map<string, { readonly job: JobRecord; readonly seq: number }>;
  /** Of the jobs that the group at hand claims, those that had a row. */
  readonly known: Map<string, JobRecord>;
  /** Jobs whose rows are to be written with it. */
  readonly rows: Map<string, JobRecord>;
}

export function createJobTable(database: Database, run: number, alone: boolean): JobTable {
  const statements = prepare(database);
  const readClaimed = claimedReader(database);
  const steps = new Map<number, StepJobs>();
  /** How many jobs of each group still are `sending`. */
  const groups = new Map<number, number>();

  /** A step by the name that it has now: another connection may have renamed it since the last group. */
  function stepOf(name: string, toClaim: readonly string[]): StepJobs {
    if (statements.addStep.run(name).changes > 0) storeNamesSum(database);
    const id = Number(statements.step.get(name)?.['id']);
    const step = steps.get(id) ?? { id, claims: new Map(), known: new Map(), rows: new Map() };
    steps.set(id, step);
    step.known.clear();
    const rows = toClaim.length === 0 ? [] : statements.jobs.all(JSON.stringify(toClaim), run, id);
    for (const row of rows) step.known.set(String(row['key']), readJobRow(row));
    return step;
  }

  function read(step: number, key: string): JobRecord | undefined {
    const claimed = alone
      ? undefined
      : readClaimed().find((one) => one.run === run && one.step === step && (one.job.key ?? '') === key);
    if (claimed !== undefined) return claimed.job;
    const row = statements.job.get(run, step, key);
    return row === undefined ? undefined : readJobRow(row);
  }

  function letGo({ claims }: StepJobs, key: string): void {
    const claim = claims.get(key);
    if (claim === undefined) return;
    claims.delete(key);
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

  function writeRows({ id: step, rows }: StepJobs, seq: number): void {
    const records = [...rows].map(([key, job]) => `${JSON.stringify(key)}:${recordText({ run, step, key }, seq, job)}`);
    rows.clear();
    statements.put.run(run, step, seq, `{${records.join()}}`);
  }

  return {
    write(changes, seq) {
      const toClaim = new Map<string, string[]>();
      for (const { kind, to } of changes) {
        const keys = toClaim.get(to.step) ?? [];
        if (kind === 'intend') keys.push(to.key ?? '');
        toClaim.set(to.step, keys);
      }
      const named = new Map([...toClaim].map(([name, keys]) => [name, stepOf(name, keys)]));
      const refused: number[] = [];
      const entries: Entry[] = [];
      changes.forEach((change, at) => {
        const { step: name, key = '' } = change.to;
        const step = named.get(name)!;
        const written = step.rows.get(key);
        // A row of this very group would count as the outcome of an intent in it.
        const claiming = change.kind === 'intend' && written === undefined;
        const claimed = step.claims.get(key)?.job;
        const before = claimed ?? (claiming ? step.known.get(key) : (written ?? read(step.id, key)));
        const job = afterChange(before, change);
        if (job === undefined) {
          refused.push(at);
        } else if (claiming) {
          entries.push(entryOf(step.id, change.to));
          step.claims.set(key, { job, seq });
        } else {
          step.rows.set(key, job);
          letGo(step, key);
        }
      });
      for (const step of steps.values()) if (step.rows.size > 0) writeRows(step, seq);
      if (entries.length > 0) addGroup(seq, entries);
      return refused;
    },
    put(job, seq) {
      const step = stepOf(job.step, []);
      step.rows.set(job.key ?? '', job);
      writeRows(step, seq);
    },
  };
}

function prepare(database: Database) {
  const withStep = 'SELECT job.*, step.name AS step_name FROM job JOIN step ON step.id = job.step';
  return {
    addStep: database.prepare(
      'INSERT INTO step (name) SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM step WHERE name = ?1)',
    ),
    step: database.prepare('SELECT id FROM step WHERE name = ?'),
    job: database.prepare(`${withStep} WHERE run = ? AND step = ? AND key = ?`),
    jobs: database.prepare(
      `SELECT job.*, step.name AS step_name FROM json_each(?) AS wanted
       CROSS JOIN job ON job.run = ? AND job.step = ? AND job.key = wanted.value JOIN step ON step.id = job.step`,
    ),
    // All of a group's rows at once: to hand each value over by itself takes longer than to write it.
    put: database.prepare(
      'INSERT OR REPLACE INTO job (run, step, seq, key, record) SELECT ?1, ?2, ?3, key, value FROM json_each(?4)',
    ),
    addGroup: database.prepare('INSERT INTO intent (seq, run, jobs, sum) VALUES (?, ?, ?, ?)'),
    removeGroup: database.prepare('DELETE FROM intent WHERE seq = ?'),
  };
}
