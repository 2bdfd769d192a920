import type { Purpose } from '../../campaign/contact-rules.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Channel } from '../../service/contract/operations.ts';
import type { Queries, Scans } from '../../state/postgres/session.ts';
import type { Suppression } from '../facts.ts';
import { inChunks } from '../in-chunks.ts';
import type { ImportedList, ListChange, NewSuppression, SuppressionCount } from '../ledger.ts';
import type { StoreProject } from './touch-rows.ts';

/** In a column that is part of the key: every channel, every purpose. */
const every = '';

/** `number`: of the import that they come from. */
export async function putSuppressions(
  { rows }: Queries,
  { id, personOf }: StoreProject,
  suppressions: Iterable<NewSuppression>,
  number: number | null,
): Promise<void> {
  for (const chunk of inChunks(suppressions)) {
    const latest = new Map(chunk.map((one) => [`${one.key} ${one.source} ${one.channel} ${one.purpose}`, one]));
    const all = [...latest.values()];
    await rows(
      `INSERT INTO callsheet_contacts.suppression AS known (project, import, person, source, channel, purpose, reason, starts, ends)
       SELECT $1, $2, * FROM unnest($3::bytea[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::bigint[])
       ON CONFLICT (project, person, source, channel, purpose) DO UPDATE
         SET reason = excluded.reason, starts = excluded.starts, ends = excluded.ends, import = excluded.import
         WHERE excluded.source <> '' OR excluded.ends IS NULL OR excluded.ends >= known.ends`,
      [
        id,
        number,
        all.map(({ key }) => personOf(key)),
        all.map(({ source }) => source),
        all.map(({ channel }) => channel ?? every),
        all.map(({ purpose }) => purpose ?? every),
        all.map(({ reason }) => reason),
        all.map(({ from }) => Math.floor(from)),
        all.map(({ until }) => (until === undefined ? null : Math.floor(until))),
      ],
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

export async function importSuppressions(
  queries: Scans,
  project: StoreProject,
  { name, at, people, replaces }: ImportedList,
): Promise<ListChange> {
  const { rows, scan } = queries;
  const count = async (condition: string, values: readonly unknown[]): Promise<number> => {
    const [found] = await scan(
      `SELECT count(*) AS people FROM callsheet_contacts.suppression AS one WHERE project = $1 AND source = $2 ${condition}`,
      [project.id, name, ...values],
    );
    return Number(found?.['people']);
  };
  // Its row keeps another import of the list waiting until this one ends.
  const [list] = await rows(
    `INSERT INTO callsheet_contacts.list (project, name, imported, import) VALUES ($1, $2, $3, 1)
     ON CONFLICT (project, name) DO UPDATE SET imported = excluded.imported, import = list.import + 1 RETURNING import`,
    [project.id, name, Math.floor(at)],
  );
  const number = Number(list?.['import']);
  const before = await count('', []);
  await putSuppressions(queries, project, people, number);
  const isIn = `EXISTS (
    SELECT FROM callsheet_contacts.suppression AS listed
    WHERE listed.project = $1 AND listed.source = $2 AND listed.import = $3 AND listed.person = one.person)`;
  const kept = await count(`AND ${isIn}`, [number]);
  const all = await count('', []);
  const gone = replaces
    ? await scan(
        `WITH gone AS (
           DELETE FROM callsheet_contacts.suppression AS one WHERE project = $1 AND source = $2 AND NOT ${isIn} RETURNING 1)
         SELECT count(*) AS people FROM gone`,
        [project.id, name, number],
      )
    : [];
  const added = all - before;
  return { added, kept: kept - added, removed: Number(gone[0]?.['people'] ?? 0) };
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
  return found.map(({ source, channel, purpose, reason, people, imported }) => ({
    reason: String(reason),
    source: String(source),
    channel: channel === every ? undefined : (channel as Channel),
    purpose: purpose === every ? undefined : (purpose as Purpose),
    people: Number(people),
    imported: imported === null ? undefined : Number(imported),
  }));
}
