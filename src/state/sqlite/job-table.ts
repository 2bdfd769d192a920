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
  /** Jobs whose rows are to be written with the group at hand. */
  readonly rows: Map<string, JobRecord>;
}

export function createJobTable(database: Database, run: number, alone: boolean): JobTable {
  const statements = prepare(database);
  const readClaimed = claimedReader(database);
  const steps = new Map<number, StepJobs>();
  /** How many jobs of each group still are `sending`. */
  const groups = new Map<number, number>();

  function stepOf(name: string): StepJobs {
    if (statements.addStep.run(name).changes > 0) storeNamesSum(database);
    const id = Number(statements.step.get(name)?.['id']);
    const known = steps.get(id) ?? { id, claims: new Map(), rows: new Map() };
    steps.set(id, known);
    return known;
  }

  function read(step: number, key: string): JobRecord | undefined {
    const claimed = alone
      ? undefined
      : readClaimed().find((one) => one.run === run && one.step === step && (one.job.key ?? '') === key);
    if (claimed !== undefined) return claimed.job;
    const row = statements.job.get(run, step, key);
    return row === undefined ? undefined : readJobRow(row);
  }

  /** Those of the jobs to be claimed that have a row: nearly always none. By step and key. */
  function readAll(places: readonly (readonly [number, string])[]): ReadonlyMap<string, JobRecord> {
    if (places.length === 0) return new Map();
    const rows = statements.jobs.all(JSON.stringify(places), run);
    return new Map(rows.map((row) => [`${String(row['step'])} ${String(row['key'])}`, readJobRow(row)]));
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
      // Looked up anew for every group: another connection may have renamed a step.
      const names = new Map<string, StepJobs>();
      for (const { to } of changes) if (!names.has(to.step)) names.set(to.step, stepOf(to.step));
      const stepNamed = (name: string): StepJobs => names.get(name) ?? stepOf(name);
      const known = readAll(
        changes.flatMap(({ kind, to }) => (kind === 'intend' ? [[stepNamed(to.step).id, to.key ?? '']] : [])),
      );
      const refused: number[] = [];
      const entries: Entry[] = [];
      changes.forEach((change, at) => {
        const { step: name, key = '' } = change.to;
        const step = stepNamed(name);
        const written = step.rows.get(key);
        // A row of this very group would count as the outcome of an intent in it.
        const claiming = change.kind === 'intend' && written === undefined;
        const row = claiming ? known.get(`${step.id} ${key}`) : (written ?? read(step.id, key));
        const job = afterChange(step.claims.get(key)?.job ?? row, change);
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
      const step = stepOf(job.step);
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
      `SELECT job.*, step.name AS step_name FROM json_each(?) AS place
       CROSS JOIN job ON job.run = ? AND job.step = place.value ->> 0 AND job.key = place.value ->> 1
       JOIN step ON step.id = job.step`,
    ),
    // All of a group's rows at once: to hand each value over by itself takes longer than to write it.
    put: database.prepare(
      'INSERT OR REPLACE INTO job (run, step, seq, key, record) SELECT ?1, ?2, ?3, key, value FROM json_each(?4)',
    ),
    addGroup: database.prepare('INSERT INTO intent (seq, run, jobs, sum) VALUES (?, ?, ?, ?)'),
    removeGroup: database.prepare('DELETE FROM intent WHERE seq = ?'),
  };
}
