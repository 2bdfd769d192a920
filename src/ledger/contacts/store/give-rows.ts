import type { Queries, Row, Scans } from '../../postgres/session.ts';
import { inStore, secondsNow } from '../../sql.ts';
import type { LedgerRefusal } from '../ledger-refusal.ts';
import type { LedgerRows } from '../ledger-rows.ts';
import { readRows } from '../project-rows.ts';
import { projectLocks } from './store-project.ts';

/** Contacts that go from a store to a file. */
export interface StoreMove {
  /** The file. */
  readonly place: string;
  /** Each attempt has an id of its own. */
  readonly attempt: string;
  /** Else another attempt may take its place. */
  readonly isComplete: boolean;
}

export const moveColumns = 'moved_to, move, moved_at';

/** Undefined where the contacts are in the store. */
export function moveOf(row: Row | undefined): StoreMove | undefined {
  const place = row?.['moved_to'] as string | null | undefined;
  if (row === undefined || place == null) return undefined;
  return { place, attempt: String(row['move']), isComplete: row['moved_at'] !== null };
}

/**
 * Reads all rows of a project that go to a file. A process that writes contacts has a share of the project's lock, and one that writes
 * anything else changes its row: each is done before, or finds that the ledger was moved. `busy`: contacts of runs that are under way.
 * Those of a process that died go along as they are, and are settled where its run is continued.
 */
export async function giveRows(
  queries: Scans,
  { id, ledger, place, attempt }: { readonly id: number; readonly ledger: string } & Omit<StoreMove, 'isComplete'>,
): Promise<LedgerRows | { readonly busy: number } | LedgerRefusal> {
  const { rows } = queries;
  const before = moveOf(await lockProject(queries, id));
  if (before?.isComplete === true) return { kind: 'moved', place: before.place };
  const [found] = await rows(
    `SELECT (SELECT count(*) FROM callsheet_contacts.contact JOIN callsheet_contacts.scope ON scope.id = contact.scope
         JOIN callsheet.campaign ON campaign.name = scope.campaign
         WHERE project = $1 AND state <> 'made' AND (lease_until > clock_timestamp() OR EXISTS (
           SELECT FROM callsheet.worker WHERE worker.campaign = campaign.id AND worker.lease_until > clock_timestamp())))
       + (SELECT count(*) FROM callsheet_contacts.claimant WHERE project = $1 AND until > ${secondsNow}) AS busy`,
    [id],
  );
  const busy = Number(found?.['busy']);
  if (busy > 0) return { busy };
  await rows('UPDATE callsheet_contacts.project SET moved_to = $2, move = $3, moved_at = NULL WHERE id = $1', [
    id,
    place,
    attempt,
  ]);
  return inStore(queries, readRows({ id }, ledger));
}

/** The file is there: from now on its contacts are nowhere else. False where another attempt has taken the place of this one. */
export async function completeMove({ rows }: Queries, id: number, attempt: string): Promise<boolean> {
  await lockProject({ rows }, id);
  const completed = await rows(
    `UPDATE callsheet_contacts.project SET moved_at = coalesce(moved_at, clock_timestamp())
     WHERE id = $1 AND move = $2 RETURNING id`,
    [id, attempt],
  );
  return completed.length > 0;
}

/** The contacts stay in the store, unless another attempt has taken the place of this one. */
export async function cancelMove({ rows }: Queries, id: number, attempt: string): Promise<void> {
  await lockProject({ rows }, id);
  await rows(
    `UPDATE callsheet_contacts.project SET moved_to = NULL, move = NULL
     WHERE id = $1 AND move = $2 AND moved_at IS NULL`,
    [id, attempt],
  );
}

async function lockProject({ rows }: Queries, id: number): Promise<Row | undefined> {
  await rows('SELECT pg_advisory_xact_lock($1, $2)', [projectLocks, id]);
  const [row] = await rows(`SELECT ${moveColumns} FROM callsheet_contacts.project WHERE id = $1 FOR UPDATE`, [id]);
  return row;
}
