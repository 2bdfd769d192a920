import type { Instant } from '../../../platform/ports.ts';
import type { Row } from '../../../platform/sql/sqlite.ts';
import type { Refused } from '../../backend.ts';
import type { Forgotten } from '../../forgotten-job.ts';
import { forgetKey, keepRunsAway, rowsWith } from '../../postgres/forget-key.ts';
import { inSession, type Queries, type Session } from '../../postgres/session.ts';
import { inTables, makeStore } from '../../postgres/tables.ts';
import type { StateRefusal } from '../../refusal.ts';
import { inStore } from '../../sql.ts';
import type { LedgerRefusal } from '../ledger-refusal.ts';
import { pepperCheck, readPepper } from '../pepper.ts';
import { personOf } from '../person.ts';
import { cleanTexts, forgetFacts } from '../project-rows.ts';
import { locksOf } from '../store/contact-rows.ts';

interface KeyForStore {
  readonly url: string;
  readonly paths: { readonly key: string };
  readonly pepper: string | undefined;
}

interface ForgettingInStore extends Forgotten, KeyForStore {
  readonly at: Instant;
}

type SoughtInStore = Pick<Forgotten, 'key' | 'clean'>;

interface FoundInStore {
  /** How many rows of which table have the number now. */
  readonly left: ReadonlyMap<string, number>;
  /** Campaigns that have snapshots in the store, which are not searched. */
  readonly campaigns: readonly string[];
}

export type WrongKey = { readonly refused: StateRefusal } | { readonly ledger: LedgerRefusal };

/**
 * Why nobody can be forgotten in a store with this key; undefined where it is the right one. It is asked before a key is made: a list of
 * forgotten people with another key than that of the store would be refused from then on.
 */
export async function refuseKey(given: KeyForStore & { readonly mayMake: boolean }): Promise<WrongKey | undefined> {
  return inSession(given.url, async (session): Promise<WrongKey | undefined> => {
    const made = given.mayMake ? await makeStore(session) : undefined;
    return made !== undefined && 'refused' in made ? made : refuseKeyIn(session, given);
  });
}

/** A store that has nobody yet takes any key. */
async function refuseKeyIn({ rows }: Queries, { paths, pepper }: KeyForStore): Promise<WrongKey | undefined> {
  const [known, other] = await rows(
    'SELECT pepper_check FROM callsheet.tombstone UNION SELECT pepper_check FROM callsheet_contacts.project LIMIT 2',
  );
  if (known === undefined) return undefined;
  if (other !== undefined) return { ledger: { kind: 'severalKeys' } };
  const key = readPepper(paths.key, pepper, false);
  if ('kind' in key) return { ledger: key };
  return known['pepper_check'] === pepperCheck(key.bytes) ? undefined : { ledger: { kind: 'wrongPepper' } };
}

/** Adds the tombstones of a file. */
export async function addTombstones(given: KeyForStore, tombstones: readonly Row[]): Promise<WrongKey | undefined> {
  return inSession(given.url, async (session): Promise<WrongKey | undefined> => {
    const made = await makeStore(session);
    if ('refused' in made) return made;
    return session.transaction(async (queries): Promise<WrongKey | undefined> => {
      const wrong = await refuseKeyIn(queries, given);
      if (wrong !== undefined) return wrong;
      await queries.rows(
        `INSERT INTO callsheet.tombstone (person, pepper_check, at)
         SELECT * FROM unnest($1::bytea[], $2::text[], $3::bigint[]) ON CONFLICT DO NOTHING`,
        [
          tombstones.map(({ person }) => Buffer.from(person as Uint8Array)),
          tombstones.map((row) => row['pepper_check']),
          tombstones.map(({ at }) => at),
        ],
      );
      return undefined;
    });
  });
}

/** Takes a person out of a store: all of it in one transaction, and the tombstone with it. */
export async function forgetInStore(given: ForgettingInStore): Promise<FoundInStore | WrongKey> {
  const pepper = readPepper(given.paths.key, given.pepper, false);
  if ('kind' in pepper) return { ledger: pepper };
  const check = pepperCheck(pepper.bytes);
  const person = personOf(pepper.bytes, given.key);
  return inSession(given.url, async (session): Promise<FoundInStore | WrongKey> => {
    const made = await makeStore(session);
    if ('refused' in made) return made;
    const refused = await session.transaction(async (queries): Promise<WrongKey | undefined> => {
      const led = await keepRunsAway(queries);
      if (led !== undefined) return { refused: led };
      const wrong = await refuseKeyIn(queries, given);
      if (wrong !== undefined) return wrong;
      await queries.rows(
        'INSERT INTO callsheet.tombstone (person, pepper_check, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        [person, check, Math.floor(given.at)],
      );
      for (const { id } of await queries.rows('SELECT id FROM callsheet_contacts.project')) {
        await queries.rows(locksOf(Number(id), [person]));
        await inStore(queries, forgetFacts({ id: Number(id) }, person, given.at));
      }
      await inStore(queries, cleanTexts(given.clean));
      await forgetKey(queries, given);
      return undefined;
    });
    return refused ?? look(session, given);
  });
}

/** How many rows of which table have the number. */
export async function findInStore(url: string, sought: SoughtInStore): Promise<FoundInStore | Refused> {
  return inSession(url, (session) => look(session, sought));
}

async function look(session: Session, sought: SoughtInStore): Promise<FoundInStore> {
  const campaigns = await session.rows('SELECT DISTINCT campaign FROM callsheet.snapshot ORDER BY campaign');
  return { left: await rowsWith(session, sought), campaigns: campaigns.map(({ campaign }) => String(campaign)) };
}

/** Who was forgotten in a store, whatever their campaigns. */
export async function readTombstones(url: string): Promise<readonly Row[] | LedgerRefusal> {
  const found = await inTables(url, ({ scan }) => scan('SELECT person, pepper_check, at FROM callsheet.tombstone'));
  if (found === undefined || !('refused' in found)) return (found ?? []) as readonly Row[];
  return found.refused.kind === 'trouble' ? found.refused : [];
}
