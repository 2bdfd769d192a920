import type { ContactRules, Purpose } from '../../campaign/contact-rules.ts';
import type { Channel } from '../../service/contract/operations.ts';
import type { ContactFacts } from '../facts.ts';
import { judgeContact } from '../judge-contact.ts';
import type { ContactLedger, Settled, TouchRequest } from '../ledger.ts';
import { type Person, personOf } from '../person.ts';
import { createClaimTable } from './claim-table.ts';
import { inLedger, type OpenedLedgerFile } from './ledger-file.ts';
import { createSuppressionTable } from './suppression-table.ts';
import { createTouchTable } from './touch-table.ts';

/** The ledger in one SQLite file. Every call blocks until it is done. */
export function createSqliteLedger(file: OpenedLedgerFile): ContactLedger {
  const { database, pepper } = file;
  const touches = createTouchTable(file);
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
  const write = <T>(work: () => T): T => inLedger(() => database.transaction(work));

  const factsOf = (person: Person): ContactFacts => {
    const forgotten = selectForgotten.get(person);
    return {
      touches: touches.of(person),
      claims: claims.of(person),
      suppressions: suppressions.of(person),
      consents: selectConsents.all(person).map(({ purpose, channel, basis, at, evidence, expires }) => ({
        purpose: purpose as Purpose,
        channel: channel === '' ? undefined : (channel as Channel),
        basis: String(basis),
        at: Number(at),
        evidence: String(evidence),
        expires: expires === null ? undefined : Number(expires),
      })),
      forgottenAt: forgotten === undefined ? undefined : Number(forgotten['at']),
    };
  };

  const reserve = (rules: ContactRules, requests: readonly TouchRequest[]): readonly boolean[] =>
    requests.map((request) => {
      const person = personOf(pepper, request.key);
      const verdict = judgeContact({ ...request, rules, source: request, facts: factsOf(person) });
      if (verdict.kind === 'free') {
        touches.reserve(person, request.key, request);
        claims.made(person, request);
      }
      return verdict.kind === 'free';
    });
  const settle = (jobs: readonly Settled[]): void => {
    for (const job of jobs) touches.settle(job, job.outcome);
  };

  return {
    factsOf: (key) => inLedger(() => factsOf(personOf(pepper, key))),
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
      write(() => {
        for (const touch of made) touches.add(personOf(pepper, touch.key), touch);
      }),
    rename: (scope, step) => write(() => touches.rename(scope, step)),
    claim: (claimed) => write(() => claims.put(claimed)),
    keepClaims: (run) => write(() => claims.keep(run)),
    dropClaims: (run) => write(() => claims.drop(run)),
    discard: (run) =>
      write(() => {
        touches.discard(run);
        claims.drop(run);
      }),
    suppress: (added) =>
      write(() => {
        for (const one of added) suppressions.put(one);
      }),
    allow: (key, scope) => write(() => suppressions.remove(personOf(pepper, key), scope)),
    importList: (list) => write(() => suppressions.importList(list)),
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
      write(() => {
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
      write(() => {
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
