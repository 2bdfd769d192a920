import { setTimeout as pause } from 'node:timers/promises';
import { repeatFor } from '../../postgres/server-error.ts';
import type { Queries, Scans, Session } from '../../postgres/session.ts';
import { dropClaims, dropOldClaims, keepClaims, putClaims } from '../claims.ts';
import { countAllConsents, countConsents, latestConsents, putConsents } from '../consents.ts';
import type { ContactFacts } from '../facts.ts';
import { importInParts, type ListTable } from '../import-list.ts';
import { inChunks, rowsMost } from '../in-chunks.ts';
import type { ContactLedger } from '../ledger.ts';
import type { LedgerRefusal } from '../ledger-refusal.ts';
import type { LedgerRows } from '../ledger-rows.ts';
import { namesOf } from '../person.ts';
import { renameScope } from '../project-rows.ts';
import { type Asked, inStore, secondsNow } from '../sql.ts';
import {
  countOnList,
  countSuppressions,
  importedLists,
  importPart,
  noteImport,
  notImported,
  putSuppressions,
  removeSuppressions,
  takeOff,
} from '../suppressions.ts';
import { putMade } from './contact-rows.ts';
import { forgetPerson } from './forget-person.ts';
import { cancelMove, completeMove, giveRows, type StoreMove } from './give-rows.ts';
import { movedAway, readFacts } from './person-facts.ts';
import { type StoreProject, scopeNumbers } from './store-project.ts';
import { takeRows } from './take-rows.ts';

/** The ledger of a project in a store, which many processes write. */
export interface StoreLedger extends ContactLedger {
  /** Its own id, which the key of every machine names. */
  readonly id: string;
  readonly pepper: Uint8Array;
  /** To a file, as it was when the ledger was opened. */
  readonly move: StoreMove | undefined;
  /** Adds the rows of another ledger with the same pepper. Calls `mayBeThere` before it commits: the answer may be lost. */
  take(rows: LedgerRows, mayBeThere: () => void): Promise<void>;
  /**
   * All of its rows, which this attempt moves to this file: from now on nobody uses them here. `busy`: contacts of runs that are under
   * way.
   */
  give(place: string, attempt: string): Promise<LedgerRows | { readonly busy: number } | LedgerRefusal>;
  /** The file of the attempt is there. False where another attempt has taken its place: the file is not to be used. */
  completeMove(attempt: string): Promise<boolean>;
  /** The attempt has failed: its rows stay here. */
  cancelMove(attempt: string): Promise<void>;
  changes(): Promise<LedgerChanges>;
  /** Changes with all that may forbid or allow a contact, but for touches and the end of claims. */
  generation(): Promise<number>;
}

/**
 * A request leaves only by an answer of the store that was asked for within this time. Who has recorded that somebody must not be
 * contacted therefore waits as long before it says so: whatever leaves later knows of it.
 */
export const departureMs = 500;

export interface LedgerChanges {
  readonly generation: number;
  /** Whose claims count. One that ends takes all its claims with it: who has died, too, whom nobody writes off. */
  readonly claimants: string;
}

export interface StoreLedgerInput {
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
  const write = <T>(work: (queries: Scans) => Promise<T>): Promise<T> => patiently(() => session.transaction(work));
  /** Once more after a lost answer `work` finds nothing to do, though it has done it: what it said first counts. */
  const writeOnce = <T>(work: (queries: Scans) => Promise<T>): Promise<T> => {
    let first: { readonly result: T } | undefined;
    return write(async (queries) => {
      const result = await work(queries);
      first ??= { result };
      return first.result;
    });
  };
  /** What may forbid a contact that was allowed before, or allow one that was forbidden. */
  const change = <T>(work: (queries: Scans) => Promise<T>): Promise<T> =>
    writeOnce(async (queries) => {
      const result = await work(queries);
      await nextGeneration(queries, id);
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

  const lists: ListTable = {
    begin: () => patiently(() => nextGeneration(session, id)),
    importPart: (...part) => writeOnce((queries) => inStore(queries, importPart(project, ...part))),
    notImported: (...wanted) => ask(() => notImported(project, rowsMost, ...wanted)),
    takeOff: (...gone) => writeOnce((queries) => inStore(queries, takeOff(project, ...gone))),
    async noteImport(list, at) {
      await change((queries) => inStore(queries, noteImport(project, list, at)));
      await pause(departureMs);
    },
    countOf: (list) => ask(() => countOnList(project, list)),
    partMost: rowsMost,
    nameOf: namesOf(pepper),
  };
  const inProject = async (sql: string, values: readonly unknown[] = []): Promise<number> => {
    const [row] = await patiently(() => session.rows(sql, [id, ...values]));
    return Number(row?.['number'] ?? 0);
  };

  return {
    id: ledger,
    place: { kind: 'store', project: id, pepper },
    pepper,
    move,
    take: (rows, mayBeThere) =>
      change(async (queries) => {
        await takeRows(queries, project, rows);
        mayBeThere();
      }),
    give: (place, attempt) => write((queries) => giveRows(queries, { id, ledger, place, attempt })),
    completeMove: (attempt) => write((queries) => completeMove(queries, id, attempt)),
    cancelMove: (attempt) => write((queries) => cancelMove(queries, id, attempt)),
    read,
    factsOf: async (key) => (await read([key]))[0]!,
    async generation() {
      const [row] = await patiently(() => session.rows(selectGeneration, [id], 'contacts: generation'));
      if (row?.['moved_to'] != null) throw movedAway(row['moved_to']);
      return Number(row?.['generation']);
    },
    async changes() {
      const [row] = await patiently(() => session.rows(selectChanges, [id], 'contacts: changes'));
      return { generation: Number(row?.['generation']), claimants: String(row?.['claimants']) };
    },
    lists: () => ask(() => importedLists(project)),
    touches: ({ campaign, run, step }) =>
      inProject(
        `SELECT forgotten + (SELECT count(*) FROM callsheet_contacts.contact WHERE contact.scope = scope.id) AS number
         FROM callsheet_contacts.scope WHERE project = $1 AND campaign = $2 AND run = $3 AND step = $4`,
        [campaign, run, step],
      ),
    // Of each step by the index: to look through all contacts would take seconds.
    lastContact: async () =>
      (await inProject(
        `SELECT max(latest.at) AS number FROM callsheet_contacts.scope CROSS JOIN LATERAL (
           SELECT at FROM callsheet_contacts.contact WHERE contact.scope = scope.id ORDER BY at DESC LIMIT 1) AS latest
         WHERE scope.project = $1`,
      )) || undefined,
    async add(touches) {
      // Two processes may make the same one: not within the transaction.
      const numbers = await patiently(() => scopeNumbers(session, project, touches));
      const made = touches.map((touch) => ({ ...touch, person: personOf(touch.key), at: Math.floor(touch.at) }));
      await change((queries) => inStore(queries, putMade(numbers, made, 'ON CONFLICT DO NOTHING')));
    },
    rename: (scope, step) => writeOnce((queries) => inStore(queries, renameScope(project, scope, step))),
    async claim(claims) {
      await change(async (queries) => {
        while (!(await inStore(queries, dropClaims(project, claims))));
        for (const some of inChunks(claims.contacts)) await inStore(queries, putClaims(project, claims, some));
        // To write a million takes a while.
        await inStore(queries, keepClaims(project, claims));
      });
      while (!(await ask(dropOldClaims)));
    },
    keepClaims: (run) => ask(() => keepClaims(project, run)),
    async dropClaims(run) {
      while (!(await ask(() => dropClaims(project, run))));
    },
    async suppress(added) {
      await change((queries) => inStore(queries, putSuppressions(project, added, null)));
      await pause(departureMs);
    },
    allow: (key, scope) => change((queries) => inStore(queries, removeSuppressions(project, key, scope))),
    importList: (list, isDryRun = false) => importInParts(lists, list, isDryRun),
    suppressionCounts: (at) => ask(() => countSuppressions(project, at)),
    consentCounts: (at) => ask(() => countConsents(project, at)),
    async recordConsents(consents) {
      const { latest, older } = latestConsents(consents);
      const recorded = await change((queries) => inStore(queries, putConsents(project, latest)));
      const all = await ask(() => countAllConsents(project));
      return { recorded, older: older + latest.length - recorded, all };
    },
    forget: (key, at) => change((queries) => forgetPerson(queries, id, personOf(key), at)),
    close: () => session.close(),
  };
}

/** Last in a transaction, as it keeps other changes waiting. */
async function nextGeneration({ rows }: Queries, id: number): Promise<number> {
  const [changed] = await rows(
    'UPDATE callsheet_contacts.project SET generation = generation + 1 WHERE id = $1 RETURNING generation, moved_to',
    [id],
  );
  if (changed?.['moved_to'] != null) throw movedAway(changed['moved_to']);
  return Number(changed?.['generation']);
}

const selectGeneration = 'SELECT generation, moved_to FROM callsheet_contacts.project WHERE id = $1';

const selectChanges = `
  SELECT generation, (
    SELECT coalesce(string_agg(claimant.id::text, ' ' ORDER BY claimant.id), '')
    FROM callsheet_contacts.claimant WHERE claimant.project = project.id AND until > ${secondsNow}) AS claimants
  FROM callsheet_contacts.project WHERE id = $1`;
