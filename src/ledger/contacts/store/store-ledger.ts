import { setTimeout as pause } from 'node:timers/promises';
import { repeatFor } from '../../postgres/server-error.ts';
import type { Scans, Session } from '../../postgres/session.ts';
import { type Asked, ask as askOnce, inStore, rowsMost, secondsNow } from '../../sql.ts';
import { createContactLedger, nextGeneration } from '../create-ledger.ts';
import type { ContactFacts } from '../facts.ts';
import type { ContactLedger } from '../ledger.ts';
import { locksOf, putMade, type StoreProject, scopeNumbers } from './contact-rows.ts';
import { type StoreMove, type StoreMoves, storeMoves } from './moved-rows.ts';
import { movedAway, readFacts } from './person-facts.ts';

/** The ledger of a project in a store, which many processes write. */
export interface StoreLedger extends ContactLedger, StoreMoves {
  /** Its own id, which the key of every machine names. */
  readonly id: string;
  readonly pepper: Uint8Array;
  /** To a file, as it was when the ledger was opened. */
  readonly move: StoreMove | undefined;
  changes(): Promise<LedgerChanges>;
}

/**
 * A request leaves only by an answer of the store that was asked for within this time. Who has recorded that somebody must not be
 * contacted therefore waits as long before it says so: whatever leaves later knows of it.
 */
export const departureMs = 500;

interface LedgerChanges {
  /** Changes with all that may forbid or allow a contact, but for touches and the end of claims. */
  readonly generation: number;
  /** Whose claims count. One that ends takes all its claims with it: who has died, too, whom nobody writes off. */
  readonly claimants: string;
}

interface StoreLedgerInput {
  readonly session: Session;
  readonly project: StoreProject;
  readonly ledger: string;
  readonly move: StoreMove | undefined;
  /** How long a database that is away is asked again. */
  readonly patienceMs: number;
}

export function createStoreLedger({ session, project, ledger, move, patienceMs }: StoreLedgerInput): StoreLedger {
  const { id, pepper, personOf } = project;
  /** Each can be done twice: an answer may be lost after it was done. */
  const patiently = <T>(work: () => Promise<T>): Promise<T> => repeatFor(patienceMs, work);
  const ask = <T>(what: () => Asked<T>): Promise<T> => patiently(() => inStore(session, what()));
  /** Once more after a lost answer `work` finds nothing to do, though it has done it: what it said first counts. */
  const within = <T>(work: (queries: Scans) => Promise<T>): Promise<T> => {
    let first: { readonly result: T } | undefined;
    return patiently(() =>
      session.transaction(async (queries) => {
        const result = await work(queries);
        first ??= { result };
        return first.result;
      }),
    );
  };
  const changeWithin = <T>(work: (queries: Scans) => Promise<T>): Promise<T> =>
    within(async (queries) => {
      const result = await work(queries);
      await inStore(queries, nextGeneration({ project, movedTo: movedAway }));
      return result;
    });
  const read = (keys: readonly string[]): Promise<readonly ContactFacts[]> =>
    patiently(() =>
      readFacts(
        { rows: session.scan },
        id,
        keys.map((key) => personOf(key)),
      ),
    );

  return createContactLedger<Omit<StoreLedger, keyof ContactLedger>>({
    ...storeMoves(project, ledger, { within, change: changeWithin }),
    id: ledger,
    pepper,
    move,
    project,
    place: { kind: 'store', project: id, pepper },
    read,
    factsOf: async (key) => (await read([key]))[0]!,
    ask,
    write: (what) => within((queries) => inStore(queries, what())),
    change: (what) => changeWithin((queries) => inStore(queries, what())),
    lock: (people) => askOnce(locksOf(id, people)),
    // A timer may be a millisecond early.
    untilKnown: () => pause(departureMs + 1),
    partMost: rowsMost,
    movedTo: movedAway,
    // Of each step by the index: to look through all contacts would take seconds.
    async lastContact() {
      const [row] = await patiently(() => session.rows(selectLast, [id]));
      return Number(row?.['at'] ?? 0) || undefined;
    },
    async add(touches) {
      // Two processes may make the same one: not within the transaction.
      const numbers = await patiently(() => scopeNumbers(session, project, touches));
      const made = touches.map((touch) => ({ ...touch, person: personOf(touch.key), at: Math.floor(touch.at) }));
      await changeWithin((queries) => inStore(queries, putMade(numbers, made, 'ON CONFLICT DO NOTHING')));
    },
    close: () => session.close(),
    async changes() {
      const [row] = await patiently(() => session.rows(selectChanges, [id], 'contacts: changes'));
      if (row?.['moved_to'] != null) throw movedAway(row['moved_to']);
      return { generation: Number(row?.['generation']), claimants: String(row?.['claimants']) };
    },
  });
}

const selectLast = `
  SELECT max(latest.at) AS at FROM callsheet_contacts.scope CROSS JOIN LATERAL (
    SELECT at FROM callsheet_contacts.contact WHERE contact.scope = scope.id ORDER BY at DESC LIMIT 1) AS latest
  WHERE scope.project = $1`;

const selectChanges = `
  SELECT generation, moved_to, (
    SELECT coalesce(string_agg(claimant.id::text, ' ' ORDER BY claimant.id), '')
    FROM callsheet_contacts.claimant WHERE claimant.project = project.id AND until > ${secondsNow}) AS claimants
  FROM callsheet_contacts.project WHERE id = $1`;
