import type { JobId } from '../../job/address.ts';
import type { JobRecord } from '../../job/job.ts';
import type { Database } from '../../platform/sqlite.ts';
import { afterChange, type Change, type Intent } from '../change.ts';
import { storeNamesSum } from './checksum.ts';
import type { Group, JobPlace, RowBefore } from './group.ts';
import { entryText, intentsSum } from './intents.ts';
import { jobRecord, type RowRecord, readJobRow, recordsText } from './job-row.ts';

/**
 * One run's jobs that are `sending`, and what changes come to in the file: whoever writes them need not know. Nothing is taken
 * while an earlier group is on its way to the disk.
 */
export interface JobLedger {
  /** Takes changes from the front, up to a job's second one: that goes by what this group makes of the job. */
  take(changes: readonly Change[]): Taken;
  /** What a job is, if it is `sending`. */
  sending(id: JobId): JobRecord | undefined;
  /** Steps have other names now. */
  forgetNames(): void;
}

export interface Taken {
  readonly count: number;
  /** Places of the changes that the state of their job does not allow: the group has nothing of these. */
  readonly refused: readonly number[];
  readonly group: Group;
  /** To be called when the group is on disk. */
  written(before: readonly RowBefore[]): void;
  /** Places of the changes that claim these jobs. */
  placesOf(claimed: readonly JobPlace[]): readonly number[];
}

interface Step {
  readonly id: number;
  /** Jobs that are `sending`, each with its entry in the file's list. */
  readonly sending: Map<string, { readonly job: JobRecord; readonly entry: string }>;
  /** Of the group at hand. */
  readonly rows: Map<string, JobRecord>;
  readonly claims: Map<string, { readonly intent: Intent; readonly entry: string; readonly place: number }>;
}

/** Nobody is `sending` in the file (`takeOver`), and no other process changes jobs of it. */
export function createJobLedger(database: Database, run: number): JobLedger {
  const statements = prepare(database);
  const steps = new Map<number, Step>();
  const byName = new Map<string, Step>();
  let seq = Number(statements.seq.get()?.['seq']);

  function stepNamed(name: string): Step | undefined {
    const known = byName.get(name);
    if (known !== undefined) return known;
    const row = statements.step.get(name);
    if (row === undefined) return undefined;
    const id = Number(row['id']);
    const step = steps.get(id) ?? { id, sending: new Map(), rows: new Map(), claims: new Map() };
    steps.set(id, step);
    byName.set(name, step);
    return step;
  }

  function addStep(name: string): Step {
    database.transaction(() => {
      statements.addStep.run(name);
      storeNamesSum(database);
    });
    return stepNamed(name)!;
  }

  /** Adds the change at this place to the group. False when its job's state does not allow it, as far as is known here. */
  function add(step: Step, change: Change, place: number): boolean {
    const { key = '' } = change.to;
    const sending = step.sending.get(key)?.job;
    if (change.kind === 'intend') {
      // What its row says is for the writer to look up: a row that is not in memory is read where rows are written.
      if (sending !== undefined) return false;
      step.claims.set(key, { intent: change.to, entry: entryText(run, step.id, change.to), place });
      return true;
    }
    const row = sending === undefined ? statements.job.get(run, step.id, key) : undefined;
    const job = afterChange(row === undefined ? sending : readJobRow(row), change);
    if (job === undefined) return false;
    step.rows.set(key, job);
    return true;
  }

  function groupOf(some: readonly Step[]): Group {
    const intents: string[] = [];
    for (const { sending, rows, claims } of steps.values()) {
      for (const [key, { entry }] of sending) if (!rows.has(key)) intents.push(entry);
      for (const { entry } of claims.values()) intents.push(entry);
    }
    const list = `[${intents.join()}]`;
    const number = seq + 1;
    return {
      seq: number,
      rows: some.flatMap(({ id: step, rows }) =>
        rows.size === 0 ? [] : { step, records: recordsText(run, step, rows) },
      ),
      claims: some.flatMap(({ id: step, claims }) =>
        claims.size === 0 ? [] : { step, keys: JSON.stringify([...claims.keys()]) },
      ),
      intents: list,
      intentsSum: intentsSum(number, list),
    };
  }

  return {
    take(changes) {
      for (const { rows, claims } of steps.values()) {
        rows.clear();
        claims.clear();
      }
      const some = new Set<Step>();
      const refused: number[] = [];
      let count = 0;
      for (const change of changes) {
        const { step: name, key = '' } = change.to;
        const step = stepNamed(name) ?? addStep(name);
        if (step.rows.has(key) || step.claims.has(key)) break;
        some.add(step);
        if (!add(step, change, count)) refused.push(count);
        count++;
      }
      return {
        count,
        refused,
        group: groupOf([...some]),
        written(before) {
          seq++;
          const rowsBefore = new Map(before.map((row) => [`${row.step} ${row.key}`, row]));
          for (const { id, sending, rows, claims } of some) {
            for (const key of rows.keys()) sending.delete(key);
            for (const [key, { intent, entry }] of claims) {
              const row = rowsBefore.size === 0 ? undefined : rowsBefore.get(`${id} ${key}`);
              sending.set(key, { job: claimed(row, intent), entry });
            }
          }
        },
        placesOf: (jobs) => jobs.map(({ step, key }) => steps.get(step)!.claims.get(key)!.place),
      };
    },
    sending({ step, key = '' }) {
      const known = stepNamed(step)?.sending.get(key)?.job;
      return known === undefined ? undefined : { ...known, step };
    },
    forgetNames: () => byName.clear(),
  };
}

function claimed(row: RowBefore | undefined, intent: Intent): JobRecord {
  const before = row && jobRecord(intent.step, row.key, JSON.parse(row.record) as RowRecord);
  const job = afterChange(before, { kind: 'intend', to: intent });
  if (job === undefined) throw new Error(`${intent.step} ${intent.key ?? ''} was claimed against its own state`);
  return job;
}

function prepare(database: Database) {
  return {
    seq: database.prepare('SELECT seq FROM head'),
    step: database.prepare('SELECT id FROM step WHERE name = ?'),
    addStep: database.prepare('INSERT INTO step (name) VALUES (?)'),
    job: database.prepare(
      `SELECT job.*, step.name AS step_name FROM job JOIN step ON step.id = job.step
       WHERE run = ? AND step = ? AND key = ?`,
    ),
  };
}
