import type { ContactRules, Purpose } from '../../campaign/contact-rules.ts';
import type { Channel } from '../../service/contract/operations.ts';
import type { ContactFacts } from '../facts.ts';
import { mayReserve } from '../judge-contact.ts';
import type { LedgerFile, Settled, TouchRequest } from '../ledger.ts';
import { type Person, personOf } from '../person.ts';
import { createClaimTable } from './claim-table.ts';
import { inLedger, type OpenedLedgerFile } from './ledger-file.ts';
import { createSuppressionTable } from './suppression-table.ts';
import { createTouchTable } from './touch-table.ts';

interface Filled {
  readonly suppressions: boolean;
  readonly consents: boolean;
  readonly forgotten: boolean;
  readonly claims: boolean;
}

const everyTable: Filled = { suppressions: true, consents: true, forgotten: true, claims: true };
const noTable: Filled = { suppressions: false, consents: false, forgotten: false, claims: false };
const mostKnown = 4_096;

/** The ledger in one SQLite file. Every call blocks until it is done. */
export function createSqliteLedger(file: OpenedLedgerFile): LedgerFile {
  const { database, pepper } = file;
  const touches = createTouchTable(database);
  const claims = createClaimTable(file);
  const suppressions = createSuppressionTable(file);
  const selectConsents = database.prepare(
    'SELECT purpose, channel, basis, at, evidence, expires FROM consent WHERE person = ?',
  );
  const insertConsent = database.prepare(
    `INSERT INTO consent (person, purpose, channel, basis, at, evidence, expires) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET basis = excluded.basis, at = excluded.at, evidence = excluded.evidence,
       expires = excluded.expires WHERE excluded.at >= at`,
  );
  const selectForgotten = database.prepare('SELECT at FROM forgotten WHERE person = ?');
  const write = <T>(work: () => T): T => inLedger(() => database.transaction(() => touches.counting(work)));
  /** Of jobs under way: each is asked for at its reservation and at its settlement. */
  const people = new Map<string, Person>();
  const known = (key: string): Person => {
    let person = people.get(key);
    if (person !== undefined) return person;
    if (people.size >= mostKnown) people.clear();
    people.set(key, (person = personOf(pepper, key)));
    return person;
  };

  const selectGeneration = database.prepare("SELECT value FROM meta WHERE name = 'generation'");
  const nextGeneration = database.prepare(
    "INSERT INTO meta (name, value) VALUES ('generation', '1') ON CONFLICT DO UPDATE SET value = value + 1",
  );
  /** What may forbid a contact that was allowed before. */
  const change = <T>(work: () => T): T =>
    write(() => {
      nextGeneration.run();
      return work();
    });

  const selectFilled = database.prepare(
    `SELECT EXISTS (SELECT 1 FROM suppression) AS suppressions, EXISTS (SELECT 1 FROM consent) AS consents,
       EXISTS (SELECT 1 FROM forgotten) AS forgotten, EXISTS (SELECT 1 FROM claim) AS claims`,
  );
  /** Most projects have no rows in some of these tables, and then nobody is looked up in them. */
  const filledTables = (): Filled => {
    const row = selectFilled.get()!;
    const has = (table: keyof Filled): boolean => Number(row[table]) === 1;
    return {
      suppressions: has('suppressions'),
      consents: has('consents'),
      forgotten: has('forgotten'),
      claims: has('claims'),
    };
  };
  const factsOf = (key: string, person: Person, filled: Filled): ContactFacts => {
    const forgotten = filled.forgotten ? selectForgotten.get(person) : undefined;
    return {
      touches: touches.of(person, key),
      claims: filled.claims ? claims.of(person) : [],
      suppressions: filled.suppressions ? suppressions.of(person) : [],
      consents: (filled.consents ? selectConsents.all(person) : []).map(
        ({ purpose, channel, basis, at, evidence, expires }) => ({
          purpose: purpose as Purpose,
          channel: channel === '' ? undefined : (channel as Channel),
          basis: String(basis),
          at: Number(at),
          evidence: String(evidence),
          expires: expires === null ? undefined : Number(expires),
        }),
      ),
      forgottenAt: forgotten === undefined ? undefined : Number(forgotten['at']),
    };
  };

  const reserve = (rules: ContactRules, requests: readonly TouchRequest[]): readonly boolean[] => {
    const filled = filledTables();
    return requests.map((request) => {
      const person = known(request.key);
      const { key, until } = request;
      if (!mayReserve(rules, request, factsOf(key, person, filled))) return false;
      if (until !== undefined) return touches.reserveNew(person, key, { ...request, at: until });
      touches.reserve(person, key, request);
      return true;
    });
  };
  const settle = (jobs: readonly Settled[]): void => {
    const { claims: hasClaims } = jobs.length === 0 ? noTable : filledTables();
    for (const job of jobs) {
      touches.settle(known(job.key), job, job.outcome, job.at);
      // Until then the claim stays beside the touch, which hides it: a job that is sent later still has its turn.
      if (hasClaims && (job.outcome === 'made' || job.isOver === true)) claims.made(known(job.key), job);
    }
  };

  return {
    know() {},
    factsOf: (key) => inLedger(() => factsOf(key, known(key), everyTable)),
    generation: () => inLedger(() => Number(selectGeneration.get()?.['value'] ?? 0)),
    lists: () => inLedger(() => suppressions.lists()),
    reserve: (rules, requests) => write(() => reserve(rules, requests)),
    settle: (jobs) => write(() => settle(jobs)),
    write: (rules, requests, settled) =>
      write(() => {
        settle(settled);
        return reserve(rules, requests);
      }),
    reservations: (run) => inLedger(() => touches.reservations(run)),
    touches: (scope) => inLedger(() => touches.count(scope)),
    add: (made) =>
      change(() => {
        for (const touch of made) touches.add(personOf(pepper, touch.key), touch);
      }),
    rename: (scope, step) => write(() => touches.rename(scope, step)),
    claim: (claimed) => change(() => claims.put(claimed)),
    keepClaims: (run) => write(() => claims.keep(run)),
    dropClaims: (run) => write(() => claims.drop(run)),
    discard: (run) =>
      write(() => {
        touches.discard(run);
        claims.drop(run);
      }),
    suppress: (added) =>
      change(() => {
        for (const one of added) suppressions.put(one);
      }),
    allow: (key, scope) => write(() => suppressions.remove(personOf(pepper, key), scope)),
    importList: (list) => change(() => suppressions.importList(list)),
    suppressionCounts: () => inLedger(() => suppressions.counts()),
    consentCounts: () =>
      inLedger(() =>
        database
          .prepare(
            'SELECT purpose, channel, basis, count(*) AS people FROM consent GROUP BY purpose, channel, basis ORDER BY purpose, channel, basis',
          )
          .all()
          .map(({ purpose, channel, basis, people }) => ({
            purpose: purpose as Purpose,
            channel: channel === '' ? undefined : (channel as Channel),
            basis: String(basis),
            people: Number(people),
          })),
      ),
    recordConsents: (consents) =>
      change(() => {
        for (const { key, purpose, channel, basis, at, evidence, expires } of consents) {
          insertConsent.run(
            personOf(pepper, key),
            purpose,
            channel ?? '',
            basis,
            Math.floor(at),
            evidence,
            expires === undefined ? null : Math.floor(expires),
          );
        }
        return Number(database.prepare('SELECT count(*) AS consents FROM consent').get()?.['consents']);
      }),
    forget: (key, at) =>
      change(() => {
        const person = personOf(pepper, key);
        database
          .prepare('INSERT INTO forgotten (person, at) VALUES (?, ?) ON CONFLICT DO NOTHING')
          .run(person, Math.floor(at));
        touches.forget(person, key);
        claims.forget(person);
        suppressions.forget(person);
        database.prepare('DELETE FROM consent WHERE person = ?').run(person);
      }),
    close() {
      try {
        // The ledger is one file from now on; libsql leaves the log behind when it closes.
        database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      } catch {
        // What is in the log is as durable there.
      }
      database.close();
    },
  };
}
