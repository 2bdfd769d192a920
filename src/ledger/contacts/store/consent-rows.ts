import type { Instant } from '../../../platform/ports.ts';
import { listsOf, type Queries } from '../../postgres/session.ts';
import { consentCount } from '../count-rows.ts';
import { inChunks } from '../in-chunks.ts';
import type { ConsentCount, NewConsent } from '../ledger.ts';
import { consentRow, rowColumns } from '../ledger-rows.ts';
import type { StoreProject } from './store-project.ts';

/** Of a person, a purpose and a channel there is one at most. Says how many it has recorded. */
export async function putConsents(
  { rows }: Queries,
  { id, personOf }: StoreProject,
  consents: Iterable<NewConsent>,
): Promise<number> {
  let recorded = 0;
  for (const chunk of inChunks(consents)) {
    const put = chunk.map((one) => consentRow(personOf(one.key), one));
    const done = await rows(
      `INSERT INTO callsheet_contacts.consent AS known (project, person, purpose, channel, basis, at, evidence, expires)
       SELECT $1, * FROM unnest($2::bytea[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::bigint[])
       ON CONFLICT (project, person, purpose, channel) DO UPDATE
         SET basis = excluded.basis, at = excluded.at, evidence = excluded.evidence, expires = excluded.expires
         WHERE excluded.at >= known.at RETURNING 1`,
      [id, ...listsOf(put, ...rowColumns.consents)],
    );
    recorded += done.length;
  }
  return recorded;
}

export async function countConsents(
  { rows }: Queries,
  { id }: StoreProject,
  at: Instant,
): Promise<readonly ConsentCount[]> {
  const found = await rows(
    `SELECT purpose, channel, basis, count(*) AS people FROM callsheet_contacts.consent
     WHERE project = $1 AND at <= $2 AND (expires IS NULL OR expires > $2)
     GROUP BY purpose, channel, basis ORDER BY purpose COLLATE "C", channel COLLATE "C", basis COLLATE "C"`,
    [id, Math.floor(at)],
  );
  return found.map(consentCount);
}
