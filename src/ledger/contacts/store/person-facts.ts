import type { Queries, Row } from '../../postgres/session.ts';
import { secondsNow } from '../../sql.ts';
import { type ContactTexts, collectFacts, contactTexts } from '../collect-facts.ts';
import { type ContactFacts, withTouches } from '../facts.ts';
import { createContactGroup, type RecordedContact } from '../judge-changes.ts';
import { LedgerError } from '../ledger-refusal.ts';
import { nameOf, type Person } from '../person.ts';

/** What is known of people, by their names. Who is in no table is left out. */
export interface ReadPeople {
  /** But for their contacts. */
  readonly facts: ReadonlyMap<string, ContactFacts>;
  readonly contacts: ReadonlyMap<string, readonly RecordedContact[]>;
  /** They are somewhere else now: what is here may be out of date. */
  readonly moved: Error | undefined;
}

/**
 * One statement for all of it: what is read together was true together. Where a person may have many rows between those of others, they
 * are looked for person by person: a plan that was made when a table was small would read all of it each time.
 */
const selectPeople = `
  WITH wanted AS (SELECT DISTINCT unnest($2::bytea[]) AS person)
  SELECT 'contact' AS kind, person, at, channel, purpose, campaign, run, step, scope, open,
    NULL::integer AS priority, NULL AS reason, NULL AS source, NULL::bigint AS ends
  FROM wanted CROSS JOIN LATERAL (
      SELECT scope, at, channel, purpose, open FROM callsheet_contacts.contact WHERE contact.person = wanted.person
      OFFSET 0) AS contact
    JOIN callsheet_contacts.scope ON scope.id = contact.scope
  WHERE scope.project = $1
  UNION ALL
  SELECT 'claim', person, at, channel, purpose, campaign, run, step, NULL, NULL, priority, NULL, NULL, NULL
  FROM wanted CROSS JOIN LATERAL (
      SELECT claimant, at FROM callsheet_contacts.claim WHERE claim.person = wanted.person OFFSET 0) AS claim
    JOIN callsheet_contacts.claimant ON claimant.id = claim.claimant
  WHERE claimant.project = $1 AND until > ${secondsNow}
  UNION ALL
  SELECT 'suppression', person, starts, channel, purpose, NULL, NULL, NULL, NULL, NULL, NULL, reason, source, ends
  FROM callsheet_contacts.suppression WHERE project = $1 AND person = ANY ($2)
  UNION ALL
  SELECT 'consent', person, at, channel, purpose, NULL, NULL, NULL, NULL, NULL, NULL, basis, evidence, expires
  FROM callsheet_contacts.consent WHERE project = $1 AND person = ANY ($2)
  UNION ALL
  SELECT 'forgotten', person, at, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
  FROM callsheet_contacts.forgotten WHERE project = $1 AND person = ANY ($2)
  UNION ALL
  SELECT 'moved', NULL, NULL, NULL, NULL, moved_to, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
  FROM callsheet_contacts.project WHERE id = $1 AND moved_to IS NOT NULL`;

export async function readPeople({ rows }: Queries, project: number, people: readonly Person[]): Promise<ReadPeople> {
  const contacts = new Map<string, RecordedContact[]>();
  const contactOf = contactTexts();
  const { facts, add } = collectFacts(contactOf);
  let moved: Error | undefined;
  for (const row of await rows(selectPeople, [project, people], 'contacts: people')) {
    if (row['kind'] === 'moved') {
      moved = movedAway(row['campaign']);
      continue;
    }
    const name = nameOf(row['person'] as Person);
    if (row['kind'] === 'contact') {
      const own = contacts.get(name);
      const contact = recordedContact(name, row, contactOf);
      if (own === undefined) contacts.set(name, [contact]);
      else own.push(contact);
      continue;
    }
    add(name, row);
  }
  return { facts, contacts, moved };
}

/** What the ledger knows of these people, in their order. */
export async function readFacts(
  queries: Queries,
  project: number,
  people: readonly Person[],
): Promise<readonly ContactFacts[]> {
  const { facts, contacts, moved } = await readPeople(queries, project, people);
  if (moved !== undefined) throw moved;
  const { touchesOf } = createContactGroup(contacts);
  return people.map(nameOf).map((name) => withTouches(facts.get(name), touchesOf(name)));
}

function recordedContact(name: string, row: Row, contactOf: ContactTexts): RecordedContact {
  const open = row['open'] as RecordedContact['open'];
  return { name, ...contactOf(row), at: Number(row['at']), open, row: Number(row['scope']) };
}

/** What is in the store may be out of date. */
export function movedAway(place: unknown): Error {
  return new LedgerError({ kind: 'moved', place: String(place) });
}
