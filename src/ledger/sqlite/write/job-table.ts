import type { Database } from '../../../platform/sqlite.ts';
import { afterChange, heldContact, type JobChange, type RunChange, refusedChange } from '../../change.ts';
import type { Refusal } from '../../commit-group.ts';
import type { ContactWriter } from '../../contact-writer.ts';
import { type JobCells, readRecord } from '../../job-rows.ts';
import type { RunIds } from '../file/campaign-rows.ts';
import { tallyWriter } from '../file/tally.ts';
import { rowText } from '../read/job-row.ts';
import { type RowFinder, rowFinders } from '../read/row-finder.ts';
import { type JobRow, rowWriter } from './row-writer.ts';

/** One run's jobs, as changes are written to them. Everything within a transaction. */
export interface JobTable {
  /** Returns the changes that the state of their job or the contact rules do not allow: nothing of these is written. */
  write(changes: readonly JobChange[], contacts?: ContactWriter): readonly Refusal[];
  renameStep(change: Extract<RunChange, { readonly kind: 'renameStep' }>): void;
  /** With their steps, of all runs of the campaign. */
  removeAll(): void;
}

/** One step's jobs. */
interface StepJobs {
  readonly id: number;
  readonly finder: RowFinder;
  /** Rows that the group at hand is to write. */
  readonly rows: Map<string, JobRow>;
}

/** Rows that are moved with one statement. */
const rowsAtOnce = 1_000;

/** No other process may add to this run's jobs meanwhile. */
export function createJobTable(database: Database, { campaignId: campaign, runId: run }: RunIds): JobTable {
  const statements = prepare(database);
  const finderOf = rowFinders(database, run);
  const steps = new Map<number, StepJobs>();
  /** By the names that they have now. */
  const byName = new Map<string, StepJobs>();
  const writeRows = rowWriter(database);
  const count = tallyWriter(database);
  const idOf = (name: string): number | undefined => {
    const id = statements.step.get(name, campaign)?.['id'];
    return id === undefined ? undefined : Number(id);
  };

  function stepNamed(name: string): StepJobs {
    let step = byName.get(name);
    if (step === undefined) {
      if (idOf(name) === undefined) statements.addStep.run(campaign, name);
      step = stepAt(idOf(name)!);
      byName.set(name, step);
    }
    return step;
  }

  function stepAt(id: number): StepJobs {
    const known = steps.get(id);
    if (known !== undefined) return known;
    const step = { id, finder: finderOf(id), rows: new Map<string, JobRow>() };
    while (step.finder.readPlaces());
    steps.set(id, step);
    return step;
  }

  /** False where the job's state does not allow it. */
  function note({ finder, rows }: StepJobs, change: JobChange): boolean {
    const { step: name, key = '' } = change.to;
    const row = rows.get(key);
    const before = row ?? finder.find(name, key);
    const job = afterChange(before?.job, change);
    if (job === undefined) return false;
    const was = row === undefined ? before?.job.state : row.was;
    rows.set(key, { position: before?.position ?? finder.append(key), job, was });
    return true;
  }

  /**
   * Gives this run's records of a step to another step, which has its name from another run of the file, as far as that step has none for
   * the same recipient. A row's checksum covers its step, so each row is written again.
   */
  function moveJobs(from: number, name: string, { id, finder }: StepJobs): void {
    for (let rows = statements.rowsToMove.all(run, from, 0); rows.length > 0; ) {
      const moved = rows.flatMap(({ position, cells }) => {
        const job = readRecord(name, JSON.parse(String(cells)) as JobCells);
        const { key = '' } = job;
        if (finder.find(name, key) !== undefined) return [];
        return { left: Number(position), position: finder.append(key), job, was: undefined };
      });
      writeRows(run, [{ step: id, rows: moved }]);
      statements.removeRows.run(run, from, JSON.stringify(moved.map(({ left }) => left)));
      count(run, [{ step: from, rows: moved.map(({ job }) => ({ was: job.state, is: undefined })) }]);
      rows = statements.rowsToMove.all(run, from, Number(rows.at(-1)?.['position']));
    }
  }

  return {
    write(changes, contacts) {
      const refused: Refusal[] = [];
      const written = new Set<StepJobs>();
      contacts?.begin(changes);
      changes.forEach((change, place) => {
        const step = stepNamed(change.to.step);
        written.add(step);
        if (contacts?.allows(change) === false) refused.push({ place, error: heldContact(change) });
        else if (!note(step, change)) refused.push({ place, error: refusedChange(change) });
        else contacts?.recorded(change);
      });
      contacts?.end();
      writeRows(
        run,
        [...written].map(({ id, rows }) => ({ step: id, rows: [...rows.values()] })),
      );
      for (const { rows } of written) rows.clear();
      return refused;
    },
    renameStep({ was, id }) {
      byName.clear();
      const [from, to] = [idOf(was), idOf(id)];
      if (from === undefined) return;
      // Where the new name is taken, by another run of the file too, the step keeps its row.
      if (to === undefined) statements.renameStep.run(id, from);
      else moveJobs(from, id, stepAt(to));
    },
    removeAll() {
      byName.clear();
      steps.clear();
      for (const table of ['job', 'tally'])
        database.prepare(`DELETE FROM ${table} WHERE run IN (SELECT id FROM run WHERE campaign = ?)`).run(campaign);
      database.prepare('DELETE FROM step WHERE campaign = ?').run(campaign);
    },
  };
}

function prepare(database: Database) {
  return {
    addStep: database.prepare('INSERT INTO step (campaign, name) VALUES (?, ?)'),
    step: database.prepare('SELECT id FROM step WHERE name = ? AND campaign = ?'),
    renameStep: database.prepare('UPDATE step SET name = ? WHERE id = ?'),
    rowsToMove: database.prepare(
      `SELECT position, '[' || ${rowText} || ']' AS cells FROM job
       WHERE run = ? AND step = ? AND position > ? ORDER BY position LIMIT ${rowsAtOnce}`,
    ),
    removeRows: database.prepare(
      'DELETE FROM job WHERE run = ?1 AND step = ?2 AND position IN (SELECT value FROM json_each(?3))',
    ),
  };
}
