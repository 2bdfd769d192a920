import type { BegunWave } from '../../../job/waves.ts';
import type { Database } from '../../../platform/sqlite.ts';
import type { Control, RunChange } from '../../change.ts';
import type { Approval } from '../../signed/approval.ts';
import type { DecisionGroup } from '../../signed/decision-log.ts';
import { storedWave } from '../../signed/wave-log.ts';
import { storeNamesSum } from '../file/checksum.ts';
import { countDecisions } from '../file/file-revision.ts';
import { writeMove } from '../file/ledger-move.ts';
import { writePeople } from '../file/people-table.ts';
import { setFact } from '../file/state-file.ts';
import { controlColumn, readControl } from '../read/read-control.ts';

/** What is recorded of one run itself. Everything within a transaction. */
export interface RunTable {
  write(change: Exclude<RunChange, { readonly kind: 'renameStep' }>): void;
  approve(approval: Approval): void;
  noteDecisions(groups: readonly DecisionGroup[]): void;
  /** Returns what was requested before. */
  requestControl(control: Control): Control;
}

export function createRunTable(database: Database, run: number): RunTable {
  const statements = prepare(database);
  const append = (
    log: 'approvals' | 'decisions' | 'waves',
    entries: readonly (Approval | DecisionGroup | BegunWave)[],
  ): void => {
    const name = `${log} ${run}`;
    const before = JSON.parse(String(statements.meta.get(name)?.['value'] ?? '[]')) as readonly unknown[];
    setFact(database, name, JSON.stringify([...before, ...entries]));
    storeNamesSum(database);
  };
  const approve = (approval: Approval): void => append('approvals', [approval]);
  const noteDecisions = (groups: readonly DecisionGroup[]): void => append('decisions', groups);
  return {
    approve,
    noteDecisions,
    write(change) {
      switch (change.kind) {
        case 'inputs':
          setFact(database, `inputs ${run}`, change.digest);
          return storeNamesSum(database);
        case 'confirmed':
          setFact(database, `confirmed ${run}`, change.text);
          return storeNamesSum(database);
        case 'confirmedPeople':
          return writePeople(database, run, change);
        case 'approved':
          return approve(change.approval);
        case 'decided':
          return noteDecisions([change.group]);
        case 'wave':
          return append('waves', [storedWave(change.begun)]);
        case 'control':
          statements.control.run(change.control, run);
          return;
        case 'begun': {
          const at = Math.round(change.at);
          statements.begun.run(at, run);
          statements.unset.run(`ended ${run}`);
          // Not `started_at`, which is when the run was first opened: it may not have been confirmed then.
          if (statements.meta.get(`begun ${run}`) === undefined) setFact(database, `begun ${run}`, String(at));
          return storeNamesSum(database);
        }
        case 'ended':
          setFact(database, `ended ${run}`, JSON.stringify(change.end));
          return storeNamesSum(database);
        case 'receiving':
          return writeMove(database, { from: change.place });
        case 'received':
          return writeMove(database, { from: '', to: '' });
        case 'moved':
          return writeMove(database, { to: change.place });
        default:
          change satisfies never;
      }
    },
    requestControl(control) {
      const before = readControl(statements.run.get(run));
      statements.control.run(control, run);
      return before;
    },
  };
}

/** From a process that is not the runner, as are the next two. */
export function recordApproval(database: Database, run: number, approval: Approval): 'recorded' {
  database.transaction(() => createRunTable(database, run).approve(approval));
  return 'recorded';
}

/** Who carries the run out notices it by the number of decisions. */
export function recordPromotion(database: Database, run: number, signed: DecisionGroup): 'recorded' {
  database.transaction(() => {
    createRunTable(database, run).noteDecisions([signed]);
    countDecisions(database, 1);
  });
  return 'recorded';
}

/** Returns what was requested before. */
export function recordRequest(
  database: Database,
  run: number,
  { control, signed }: { readonly control: Control; readonly signed: DecisionGroup | undefined },
): Control {
  const table = createRunTable(database, run);
  return database.transaction(() => {
    if (signed !== undefined) table.noteDecisions([signed]);
    return table.requestControl(control);
  });
}

function prepare(database: Database) {
  return {
    meta: database.prepare('SELECT value FROM meta WHERE name = ?'),
    run: database.prepare(`SELECT ${controlColumn} FROM run WHERE id = ?`),
    control: database.prepare('UPDATE run SET control = ? WHERE id = ?'),
    begun: database.prepare('UPDATE run SET started_at = min(started_at, ?) WHERE id = ?'),
    unset: database.prepare('DELETE FROM meta WHERE name = ?'),
  };
}
