import type { Database } from '../../../platform/sql/sqlite.ts';
import type { Refused, RunAbout, StateBackend } from '../../backend.ts';
import type { RunChange } from '../../change.ts';
import { refusedMove } from '../../move/refused-move.ts';
import { cellOf, isOfCell, type RunLog } from '../../run-rows.ts';
import { countDecisions, type RunIds, readMove, writeMove } from '../file/campaign-rows.ts';
import { controlColumn, readControl } from '../read/read-control.ts';

/** Writes what is recorded of one run itself. Within a transaction. */
export function runWriter(database: Database, { campaignId, runId: run }: RunIds): (change: RunChange) => void {
  const statements = prepare(database);
  const set = (column: string, value: string): void => {
    database.prepare(`UPDATE run SET ${column} = ? WHERE id = ?`).run(value, run);
  };
  const append = (log: RunLog, entry: unknown): void => {
    const text = database.prepare(`SELECT ${log} AS log FROM run WHERE id = ?`).get(run)?.['log'] ?? '[]';
    set(log, JSON.stringify([...(JSON.parse(String(text)) as readonly unknown[]), entry]));
  };
  return (change) => {
    if (isOfCell(change)) {
      const cell = cellOf(change);
      return 'log' in cell ? append(cell.log, cell.entry) : set(cell.column, cell.value);
    }
    switch (change.kind) {
      case 'confirmedPeople':
        statements.people.run(run, change.part, change.text);
        return;
      case 'renameStep':
        return renameWaves(database, campaignId, change);
      case 'begun':
        statements.begun.run(Math.round(change.at), run);
        return;
      case 'receiving':
        emptyRuns(database, campaignId);
        return writeMove(database, campaignId, { from: change.place });
      case 'received':
        return writeMove(database, campaignId, { from: '', to: '' });
      case 'moved':
        return writeMove(database, campaignId, { to: change.place });
      default:
        change satisfies never;
    }
  };
}

/** But for their jobs. */
function emptyRuns(database: Database, campaignId: number): void {
  database.prepare('DELETE FROM confirmed_people WHERE run IN (SELECT id FROM run WHERE campaign = ?)').run(campaignId);
  database
    .prepare(
      `UPDATE run SET control = 'run', begun_at = NULL, ended = NULL, rests = NULL, inputs = NULL, confirmed = NULL,
         approvals = NULL, decided = NULL, waves = NULL
       WHERE campaign = ?`,
    )
    .run(campaignId);
}

/** In all runs of the campaign, which have their steps in common. A later step of the old name has no waves, and nobody promoted it. */
function renameWaves(
  database: Database,
  campaignId: number,
  { was, id }: Extract<RunChange, { readonly kind: 'renameStep' }>,
): void {
  for (const [log, place] of [
    ['waves', '$.step'],
    ['decided', '$.promotion.step'],
  ] as const)
    database
      .prepare(
        `UPDATE run SET ${log} = (
           SELECT json_group_array(json(iif(value ->> '${place}' = ?, json_set(value, '${place}', ?), value)))
           FROM json_each(${log}))
         WHERE campaign = ? AND ${log} IS NOT NULL`,
      )
      .run(was, id, campaignId);
}

/** What a person records beside a running process, or without one. `inRun`: undefined where there is no such run. */
export function besideRuns(
  inRun: <T>(about: RunAbout, use: (database: Database, ids: RunIds) => T) => T | Refused | undefined,
  carriedOut: (about: RunAbout) => string | undefined,
): Pick<StateBackend, 'approve' | 'promote' | 'requestControl'> {
  const writeIn = <T>(about: RunAbout, work: (database: Database, ids: RunIds) => T): T | Refused | undefined =>
    inRun(about, (database, ids) =>
      database.transaction((): T | Refused => {
        // It may have been moved since it was opened: what is written here then would be lost.
        const refused = refusedMove(readMove(database, ids.campaignId));
        return refused === undefined ? work(database, ids) : { refused };
      }),
    );
  return {
    approve: async (about, approval) =>
      writeIn(about, (database, ids) => {
        runWriter(database, ids)({ kind: 'approved', approval });
        return 'recorded' as const;
      }),
    promote: async (about, signed) =>
      writeIn(about, (database, ids) => {
        runWriter(database, ids)({ kind: 'decided', group: signed });
        // Who carries the run out notices it by this number.
        countDecisions(database, ids.campaignId, 1);
        return 'recorded' as const;
      }),
    requestControl: async (about, control, signed) =>
      writeIn(about, (database, ids) => {
        const write = runWriter(database, ids);
        if (signed !== undefined) write({ kind: 'decided', group: signed });
        const before = readControl(database.prepare(`SELECT ${controlColumn} FROM run WHERE id = ?`).get(ids.runId));
        write({ kind: 'control', control });
        return { carriedOut: carriedOut(about), before };
      }),
  };
}

function prepare(database: Database) {
  return {
    people: database.prepare('INSERT OR REPLACE INTO confirmed_people (run, part, text) VALUES (?, ?, ?)'),
    begun: database.prepare('UPDATE run SET begun_at = coalesce(begun_at, ?), ended = NULL WHERE id = ?'),
  };
}
