import type { Purpose } from '../../campaign/contact-rules.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Channel } from '../../service/operations/definition/operation.ts';
import { type Asked, ask, putRows } from '../sql.ts';
import type { ConsentCount, NewConsent } from './ledger.ts';
import { consentRow, rowColumns } from './ledger-rows.ts';
import type { LedgerProject } from './person.ts';

/** Of a person, a purpose and a channel there is one at most. Says how many it has recorded. */
export function putConsents({ id: project, personOf }: LedgerProject, consents: readonly NewConsent[]): Asked<number> {
  return putRows(
    'consent',
    ['project', ...rowColumns.consents],
    consents,
    (one) => ({ project, ...consentRow(personOf(one.key), one) }),
    latestConsent('>='),
  );
}

/** The consent that was given last stays; of two at once, the one that comes with `>=` takes the place of the other. */
export function latestConsent(isLater: '>' | '>='): string {
  return `ON CONFLICT (project, person, purpose, channel) DO UPDATE
    SET basis = excluded.basis, at = excluded.at, evidence = excluded.evidence, expires = excluded.expires
    WHERE excluded.at ${isLater} known.at`;
}

export function* countConsents({ id }: LedgerProject, at: Instant): Asked<readonly ConsentCount[]> {
  const found = yield* ask(
    `SELECT purpose, channel, basis, count(*) AS people FROM callsheet_contacts.consent
     WHERE project = $1 AND at <= $2 AND (expires IS NULL OR expires > $2)
     GROUP BY purpose, channel, basis ORDER BY purpose COLLATE "C", channel COLLATE "C", basis COLLATE "C"`,
    [id, Math.floor(at)],
  );
  return found.map(({ purpose, channel, basis, people }) => ({
    purpose: purpose as Purpose,
    channel: channel === '' ? undefined : (channel as Channel),
    basis: String(basis),
    people: Number(people),
  }));
}

export function* countAllConsents({ id }: LedgerProject): Asked<number> {
  const [found] = yield* ask('SELECT count(*) AS consents FROM callsheet_contacts.consent WHERE project = $1', [id]);
  return Number(found?.['consents']);
}

/**
 * Of several consents of one person for the same purpose and channel, the one that was given last, and how many were given before such
 * a one; of two at once, the second.
 */
export function latestConsents(consents: Iterable<NewConsent>): {
  readonly latest: readonly NewConsent[];
  readonly older: number;
} {
  let older = 0;
  const latest = new Map<string, NewConsent>();
  for (const one of consents) {
    const name = `${one.key} ${one.purpose} ${one.channel}`;
    const before = latest.get(name);
    if (before !== undefined && one.at !== before.at) older++;
    if (before === undefined || one.at >= before.at) latest.set(name, one);
  }
  return { latest: [...latest.values()], older };
}
