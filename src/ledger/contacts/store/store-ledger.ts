import { setTimeout as pause } from 'node:timers/promises';
import type { ContactRules } from '../../../campaign/contact-rules.ts';
import { repeatFor } from '../../postgres/server-error.ts';
import type { Queries, Scans, Session } from '../../postgres/session.ts';
import type { ContactFacts } from '../facts.ts';
import { inChunks } from '../in-chunks.ts';
import { latestConsents } from '../latest-consents.ts';
import type { ContactLedger, ImportedList, ListChange, Settled, StepScope, TouchRequest } from '../ledger.ts';
import type { LedgerRefusal } from '../ledger-refusal.ts';
import { listedPeople } from '../listed-people.ts';
import type { LedgerRows } from '../move/moved-rows.ts';
import { namesOf, type Person } from '../person.ts';
import type { LedgerGroup } from '../run-contacts.ts';
import { dropClaims, dropOldClaims, keepClaims, putClaims } from './claim-rows.ts';
import { countConsents, putConsents } from './consent-rows.ts';
import { forgetPerson } from './forget-person.ts';
import { cancelMove, completeMove, giveRows, type StoreMove } from './give-rows.ts';
import { movedAway, readFacts } from './person-facts.ts';
import { putRows } from './put-rows.ts';
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
} from './suppression-rows.ts';
import {
  addTouches,
  lockedMost,
  lockPeople,
  readReservations,
  reserveTouches,
  type StoreProject,
  scopeName,
  scopeNumbers,
  settleTouches,
} from './touch-rows.ts';

/** The ledger of a project in a store, which many processes write. */
export interface StoreLedger extends ContactLedger {
  /** As `write`, for jobs of this process: it gives back only what it has reserved itself. */
  commit(rules: ContactRules, group: LedgerGroup): Promise<readonly boolean[]>;
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
  /**
   * Changes with all that may forbid or allow a contact, but for touches and the end of claims; and when what any process has reserved is
   * released by another one.
   */
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
  const write = <T>(work: (queries: Scans) => Promise<T>, settings?: readonly string[]): Promise<T> =>
    patiently(() => session.transaction(work, settings));
  /** What may forbid a contact that was allowed before, or allow one that was forbidden. */
  const change = <T>(work: (queries: Scans) => Promise<T>): Promise<T> => {
    let first: { readonly result: T } | undefined;
    return write(async (queries) => {
      const result = await work(queries);
      await nextGeneration(queries, id);
      // Once more after a lost answer it finds nothing to do, though it has done it.
      first ??= { result };
      return first.result;
    });
  };
  /** A number stays that of its job's step, whatever the step is called later. */
  const numbers = new Map<string, number>();
  const scopesOf = async (scopes: readonly StepScope[]): Promise<(scope: StepScope) => number> => {
    const unknown = scopes.filter((scope) => !numbers.has(scopeName(scope)));
    if (unknown.length > 0)
      for (const [name, number] of await patiently(() => scopeNumbers(session, project, unknown)))
        numbers.set(name, number);
    return (scope) => numbers.get(scopeName(scope))!;
  };
  const read = (keys: readonly string[]): Promise<readonly ContactFacts[]> =>
    patiently(() =>
      readFacts(
        { rows: session.scan },
        id,
        keys.map((key) => personOf(key)),
      ),
    );

  const commit = async (
    rules: ContactRules,
    requests: readonly TouchRequest[],
    settled: readonly Settled[],
    byOwner: boolean,
  ): Promise<readonly boolean[]> => {
    const jobs = [...settled, ...requests];
    if (jobs.length === 0) return [];
    const scopeOf = await scopesOf(jobs);
    let allowed: readonly boolean[] = [];
    return write(async (queries) => {
      await lockPeople(
        queries,
        project,
        jobs.map(({ key }) => personOf(key)),
      );
      await settleTouches(queries, project, scopeOf, settled, byOwner);
      // Reserved ahead by a try whose answer was lost: a job that has a touch would be refused, and nobody would give it back.
      const granted = requests.filter(({ until }, index) => until !== undefined && allowed[index] === true);
      await settleTouches(queries, project, scopeOf, granted.map(asReleased), true);
      allowed = requests.length === 0 ? [] : await reserveTouches(queries, project, scopeOf, rules, requests);
      // Who reserved them ahead may be alive, and asks again.
      if (!byOwner && settled.some(({ outcome }) => outcome === 'released')) await nextGeneration(queries, id);
      return allowed;
    }, byIndex);
  };
  const settle = async (jobs: readonly Settled[], byOwner: boolean): Promise<void> => {
    for (const chunk of inChunks(jobs, lockedMost)) await commit(noRules, [], chunk, byOwner);
  };
  /**
   * In parts, each a short transaction. Nobody is taken off before everybody is on, and until the end the list does not count as imported:
   * where it ends before, the same import again does the rest.
   */
  const importInParts = async (
    { name, at, people, replaces }: ImportedList,
    isDryRun: boolean,
  ): Promise<ListChange> => {
    const [number, before] = isDryRun
      ? [undefined, await patiently(() => countOnList(session, project, name))]
      : [await patiently(() => nextGeneration(session, id)), 0];
    const sum = { added: 0, kept: 0, removed: 0 };
    for (const part of inChunks(listedPeople(people, namesOf(pepper)))) {
      let first: Omit<ListChange, 'removed'> | undefined;
      await write(async (queries) => {
        const done = await importPart(queries, project, name, part, number);
        // Once more after a lost answer it finds nothing to do, though it has done it.
        first ??= done;
      });
      sum.added += first!.added;
      sum.kept += first!.kept;
    }
    if (number === undefined) return { ...sum, removed: replaces ? before - sum.kept : 0 };
    for (let last: Person = new Uint8Array(); replaces; ) {
      const off = await patiently(() => notImported(session, project, name, number, last));
      if (off.length === 0) break;
      last = off.at(-1)!;
      let first: number | undefined;
      await write(async (queries) => {
        const gone = await takeOff(queries, project, name, number, off);
        first ??= gone;
      });
      sum.removed += first!;
    }
    await change((queries) => noteImport(queries, project, name, at));
    await pause(departureMs);
    return sum;
  };
  const inProject = async (sql: string, values: readonly unknown[] = []): Promise<number> => {
    const [row] = await patiently(() => session.rows(sql, [id, ...values]));
    return Number(row?.['number'] ?? 0);
  };

  return {
    id: ledger,
    pepper,
    move,
    take: (rows, mayBeThere) =>
      change(async (queries) => {
        await putRows(queries, project, rows);
        mayBeThere();
      }),
    give: (place, attempt) => write((queries) => giveRows(queries, { id, ledger, place, attempt })),
    completeMove: (attempt) => write((queries) => completeMove(queries, id, attempt)),
    cancelMove: (attempt) => write((queries) => cancelMove(queries, id, attempt)),
    read,
    async commit(rules, { requests, settled }) {
      await settle(settled.slice(lockedMost), true);
      const rest = settled.slice(0, lockedMost);
      const [first = [], ...others] = inChunks(requests, lockedMost);
      const allowed = [...(await commit(rules, first, rest, true))];
      for (const chunk of others) allowed.push(...(await commit(rules, chunk, [], true)));
      return allowed;
    },
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
    lists: () => patiently(() => importedLists(session, project)),
    reserve: (rules, requests) => commit(rules, requests, [], false),
    settle: (jobs) => settle(jobs, false),
    write: (rules, requests, settled) => commit(rules, requests, settled, false),
    reservations: (run) => patiently(() => readReservations(session, project, run)),
    touches: ({ campaign, run, step }) =>
      inProject(
        `SELECT forgotten
           + (SELECT count(*) FROM callsheet_contacts.touch WHERE touch.scope = scope.id)
           + (SELECT count(*) FROM callsheet_contacts.reservation AS held WHERE held.scope = scope.id AND NOT EXISTS (
               SELECT FROM callsheet_contacts.touch WHERE touch.person = held.person AND touch.scope = held.scope)) AS number
         FROM callsheet_contacts.scope WHERE project = $1 AND campaign = $2 AND run = $3 AND step = $4`,
        [campaign, run, step],
      ),
    async add(touches) {
      const scopeOf = await scopesOf(touches);
      await change(async (queries) => {
        for (const chunk of inChunks(touches)) await addTouches(queries, project, scopeOf, chunk);
      });
    },
    async rename({ campaign, run, step: was }, step) {
      // Where both names were used, each keeps its own contacts: too many count rather than too few.
      await patiently(() =>
        session.rows(
          `UPDATE callsheet_contacts.scope SET step = $5 WHERE project = $1 AND campaign = $2 AND run = $3 AND step = $4
             AND NOT EXISTS (SELECT FROM callsheet_contacts.scope
               WHERE project = $1 AND campaign = $2 AND run = $3 AND step = $5)`,
          [id, campaign, run, was, step],
        ),
      );
    },
    async claim(claims) {
      await change((queries) => putClaims(queries, project, claims));
      await patiently(() => dropOldClaims(session));
    },
    keepClaims: (run) => patiently(() => keepClaims(session, project, run)),
    dropClaims: (run) => patiently(() => dropClaims(session, project, run)),
    async suppress(added) {
      await change((queries) => putSuppressions(queries, project, added, null));
      await pause(departureMs);
    },
    allow: (key, scope) => change((queries) => removeSuppressions(queries, project, key, scope)),
    importList: (list, isDryRun = false) => importInParts(list, isDryRun),
    suppressionCounts: (at) => patiently(() => countSuppressions(session, project, at)),
    consentCounts: (at) => patiently(() => countConsents(session, project, at)),
    async recordConsents(consents) {
      const { latest, older } = latestConsents(consents);
      const recorded = await change((queries) => putConsents(queries, project, latest));
      const all = await inProject('SELECT count(*) AS number FROM callsheet_contacts.consent WHERE project = $1');
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
    FROM callsheet_contacts.claimant JOIN callsheet_contacts.scope ON scope.id = claimant.scope
    WHERE scope.project = project.id AND until > clock_timestamp()) AS claimants
  FROM callsheet_contacts.project WHERE id = $1`;

/** A plan that is kept was made when there were few rows. */
const byIndex = ['enable_seqscan = off'];

function asReleased({ campaign, run, step, key }: TouchRequest): Settled {
  return { campaign, run, step, key, outcome: 'released' };
}

/** What is settled is not judged. */
const noRules: ContactRules = { project: '', priority: 0, caps: [], consent: [], lists: [] };
