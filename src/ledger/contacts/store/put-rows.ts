import { listsOf, type Queries } from '../../postgres/session.ts';
import { inChunks } from '../in-chunks.ts';
import { type LedgerRows, rowColumns } from '../ledger-rows.ts';
import { pepperCheck } from '../pepper.ts';
import type { Person } from '../person.ts';
import { movedAway } from './person-facts.ts';
import { type StoreProject, scopeName, scopeNumbers } from './store-project.ts';

/** Adds the rows of another ledger with the same pepper. Where both know something of a person, the stricter of the two holds. */
export async function putRows(queries: Queries, project: StoreProject, rows: LedgerRows): Promise<void> {
  const { id } = project;
  await takeBack(queries, id, rows);
  for (const chunk of inChunks(rows.touches)) {
    const numbers = await scopeNumbers(queries, project, chunk);
    await queries.rows(
      `INSERT INTO callsheet_contacts.contact AS known (person, scope, at, channel, purpose, state)
       SELECT *, 'made' FROM unnest($1::bytea[], $2::int[], $3::bigint[], $4::text[], $5::text[])
       ON CONFLICT (person, scope) DO UPDATE SET at = greatest(known.at, excluded.at)`,
      [
        ...columnsOf(chunk, ['person']),
        chunk.map((scope) => numbers.get(scopeName(scope))),
        ...columnsOf(chunk, ['at', 'channel', 'purpose']),
      ],
    );
  }
  for (const chunk of inChunks(rows.suppressions))
    await queries.rows(
      `INSERT INTO callsheet_contacts.suppression AS known (project, person, source, channel, purpose, reason, starts, ends)
       SELECT $1, * FROM unnest($2::bytea[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[])
       ON CONFLICT (project, person, source, channel, purpose) DO UPDATE
         SET starts = least(known.starts, excluded.starts),
           ends = CASE WHEN known.ends IS NOT NULL AND excluded.ends IS NOT NULL
             THEN greatest(known.ends, excluded.ends) END`,
      [id, ...columnsOf(chunk, rowColumns.suppressions)],
    );
  for (const { name, imported } of rows.lists)
    await queries.rows(
      `INSERT INTO callsheet_contacts.list AS known (project, name, imported) VALUES ($1, $2, $3)
       ON CONFLICT (project, name) DO UPDATE SET imported = least(known.imported, excluded.imported)`,
      [id, name, imported],
    );
  for (const chunk of inChunks(rows.consents))
    await queries.rows(
      `INSERT INTO callsheet_contacts.consent AS known (project, person, purpose, channel, basis, at, evidence, expires)
       SELECT $1, * FROM unnest($2::bytea[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::bigint[])
       ON CONFLICT (project, person, purpose, channel) DO UPDATE
         SET basis = excluded.basis, at = excluded.at, evidence = excluded.evidence, expires = excluded.expires
         WHERE excluded.at > known.at`,
      [id, ...columnsOf(chunk, rowColumns.consents)],
    );
  const check = pepperCheck(project.pepper);
  for (const chunk of inChunks(rows.forgotten)) {
    await queries.rows(
      `INSERT INTO callsheet.tombstone (pepper_check, person, at)
       SELECT $1, * FROM unnest($2::bytea[], $3::bigint[]) ON CONFLICT DO NOTHING`,
      [check, ...columnsOf(chunk, rowColumns.forgotten)],
    );
    await queries.rows(
      `INSERT INTO callsheet_contacts.forgotten (project, person, at)
       SELECT $1, * FROM unnest($2::bytea[], $3::bigint[]) ON CONFLICT DO NOTHING`,
      [id, ...columnsOf(chunk, rowColumns.forgotten)],
    );
  }
  await leaveForgotten(queries, id, check);
}

/**
 * Who was forgotten in one of the two after the other one had recorded something of them, or in the store before this project had its
 * contacts there. The sums of the steps stay.
 */
async function leaveForgotten({ rows }: Queries, id: number, check: string): Promise<void> {
  await rows(
    `INSERT INTO callsheet_contacts.forgotten (project, person, at)
     SELECT $1, person, at FROM callsheet.tombstone WHERE pepper_check = $2 ON CONFLICT DO NOTHING`,
    [id, check],
  );
  await rows(
    `WITH gone AS (
       DELETE FROM callsheet_contacts.contact USING callsheet_contacts.forgotten, callsheet_contacts.scope
       WHERE forgotten.project = $1 AND contact.person = forgotten.person AND scope.id = contact.scope AND scope.project = $1
       RETURNING contact.scope)
     UPDATE callsheet_contacts.scope SET forgotten = forgotten + of_scope.people
     FROM (SELECT scope, count(*) AS people FROM gone GROUP BY scope) AS of_scope WHERE of_scope.scope = scope.id`,
    [id],
  );
  for (const table of ['suppression', 'consent'])
    await rows(
      `DELETE FROM callsheet_contacts.${table} AS one USING callsheet_contacts.forgotten
       WHERE one.project = $1 AND forgotten.project = $1 AND one.person = forgotten.person`,
      [id],
    );
}

/** One list for each column. A driver may have people as bytes of another kind. */
function columnsOf<Row extends { readonly person: Person }>(
  rows: readonly Row[],
  names: readonly (keyof Row)[],
): readonly (readonly unknown[])[] {
  return listsOf(
    rows.map((row) => ({ ...row, person: Buffer.from(row.person) })),
    ...names,
  );
}

/** A ledger that comes back from a file takes the place of what was left here when it went there. */
async function takeBack({ rows }: Queries, id: number, { ledger }: LedgerRows): Promise<void> {
  const [row] = await rows('SELECT ledger, moved_to FROM callsheet_contacts.project WHERE id = $1 FOR UPDATE', [id]);
  if (row?.['moved_to'] == null) return;
  if (row['ledger'] !== ledger) throw movedAway(row['moved_to']);
  const ofProject = 'scope IN (SELECT id FROM callsheet_contacts.scope WHERE project = $1)';
  for (const table of ['claimant', 'contact'])
    await rows(`DELETE FROM callsheet_contacts.${table} WHERE ${ofProject}`, [id]);
  // Processes know scopes by their numbers: none is ever deleted.
  await rows('UPDATE callsheet_contacts.scope SET forgotten = 0 WHERE project = $1', [id]);
  for (const table of ['suppression', 'list', 'consent', 'forgotten'])
    await rows(`DELETE FROM callsheet_contacts.${table} WHERE project = $1`, [id]);
  await rows('UPDATE callsheet_contacts.project SET moved_to = NULL, move = NULL, moved_at = NULL WHERE id = $1', [id]);
}
