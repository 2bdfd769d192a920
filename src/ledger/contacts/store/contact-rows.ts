import { listsOf, type Queries } from '../../postgres/session.ts';
import { type Asked, putRows } from '../../sql.ts';
import type { ContactGroup, RecordedContact } from '../judge-changes.ts';
import type { StepScope } from '../ledger.ts';
import type { LedgerRow } from '../ledger-rows.ts';
import type { LedgerProject, Person } from '../person.ts';

/** The project of a ledger in a store. */
export interface StoreProject extends LedgerProject {
  readonly pepper: Uint8Array;
}

/** So many people are locked at once. A server has room for some thousands of locks, of all processes together. */
export const lockedMost = 128;

/** Who holds the lock of a project for themselves moves its ledger. */
export const projectLocks = 0x43_53_43_54;

/**
 * A statement without parameters: everybody else who writes about these people waits until the transaction ends. The locks are taken in
 * one order, so that no two wait for each other.
 */
export function locksOf(project: number, people: readonly Person[]): string {
  const locks = [...new Set(people.map((person) => Buffer.from(person).readBigInt64BE()))];
  locks.sort((a, b) => (a < b ? -1 : 1));
  const ofProject = `SELECT pg_advisory_xact_lock_shared(${projectLocks}, ${project})`;
  if (locks.length === 0) return ofProject;
  const ofPeople = `SELECT pg_advisory_xact_lock(lock) FROM (VALUES ${locks.map((lock) => `(${lock}::bigint)`).join()}) AS sorted (lock)`;
  return `${ofProject}; ${ofPeople}`;
}

/** The number of each scope, by name. They are made before the transaction that uses them: two processes may make the same one. */
export async function scopeNumbers(
  { rows }: Queries,
  { id }: Pick<StoreProject, 'id'>,
  scopes: readonly StepScope[],
): Promise<ReadonlyMap<string, number>> {
  const wanted = [...new Map(scopes.map((scope) => [scopeName(scope), scope])).values()];
  const columns = listsOf(wanted, 'campaign', 'run', 'step');
  const select = `SELECT id, campaign, run, step FROM callsheet_contacts.scope
     JOIN unnest($2::text[], $3::text[], $4::text[]) AS wanted (campaign, run, step) USING (campaign, run, step)
     WHERE project = $1`;
  let found = await rows(select, [id, ...columns], 'contacts: scopes');
  if (found.length < wanted.length) {
    await rows(
      `INSERT INTO callsheet_contacts.scope (project, campaign, run, step)
       SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[]) ON CONFLICT DO NOTHING`,
      [id, ...columns],
    );
    found = await rows(select, [id, ...columns]);
  }
  return new Map(
    found.map(({ id: number, campaign, run, step }) => [
      scopeName({ campaign: String(campaign), run: String(run), step: String(step) }),
      Number(number),
    ]),
  );
}

export function scopeName({ campaign, run, step }: StepScope): string {
  return `${campaign} ${run} ${step}`;
}

/** Those who are not closed are locked. They are looked for one by one, as in `selectPeople`. */
export async function writeContacts(
  { rows }: Queries,
  project: number,
  scopeOf: (scope: StepScope) => number,
  { removed, over, written, closed }: ReturnType<ContactGroup['changes']>,
): Promise<void> {
  const placeOf = (contact: RecordedContact): number => contact.row ?? scopeOf(contact);
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
  if (closed.length > 0)
    await rows(
      `UPDATE callsheet_contacts.contact SET open = 0 WHERE ctid = ANY (ARRAY(
         SELECT place FROM unnest($2::bytea[], $3::text[], $4::text[], $5::text[]) AS job (person, campaign, run, step)
           JOIN callsheet_contacts.scope USING (campaign, run, step) CROSS JOIN LATERAL (
             SELECT ctid AS place FROM callsheet_contacts.contact
             WHERE contact.person = job.person AND contact.scope = scope.id AND open = 1 OFFSET 0) AS contact
         WHERE scope.project = $1))`,
      [project, closed.map(personIn), ...listsOf(closed, 'campaign', 'run', 'step')],
      'contacts: close',
    );
  const toWrite = [...written];
  if (toWrite.length > 0)
    await rows(
      `INSERT INTO callsheet_contacts.contact (person, scope, at, channel, purpose, open)
       SELECT * FROM unnest($1::bytea[], $2::int[], $3::bigint[], $4::text[], $5::text[], $6::int[])
       ON CONFLICT (person, scope) DO UPDATE
         SET at = excluded.at, channel = excluded.channel, purpose = excluded.purpose, open = excluded.open`,
      [toWrite.map(personIn), toWrite.map(placeOf), ...listsOf(toWrite, 'at', 'channel', 'purpose', 'open')],
      'contacts: write',
    );
}

/** Contacts of another ledger, or that were made without one. */
export function* putMade(
  numbers: ReadonlyMap<string, number>,
  touches: readonly (Omit<LedgerRow<'touches'>, 'open'> & Partial<Pick<RecordedContact, 'open'>>)[],
  onConflict: string,
): Asked<void> {
  yield* putRows(
    'contact',
    ['person', 'scope', 'at', 'channel', 'purpose', 'open'],
    touches,
    (touch) => ({ open: 0, ...touch, scope: numbers.get(scopeName(touch)) }),
    onConflict,
  );
}

function personIn({ name }: { readonly name: string }): Person {
  return Buffer.from(name, 'hex');
}
