import type { JobRecord, JobState } from '../../../job/job.ts';
import type { Database } from '../../../platform/sqlite.ts';
import { afterChange, type JobChange, type Refusal, type RunChange } from '../../change.ts';
import type { ContactWriter } from '../../contact-writer.ts';
import { tallyWriter } from '../file/tally.ts';
import type { RunIds } from '../read/find-run.ts';
import { entryText } from '../read/intents.ts';
import { readJobRow } from '../read/job-row.ts';
import { type RowFinder, rowFinders } from '../read/row-finder.ts';
import { type JobRow, rowWriter } from './row-writer.ts';

/** One run's jobs, as changes are written to them. Everything within a transaction. */
export interface JobTable {
  /** Returns the changes that the state of their job or the contact rules do not allow: nothing of these is written. */
  write(changes: readonly JobChange[], contacts?: ContactWriter): readonly Refusal[];
  renameStep(change: Extract<RunChange, { readonly kind: 'renameStep' }>): void;
  /** With their steps, of all runs of the campaign. */
  removeAll(): void;
  /** Jobs that are `sending` after these changes, as a list (intents.ts). */
  intents(): string;
}

/** A job that is `sending`. */
interface Claim {
  readonly job: JobRecord;
  /** Of its row; undefined until it has one. */
  readonly position: number | undefined;
  /** What its row says. */
  readonly was: JobState | undefined;
  /** In the list of intents. */
  readonly entry: string;
}

/** One step's jobs, as far as they concern the group at hand. */
interface StepJobs {
  readonly id: number;
  readonly claims: Map<string, Claim>;
  /** Rows that are to be written. */
  readonly rows: Map<string, JobRow>;
  finder: RowFinder | undefined;
  /** Its rows have been looked for since the last clean-up. */
  isUsed: boolean;
}

/** Groups of changes between two clean-ups: to read a step's rows again takes as long as writing a few of these. */
const cleanUpEvery = 10_000;

/** Rows that are moved with one statement. */
const rowsAtOnce = 1_000;

/** SQLite's own cache holds the last pages of so many steps, and of a page for each some further ones. */
const stepsInCache = 256;
const pagesPerStep = 2;

/** No other process may add to this run's jobs meanwhile, and the list of intents is empty at the beginning. */
export function createJobTable(database: Database, { campaignId: campaign, runId: run }: RunIds): JobTable {
  const statements = prepare(database);
  const finderOf = rowFinders(database, run);
  const steps = new Map<number, StepJobs>();
  /** By the names that they have now. */
  const byName = new Map<string, StepJobs>();
  const writeRows = rowWriter(database);
  const count = tallyWriter(database);
  let groups = 0;
  let cachedSteps = stepsInCache;

  function knowSteps(names: ReadonlySet<string>): void {
    const unknown = [...names].filter((name) => !byName.has(name));
    if (unknown.length === 0) return;
    const found = String(statements.steps.get(JSON.stringify(unknown), campaign)?.['steps']);
    const ids = new Map(JSON.parse(found) as (readonly [string, number])[]);
    for (const name of unknown) byName.set(name, stepAt(ids.get(name) ?? addStep(name)));
  }

  function addStep(name: string): number {
    statements.addStep.run(campaign, name);
    return Number(statements.step.get(name, campaign)?.['id']);
  }

  function stepAt(id: number): StepJobs {
    const step = steps.get(id) ?? { id, claims: new Map(), rows: new Map(), finder: undefined, isUsed: true };
    steps.set(id, step);
    // Else each row would have the last page of its step read again.
    if (steps.size > cachedSteps) {
      cachedSteps *= 2;
      database.exec(`PRAGMA cache_size = ${pagesPerStep * cachedSteps}`);
    }
    return step;
  }

  function finderIn(step: StepJobs): RowFinder {
    step.isUsed = true;
    if (step.finder === undefined) {
      step.finder = finderOf(step.id);
      step.finder.catchUp();
    }
    return step.finder;
  }

  /** Where a campaign has hundreds of steps, those that are done need no memory. */
  function cleanUp(): void {
    for (const step of steps.values()) {
      if (!step.isUsed) step.finder = undefined;
      step.isUsed = false;
    }
  }

  /** False where the job's state does not allow it. */
  function note(step: StepJobs, change: JobChange): boolean {
    const { step: name, key = '' } = change.to;
    const { claims, rows } = step;
    const [claim, row] = [claims.get(key), rows.get(key)];
    const found = claim === undefined && row === undefined ? finderIn(step).find(name, key) : undefined;
    const job = afterChange((claim ?? row ?? found)?.job, change);
    if (job === undefined) return false;
    const position = (claim ?? row ?? found)?.position;
    if (change.kind === 'intend') {
      const entry = entryText({ run, step: step.id, position }, change.to);
      claims.set(key, { job, position, was: (row ?? found)?.job.state, entry });
    } else {
      const was = row === undefined ? (claim === undefined ? found?.job.state : claim.was) : row.was;
      rows.set(key, { position: position ?? finderIn(step).append(key), key, job, was });
      claims.delete(key);
    }
    return true;
  }

  /**
   * Gives this run's records of a step to another step, which has its name from another run of the file, as far as that step has none for
   * the same recipient. A row's checksum covers its step, so each row is written again. No job of the first step may be `sending`.
   */
  function moveJobs(from: number, to: StepJobs): void {
    const finder = finderIn(to);
    for (let rows = statements.rowsToMove.all(run, from, to.id, 0); rows.length > 0; ) {
      const moved = rows.flatMap((row) => {
        const key = String(row['key']);
        const job = readJobRow(row);
        if (to.claims.has(key) || finder.find(job.step, key) !== undefined) return [];
        return { left: Number(row['position']), position: finder.append(key), key, job, was: undefined };
      });
      writeRows(run, [{ step: to.id, rows: moved }]);
      statements.removeRows.run(run, from, JSON.stringify(moved.map(({ left }) => left)));
      count(run, [{ step: from, rows: moved.map(({ job }) => ({ was: job.state, is: undefined })) }]);
      rows = statements.rowsToMove.all(run, from, to.id, Number(rows.at(-1)?.['position']));
    }
  }

  return {
    write(changes, contacts) {
      if (++groups % cleanUpEvery === 0) cleanUp();
      const names = new Set(changes.map(({ to }) => to.step));
      knowSteps(names);
      const refused: Refusal[] = [];
      contacts?.begin(changes);
      changes.forEach((change, place) => {
        if (contacts?.allows(change) === false) refused.push({ place, why: 'contact' });
        else if (!note(byName.get(change.to.step)!, change)) refused.push({ place, why: 'state' });
        else contacts?.recorded(change);
      });
      contacts?.end();
      const written = [...names].map((name) => byName.get(name)!);
      writeRows(
        run,
        written.map(({ id, rows }) => ({ step: id, rows: [...rows.values()] })),
      );
      for (const { rows } of written) rows.clear();
      return refused;
    },
    renameStep({ was, id }) {
      byName.clear();
      const [from, to] = [was, id].map((name) => statements.step.get(name, campaign)?.['id']);
      if (from === undefined) return;
      if (to === undefined) {
        statements.renameStep.run(id, from);
        return;
      }
      // Where the new name is taken, by another run of the file too, the step keeps its row.
      moveJobs(Number(from), stepAt(Number(to)));
    },
    removeAll() {
      byName.clear();
      steps.clear();
      for (const table of ['job', 'tally'])
        database.prepare(`DELETE FROM ${table} WHERE run IN (SELECT id FROM run WHERE campaign = ?)`).run(campaign);
      database.prepare('DELETE FROM step WHERE campaign = ?').run(campaign);
    },
    intents: () =>
      `[${[...steps.values()].flatMap(({ claims }) => [...claims.values()].map(({ entry }) => entry)).join()}]`,
  };
}

function prepare(database: Database) {
  return {
    addStep: database.prepare('INSERT INTO step (campaign, name) VALUES (?, ?)'),
    step: database.prepare('SELECT id FROM step WHERE name = ? AND campaign = ?'),
    steps: database.prepare(
      `SELECT json_group_array(json_array(name, id)) AS steps FROM step
       WHERE name IN (SELECT value FROM json_each(?)) AND campaign = ?`,
    ),
    renameStep: database.prepare('UPDATE step SET name = ? WHERE id = ?'),
    rowsToMove: database.prepare(
      `SELECT job.*, step.name AS step_name FROM job JOIN step ON step.id = ?3
       WHERE run = ?1 AND job.step = ?2 AND position > ?4 ORDER BY position LIMIT ${rowsAtOnce}`,
    ),
    removeRows: database.prepare(
      'DELETE FROM job WHERE run = ?1 AND step = ?2 AND position IN (SELECT value FROM json_each(?3))',
    ),
  };
}
