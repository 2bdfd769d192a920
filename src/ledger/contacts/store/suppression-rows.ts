import type { Instant } from '../../../platform/ports.ts';
import { listsOf, type Queries, type Scans } from '../../postgres/session.ts';
import { suppressionCount } from '../count-rows.ts';
import type { Suppression } from '../facts.ts';
import { inChunks, rowsMost } from '../in-chunks.ts';
import type { ListChange, NewSuppression, SuppressionCount } from '../ledger.ts';
import { rowColumns, suppressionRow } from '../ledger-rows.ts';
import type { Person } from '../person.ts';
import type { StoreProject } from './store-project.ts';

/** In a column that is part of the key: every channel, every purpose. */
const every = '';

/** What holds longer stays. `number`: of the import that they come from. */
export async function putSuppressions(
  { rows }: Queries,
  { id, personOf }: StoreProject,
  suppressions: Iterable<NewSuppression>,
  number: number | null,
): Promise<void> {
  for (const chunk of inChunks(suppressions)) {
    const latest = new Map(chunk.map((one) => [`${one.key} ${one.source} ${one.channel} ${one.purpose}`, one]));
    const all = [...latest.values()].map((one) => suppressionRow(personOf(one.key), one));
    await rows(
      `INSERT INTO callsheet_contacts.suppression AS known (project, import, person, source, channel, purpose, reason, starts, ends)
       SELECT $1, $2, * FROM unnest($3::bytea[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::bigint[])
       ON CONFLICT (project, person, source, channel, purpose) DO UPDATE
         SET (reason, starts, ends) = (SELECT excluded.reason, excluded.starts, excluded.ends
             WHERE excluded.ends IS NULL OR excluded.ends >= known.ends
             UNION ALL SELECT known.reason, known.starts, known.ends LIMIT 1),
           import = greatest(known.import, excluded.import)`,
      [id, number, ...listsOf(all, ...rowColumns.suppressions)],
    );
  }
}

export async function removeSuppressions(
  { rows }: Queries,
  { id, personOf }: StoreProject,
  key: string,
  { channel, purpose }: Pick<Suppression, 'channel' | 'purpose'>,
): Promise<number> {
  const removed = await rows(
    `DELETE FROM callsheet_contacts.suppression
     WHERE project = $1 AND person = $2 AND channel = $3 AND purpose = $4 RETURNING 1`,
    [id, personOf(key), channel ?? every, purpose ?? every],
  );
  return removed.length;
}

/** `number`: of the import, larger than that of an earlier one; undefined: says what it would do. */
export async function importPart(
  queries: Scans,
  project: StoreProject,
  list: string,
  part: readonly NewSuppression[],
  number: number | undefined,
): Promise<Omit<ListChange, 'removed'>> {
  const people = part.map(({ key }) => project.personOf(key));
  const count = async (): Promise<number> => {
    const [found] = await queries.scan(
      `SELECT count(*) AS people FROM callsheet_contacts.suppression
       WHERE project = $1 AND person = ANY ($3) AND source = $2`,
      [project.id, list, people],
    );
    return Number(found?.['people']);
  };
  const kept = await count();
  if (number !== undefined) {
    await putSuppressions(queries, project, part, number);
    return { added: (await count()) - kept, kept };
  }
  const [found] = await queries.scan(
    `SELECT count(*) AS people FROM (
       SELECT DISTINCT * FROM unnest($3::bytea[], $4::text[], $5::text[]) AS one (person, channel, purpose)) AS one
     WHERE NOT EXISTS (SELECT FROM callsheet_contacts.suppression AS known
       WHERE project = $1 AND source = $2 AND known.person = one.person AND known.channel = one.channel
         AND known.purpose = one.purpose)`,
    [
      project.id,
      list,
      people,
      part.map(({ channel }) => channel ?? every),
      part.map(({ purpose }) => purpose ?? every),
    ],
  );
  return { added: Number(found?.['people']), kept };
}

/** Some people on the list, after this one, whom no import from this one on has. */
export async function notImported(
  { scan }: Pick<Scans, 'scan'>,
  { id }: StoreProject,
  list: string,
  number: number,
  after: Person,
): Promise<readonly Person[]> {
  const found = await scan(
    `SELECT person FROM callsheet_contacts.suppression WHERE project = $1 AND source = $2 AND person > $4
     GROUP BY person HAVING coalesce(max(import), 0) < $3 ORDER BY person LIMIT ${rowsMost}`,
    [id, list, number, Buffer.from(after)],
  );
  return found.map(({ person }) => person as Person);
}

export async function takeOff(
  { scan }: Scans,
  { id }: StoreProject,
  list: string,
  number: number,
  people: readonly Person[],
): Promise<number> {
  const gone = await scan(
    `DELETE FROM callsheet_contacts.suppression
     WHERE project = $1 AND source = $2 AND person = ANY ($4) AND coalesce(import, 0) < $3 RETURNING 1`,
    [id, list, number, people],
  );
  return gone.length;
}

/** The import is complete. */
export async function noteImport({ rows }: Queries, { id }: StoreProject, list: string, at: Instant): Promise<void> {
  await rows(
    `INSERT INTO callsheet_contacts.list (project, name, imported) VALUES ($1, $2, $3)
     ON CONFLICT (project, name) DO UPDATE SET imported = excluded.imported`,
    [id, list, Math.floor(at)],
  );
}

export async function countOnList({ scan }: Pick<Scans, 'scan'>, { id }: StoreProject, list: string): Promise<number> {
  const [found] = await scan(
    'SELECT count(*) AS people FROM callsheet_contacts.suppression WHERE project = $1 AND source = $2',
    [id, list],
  );
  return Number(found?.['people']);
}

export async function importedLists({ rows }: Queries, { id }: StoreProject): Promise<ReadonlyMap<string, Instant>> {
  const found = await rows('SELECT name, imported FROM callsheet_contacts.list WHERE project = $1', [id]);
  return new Map(found.map(({ name, imported }) => [String(name), Number(imported)]));
}

export async function countSuppressions(
  { rows }: Queries,
  { id }: StoreProject,
  at: Instant,
): Promise<readonly SuppressionCount[]> {
  const found = await rows(
    `SELECT source, channel, purpose, reason, count(*) AS people, imported
     FROM callsheet_contacts.suppression AS one
     LEFT JOIN callsheet_contacts.list ON list.project = one.project AND list.name = one.source
     WHERE one.project = $1 AND (ends IS NULL OR ends > $2)
     GROUP BY source, channel, purpose, reason, imported
     ORDER BY source COLLATE "C", channel COLLATE "C", purpose COLLATE "C", reason COLLATE "C"`,
    [id, Math.floor(at)],
  );
  return found.map(suppressionCount);
}
