import { grouped } from '../../../diagnostic/grouped.ts';
import type { Database } from '../../../platform/sql/sqlite.ts';
import { afterChange, heldContact, type JobChange, type RunChange, refusedChange } from '../../change.ts';
import type { Refusal } from '../../commit-group.ts';
import type { ContactWriter } from '../../contact-writer.ts';
import { readRecord } from '../../job-rows.ts';
import type { RunIds } from '../../run-rows.ts';
import {
  type JobRow,
  type PlacedCells,
  parseRows,
  placedRowText,
  positionIn,
  rowsText,
  rowWriter,
  tallyWriter,
} from '../job-row.ts';
import { type FoundRow, type RowFinder, rowFinders } from '../read/row-finder.ts';

/** One run's jobs, as changes are written to them. Everything within a transaction. */
export interface JobTable {
  /** Returns the changes that the state of their job or the contact rules do not allow: nothing of these is written. */
  write(changes: readonly JobChange[], contacts?: ContactWriter): readonly Refusal[];
  renameStep(change: Extract<RunChange, { readonly kind: 'renameStep' }>): void;
  /** The rows of the campaign were deleted. */
  forget(): void;
}

/** One step's jobs. */
interface StepJobs {
  readonly id: number;
  readonly finder: RowFinder;
  /** Of the group at hand: what is recorded of its jobs, and what is to be written. */
  recorded: ReadonlyMap<string, FoundRow>;
  readonly rows: Map<string, JobRow>;
}

/** Rows that are moved with one statement. */
const rowsAtOnce = 1_000;

/** No other process may add to this run's jobs meanwhile. */
export function createJobTable(database: Database, { run }: RunIds): JobTable {
  const statements = prepare(database);
  const finderOf = rowFinders(database, run);
  const steps = new Map<number, StepJobs>();
  /** By the names that they have now. */
  const byName = new Map<string, StepJobs>();
  const writeRows = rowWriter(database);
  const count = tallyWriter(database);
  const idOf = (name: string): number | undefined => {
    const id = statements.step.get(name, run)?.['id'];
    return id === undefined ? undefined : Number(id);
  };

  function stepNamed(name: string): StepJobs {
    let step = byName.get(name);
    if (step === undefined) {
      if (idOf(name) === undefined) statements.addStep.run(run, name);
      step = stepAt(idOf(name)!);
      byName.set(name, step);
    }
    return step;
  }

  function stepAt(id: number): StepJobs {
    const known = steps.get(id);
    if (known !== undefined) return known;
    const step: StepJobs = { id, finder: finderOf(id), recorded: new Map(), rows: new Map() };
    while (step.finder.readPlaces());
    steps.set(id, step);
    return step;
  }

  /** The steps of a group, with what is recorded of its jobs: to read rows one by one takes several times as long. */
  function stepsOf(changes: readonly JobChange[]): readonly StepJobs[] {
    return [...grouped(changes, ({ to }) => to.step)].map(([name, ofStep]) => {
      const step = stepNamed(name);
      step.recorded = step.finder.find(
        name,
        ofStep.map(({ to }) => to.key ?? ''),
      );
      return step;
    });
  }

  /** False where the job's state does not allow it. */
  function note({ finder, recorded, rows }: StepJobs, change: JobChange): boolean {
    const { key = '' } = change.to;
    const row = rows.get(key);
    const before = row ?? recorded.get(key);
    const job = afterChange(before?.job, change);
    if (job === undefined) return false;
    const was = row === undefined ? before?.job.state : row.was;
    rows.set(key, { position: before?.position ?? finder.append(key), job, was });
    return true;
  }

  /**
   * Gives the records of a step to another step, as far as that has none for the same recipient. A row's checksum covers its step, so each
   * row is written again.
   */
  function moveJobs(from: number, name: string, { id, finder }: StepJobs): void {
    const rowsAfter = (position: number) =>
      parseRows(statements.rowsToMove.get(run, from, position)?.['list']) as readonly PlacedCells[];
    for (let rows = rowsAfter(0); rows.length > 0; rows = rowsAfter(positionIn(rows.at(-1)!))) {
      const there = finder.find(
        name,
        rows.map(([key]) => key),
      );
      const moved = rows
        .filter(([key]) => !there.has(key))
        .map((cells) => ({
          left: positionIn(cells),
          position: finder.append(cells[0]),
          job: readRecord(name, cells),
          was: undefined,
        }));
      writeRows(run, [{ step: id, rows: moved }]);
      statements.removeRows.run(run, from, JSON.stringify(moved.map(({ left }) => left)));
      count([{ step: from, rows: moved.map(({ job }) => ({ was: job.state, is: undefined })) }]);
    }
  }

  return {
    write(changes, contacts) {
      const refused: Refusal[] = [];
      const written = stepsOf(changes);
      contacts?.begin(changes);
      changes.forEach((change, place) => {
        const step = stepNamed(change.to.step);
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
      if (to === undefined) statements.renameStep.run(id, from);
      else moveJobs(from, id, stepAt(to));
    },
    forget() {
      byName.clear();
      steps.clear();
    },
  };
}

function prepare(database: Database) {
  return {
    addStep: database.prepare('INSERT INTO step (run, name) VALUES (?, ?)'),
    step: database.prepare('SELECT id FROM step WHERE name = ? AND run = ?'),
    renameStep: database.prepare('UPDATE step SET name = ? WHERE id = ?'),
    rowsToMove: database.prepare(
      `SELECT ${rowsText('cells')} AS list FROM (
         SELECT ${placedRowText} AS cells FROM job WHERE run = ? AND step = ? AND position > ? ORDER BY position LIMIT ${rowsAtOnce})`,
    ),
    removeRows: database.prepare(
      'DELETE FROM job WHERE run = ?1 AND step = ?2 AND position IN (SELECT value FROM json_each(?3))',
    ),
  };
}
