import type { Instant } from '../../platform/ports.ts';
import type { Forgotten } from '../../state/forget/forgotten-job.ts';
import { inSession } from '../../state/postgres/in-session.ts';
import { forgetKey, keepRunsAway, rowsWith } from '../../state/postgres/people/forget-key.ts';
import type { Session } from '../../state/postgres/session.ts';
import { migrateStore } from '../../state/postgres/tables.ts';
import type { StateRefusal } from '../../state/refusal.ts';
import { parseStoreAddress } from '../../state/store-address.ts';
import type { LedgerRefusal } from '../ledger-refusal.ts';
import { pepperCheck, readPepper } from '../pepper.ts';
import { personOf } from '../person.ts';
import { forgetPerson } from './store-ledger.ts';

export interface ForgettingInStore extends Forgotten {
  readonly url: string;
  readonly paths: { readonly key: string };
  readonly pepper: string | undefined;
  readonly at: Instant;
}

export type ForgottenInStore =
  /** How many rows of which table have the number now. */
  | {
      readonly left: ReadonlyMap<string, number>;
      /** Campaigns that have snapshots in the store, which are not searched. */
      readonly campaigns: readonly string[];
    }
  | { readonly refused: StateRefusal }
  | { readonly ledger: LedgerRefusal };

/** Takes a person out of a store: all of it in one transaction, and the tombstone with it. */
export async function forgetInStore(given: ForgettingInStore): Promise<ForgottenInStore> {
  const address = parseStoreAddress(given.url);
  if ('fault' in address) return { refused: { kind: 'trouble', trouble: 'storeAddress', message: address.fault } };
  const pepper = readPepper(given.paths.key, given.pepper, false);
  if ('kind' in pepper) return { ledger: pepper };
  const check = pepperCheck(pepper.bytes);
  const person = personOf(pepper.bytes, given.key);
  return inSession(address, async (session): Promise<ForgottenInStore> => {
    const migrated = await migrateStore(session);
    if ('refused' in migrated) return migrated;
    const [other] = await session.rows(
      `SELECT 1 FROM callsheet.tombstone WHERE pepper_check <> $1
       UNION ALL SELECT 1 WHERE EXISTS (SELECT FROM callsheet_contacts.project)
         AND NOT EXISTS (SELECT FROM callsheet_contacts.project WHERE pepper_check = $1) LIMIT 1`,
      [check],
    );
    if (other !== undefined) return { ledger: { kind: 'wrongPepper' } };
    const refused = await session.transaction(async (queries) => {
      const refused = await keepRunsAway(queries);
      if (refused !== undefined) return refused;
      await queries.rows(
        'INSERT INTO callsheet.tombstone (person, pepper_check, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        [person, check, Math.floor(given.at)],
      );
      for (const { id } of await queries.rows('SELECT id FROM callsheet_contacts.project WHERE pepper_check = $1', [
        check,
      ]))
        await forgetPerson(queries, Number(id), person, given.at);
      await forgetKey(queries, given);
      return undefined;
    });
    return refused === undefined ? look(session, given.key) : { refused };
  });
}

/** How many rows of which table have the number. */
export async function findInStore(url: string, key: string): Promise<ForgottenInStore> {
  const address = parseStoreAddress(url);
  if ('fault' in address) return { refused: { kind: 'trouble', trouble: 'storeAddress', message: address.fault } };
  return inSession(address, (session) => look(session, key));
}

async function look(session: Session, key: string): Promise<Extract<ForgottenInStore, { left: unknown }>> {
  const campaigns = await session.rows('SELECT DISTINCT campaign FROM callsheet.snapshot ORDER BY campaign');
  return { left: await rowsWith(session, key), campaigns: campaigns.map(({ campaign }) => String(campaign)) };
}
