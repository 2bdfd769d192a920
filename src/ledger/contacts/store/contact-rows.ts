import { listsOf, type Queries } from '../../postgres/session.ts';
import { type Asked, putRows } from '../../sql.ts';
import type { ContactState, NamedContact } from '../contact-group.ts';
import type { StepScope } from '../ledger.ts';
import type { LedgerRow } from '../ledger-rows.ts';
import type { Person } from '../person.ts';
import { scopeName } from './store-project.ts';

/** Contacts of these people that are not made after all, those to be written, and whose claims are over. */
export interface ContactRows {
  readonly removed: readonly NamedContact[];
  readonly written: readonly NamedContact[];
  readonly over: readonly (StepScope & { readonly name: string })[];
}

/** Of people who are locked. They are looked for one by one, as in `selectPeople`. */
export async function writeContacts(
  { rows }: Queries,
  project: number,
  scopeOf: (scope: StepScope) => number,
  { removed, written, over }: ContactRows,
): Promise<void> {
  const placeOf = (contact: NamedContact): number => contact.row ?? scopeOf(contact);
  if (removed.length > 0)
    await rows(
      `DELETE FROM callsheet_contacts.contact WHERE ctid = ANY (ARRAY(
         SELECT place FROM unnest($1::bytea[], $2::int[]) AS gone (person, scope) CROSS JOIN LATERAL (
           SELECT ctid AS place FROM callsheet_contacts.contact
           WHERE contact.person = gone.person AND contact.scope = gone.scope OFFSET 0) AS contact))`,
      [removed.map(personIn), removed.map(placeOf)],
      'contacts: remove',
    );
  if (over.length > 0)
    await rows(
      `DELETE FROM callsheet_contacts.claim WHERE ctid = ANY (ARRAY(
         SELECT place FROM unnest($2::bytea[], $3::text[], $4::text[], $5::text[]) AS job (person, campaign, run, step)
           JOIN callsheet_contacts.claimant USING (campaign, run, step) CROSS JOIN LATERAL (
             SELECT ctid AS place FROM callsheet_contacts.claim
             WHERE claim.person = job.person AND claim.claimant = claimant.id OFFSET 0) AS claim
         WHERE claimant.project = $1))`,
      [project, over.map(personIn), ...listsOf(over, 'campaign', 'run', 'step')],
      'contacts: end claims',
    );
  if (written.length > 0)
    await rows(
      `INSERT INTO callsheet_contacts.contact (person, scope, at, channel, purpose, state)
       SELECT * FROM unnest($1::bytea[], $2::int[], $3::bigint[], $4::text[], $5::text[], $6::text[])
       ON CONFLICT (person, scope) DO UPDATE
         SET at = excluded.at, channel = excluded.channel, purpose = excluded.purpose, state = excluded.state`,
      [written.map(personIn), written.map(placeOf), ...listsOf(written, 'at', 'channel', 'purpose', 'state')],
      'contacts: write',
    );
}

/** Contacts of another ledger, or that were made without one. */
export function* putMade(
  numbers: ReadonlyMap<string, number>,
  touches: readonly (Omit<LedgerRow<'touches'>, 'state'> & { readonly state?: ContactState })[],
  onConflict: string,
): Asked<void> {
  yield* putRows(
    'contact',
    ['person', 'scope', 'at', 'channel', 'purpose', 'state'],
    touches,
    (touch) => ({ state: 'made', ...touch, scope: numbers.get(scopeName(touch)) }),
    onConflict,
  );
}

function personIn({ name }: { readonly name: string }): Person {
  return Buffer.from(name, 'hex');
}
