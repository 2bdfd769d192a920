import { listsOf, type Queries } from '../../postgres/session.ts';
import type { StepScope } from '../ledger.ts';
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
