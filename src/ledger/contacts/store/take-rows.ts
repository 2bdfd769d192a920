import type { Queries, Scans } from '../../postgres/session.ts';
import { inStore } from '../../sql.ts';
import { inChunks } from '../in-chunks.ts';
import type { LedgerRows } from '../ledger-rows.ts';
import { pepperCheck } from '../pepper.ts';
import { putFacts } from '../project-rows.ts';
import { putMade } from './contact-rows.ts';
import { movedAway } from './person-facts.ts';
import { type StoreProject, scopeNumbers } from './store-project.ts';

/** Adds the rows of another ledger with the same pepper. Where both know something of a person, the stricter of the two holds. */
export async function takeRows(queries: Scans, project: StoreProject, rows: LedgerRows): Promise<void> {
  const { id } = project;
  await takeBack(queries, id, rows);
  const isLater = 'ON CONFLICT (person, scope) DO UPDATE SET at = greatest(known.at, excluded.at)';
  for (const touches of inChunks(rows.touches)) {
    const numbers = await scopeNumbers(queries, project, touches);
    await inStore(queries, putMade(numbers, touches, isLater));
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
