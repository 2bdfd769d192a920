import type { Queries, Row, Scans } from '../../postgres/session.ts';
import { inChunks, inStore, secondsNow } from '../../sql.ts';
import type { LedgerRefusal } from '../ledger-refusal.ts';
import type { LedgerRows } from '../ledger-rows.ts';
import { pepperCheck } from '../pepper.ts';
import { putFacts, readRows } from '../project-rows.ts';
import { projectLocks, putMade, type StoreProject, scopeNumbers } from './contact-rows.ts';
import { movedAway } from './person-facts.ts';

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

export type StoreMoves = ReturnType<typeof storeMoves>;

type Within = <T>(work: (queries: Scans) => Promise<T>) => Promise<T>;

/**
 * How the contacts of a project go to its store, or from there to a file. Each step is one transaction. `change`: as `within`, and all who
 * use the contacts look at them again.
 */
export function storeMoves(
  project: StoreProject,
  ledger: string,
  { within, change }: { readonly within: Within; readonly change: Within },
) {
  const { id } = project;
  return {
    /** Adds the rows of another ledger with the same pepper. Calls `mayBeThere` before it commits: the answer may be lost. */
    take: (rows: LedgerRows, mayBeThere: () => void): Promise<void> =>
      change(async (queries) => {
        await takeRows(queries, project, rows);
        mayBeThere();
      }),
    /**
     * All of its rows, which this attempt moves to this file: from now on nobody uses them here. A process that writes contacts has a share
     * of the project's lock, and one that writes anything else changes its row: each is done before, or finds that the ledger was moved.
     * `busy`: campaigns that are under way. Contacts of a process that died go along as they are, for the one that continues its run.
     */
    give: (place: string, attempt: string): Promise<LedgerRows | { readonly busy: number } | LedgerRefusal> =>
      within(async (queries) => {
        const before = moveOf(await lockProject(queries, id));
        if (before?.isComplete === true) return { kind: 'moved', place: before.place };
        const [found] = await queries.rows(countBusy, [id]);
        const busy = Number(found?.['busy']);
        if (busy > 0) return { busy };
        await queries.rows(
          'UPDATE callsheet_contacts.project SET moved_to = $2, move = $3, moved_at = NULL WHERE id = $1',
          [id, place, attempt],
        );
        return inStore(queries, readRows({ id }, ledger));
      }),
    /** The file is there: from now on its contacts are nowhere else. False where another attempt has taken the place of this one. */
    completeMove: (attempt: string): Promise<boolean> =>
      within(async (queries) => {
        await lockProject(queries, id);
        const completed = await queries.rows(
          `UPDATE callsheet_contacts.project SET moved_at = coalesce(moved_at, clock_timestamp())
           WHERE id = $1 AND move = $2 RETURNING id`,
          [id, attempt],
        );
        return completed.length > 0;
      }),
    /** The attempt has failed: the contacts stay in the store, unless another one has taken its place. */
    cancelMove: (attempt: string): Promise<void> =>
      within(async (queries) => {
        await lockProject(queries, id);
        await queries.rows(
          `UPDATE callsheet_contacts.project SET moved_to = NULL, move = NULL
           WHERE id = $1 AND move = $2 AND moved_at IS NULL`,
          [id, attempt],
        );
      }),
  };
}

/** Campaigns that a process carries out, or that have claimed contacts. */
const countBusy = `
  SELECT count(*) AS busy FROM (
    SELECT scope.campaign FROM callsheet_contacts.scope JOIN callsheet.campaign ON campaign.name = scope.campaign
    WHERE project = $1 AND (lease_until > clock_timestamp() OR EXISTS (
      SELECT FROM callsheet.worker WHERE worker.campaign = campaign.id AND worker.lease_until > clock_timestamp()))
    UNION SELECT campaign FROM callsheet_contacts.claimant WHERE project = $1 AND until > ${secondsNow}) AS busy`;

async function lockProject({ rows }: Queries, id: number): Promise<Row | undefined> {
  await rows('SELECT pg_advisory_xact_lock($1, $2)', [projectLocks, id]);
  const [row] = await rows(`SELECT ${moveColumns} FROM callsheet_contacts.project WHERE id = $1 FOR UPDATE`, [id]);
  return row;
}

/** Adds the rows of another ledger with the same pepper. Where both know something of a person, the stricter of the two holds. */
async function takeRows(queries: Scans, project: StoreProject, rows: LedgerRows): Promise<void> {
  const { id } = project;
  await takeBack(queries, id, rows);
  const stricter = `ON CONFLICT (person, scope) DO UPDATE
    SET at = greatest(known.at, excluded.at), open = least(known.open, excluded.open)`;
  for (const touches of inChunks(rows.touches)) {
    const numbers = await scopeNumbers(queries, project, touches);
    await inStore(queries, putMade(numbers, touches, stricter));
  }
  await inStore(queries, putFacts(project, rows));
  await leaveForgotten(queries, id, pepperCheck(project.pepper));
}

/**
 * Who was forgotten in one of the two after the other one had recorded something of them, or in the store before this project had its
 * contacts there.
 */
async function leaveForgotten({ rows }: Queries, id: number, check: string): Promise<void> {
  await rows(
    `INSERT INTO callsheet_contacts.forgotten (project, person, at)
     SELECT $1, person, at FROM callsheet.tombstone WHERE pepper_check = $2 ON CONFLICT DO NOTHING`,
    [id, check],
  );
  await rows(
    `DELETE FROM callsheet_contacts.contact USING callsheet_contacts.forgotten, callsheet_contacts.scope
     WHERE forgotten.project = $1 AND contact.person = forgotten.person AND scope.id = contact.scope AND scope.project = $1`,
    [id],
  );
  for (const table of ['suppression', 'consent'])
    await rows(
      `DELETE FROM callsheet_contacts.${table} AS one USING callsheet_contacts.forgotten
       WHERE one.project = $1 AND forgotten.project = $1 AND one.person = forgotten.person`,
      [id],
    );
}

/** A ledger that comes back from a file takes the place of what was left here when it went there. */
async function takeBack({ rows }: Queries, id: number, { ledger }: LedgerRows): Promise<void> {
  const [row] = await rows('SELECT ledger, moved_to FROM callsheet_contacts.project WHERE id = $1 FOR UPDATE', [id]);
  if (row?.['moved_to'] == null) return;
  if (row['ledger'] !== ledger) throw movedAway(row['moved_to']);
  const ofProject = 'scope IN (SELECT id FROM callsheet_contacts.scope WHERE project = $1)';
  await rows(`DELETE FROM callsheet_contacts.contact WHERE ${ofProject}`, [id]);
  // Processes know scopes by their numbers: none is ever deleted.
  for (const table of ['claimant', 'suppression', 'list', 'consent', 'forgotten'])
    await rows(`DELETE FROM callsheet_contacts.${table} WHERE project = $1`, [id]);
  await rows('UPDATE callsheet_contacts.project SET moved_to = NULL, move = NULL, moved_at = NULL WHERE id = $1', [id]);
}
