import { grouped } from '../../../diagnostic/grouped.ts';
import type { Database } from '../../../platform/sql/sqlite.ts';
import type { Refused } from '../../backend.ts';
import { afterChange, type Decided, heldContact, type JobChange, type RunChange, refusedChange } from '../../change.ts';
import type { Refusal } from '../../commit-group.ts';
import type { ContactWriter } from '../../contact-writer.ts';
import { readRecord } from '../../job-rows.ts';
import type { RunIds } from '../../run-rows.ts';
import { groupsOf } from '../../signed.ts';
import { inFile } from '../../sql.ts';
import { whyNotHere, writeGroups } from '../../write-run.ts';
import { type JobRow, positionIn, rowBlocks, rowWriter, tallyWriter } from '../job-row.ts';
import { type FoundRow, type RowFinder, rowFinders, rowLookup } from '../read/row-finder.ts';

/** One step's jobs. */
interface StepJobs {
  readonly id: number;
  readonly finder: RowFinder;
  /** Of the group at hand: what is recorded of its jobs, and what is to be written. */
  recorded: ReadonlyMap<string, FoundRow>;
  readonly rows: Map<string, JobRow>;
}

/**
 * One run's jobs, as changes are written to them. Everything within a transaction, and no other process may add to this run's jobs
 * meanwhile.
 */
export function createJobTable(database: Database, { run }: RunIds) {
  const statements = prepare(database);
  const finderOf = rowFinders(database, run);
  const steps = new Map<number, StepJobs>();
  /** By the names that they have now. */
  const byName = new Map<string, StepJobs>();
  const rowsOfStep = rowBlocks(database);
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
    for (const rows of rowsOfStep({ run, step: from })) {
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
      writeRows({ run, step: id }, moved);
      statements.removeRows.run(run, from, JSON.stringify(moved.map(({ left }) => left)));
      count(
        from,
        moved.map(({ job }) => ({ was: job.state, is: undefined })),
      );
    }
  }

  return {
    /** Returns the changes that the state of their job or the contact rules do not allow: nothing of these is written. */
    write(changes: readonly JobChange[], contacts?: ContactWriter): readonly Refusal[] {
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
      for (const { id, rows } of written) {
        writeRows({ run, step: id }, [...rows.values()]);
        rows.clear();
      }
      return refused;
    },
    renameStep({ was, id }: Extract<RunChange, { readonly kind: 'renameStep' }>): void {
      byName.clear();
      const [from, to] = [idOf(was), idOf(id)];
      if (from === undefined) return;
      if (to === undefined) statements.renameStep.run(id, from);
      else moveJobs(from, id, stepAt(to));
    },
    /** The rows of the campaign were deleted. */
    forget(): void {
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
    removeRows: database.prepare(
      'DELETE FROM job WHERE run = ?1 AND step = ?2 AND position IN (SELECT value FROM json_each(?3))',
    ),
  };
}

/** Writes operator decisions from a process that is not the runner, all of them or none, into the jobs' own rows. */
export function writeDecisions(database: Database, ids: RunIds, decisions: readonly Decided[]): Refused | undefined {
  const lookUp = rowLookup(database, ids.run);
  const writeRows = rowWriter(database);
  // To find rows takes long the first time, and a process that sends must not wait for it.
  for (const to of decisions) lookUp(to);
  return database.transaction(() => {
    const refused = inFile(database, whyNotHere(ids));
    if (refused !== undefined) return { refused };
    for (const to of decisions) {
      const change = { kind: 'decide', to } as const;
      const before = lookUp(to);
      const job = afterChange(before?.job, change);
      if (job === undefined || before === undefined) throw refusedChange(change);
      writeRows({ run: ids.run, step: before.step }, [{ position: before.position, job, was: before.job.state }]);
    }
    inFile(database, writeGroups(ids, groupsOf(decisions)));
    return undefined;
  });
}
