import type { ContactRules, Purpose } from '../../campaign/contact-rules.ts';
import type { Row } from '../../platform/sqlite.ts';
import type { Channel } from '../../service/operations/definition/operation.ts';
import { type Consent, type ContactFacts, claimsLeft, isSameSource, noFacts, withReserved } from '../facts.ts';
import { inChunks } from '../in-chunks.ts';
import { mayReserve } from '../judge-contact.ts';
import { latestConsents } from '../latest-consents.ts';
import type { ImportedList, LedgerFile, ListChange, MadeTouch, Settled, StepScope, TouchRequest } from '../ledger.ts';
import { ledgerError } from '../ledger-refusal.ts';
import { listedPeople } from '../listed-people.ts';
import { namesOf, type Person, personOf, remembered } from '../person.ts';
import { createClaimTable } from './claim-table.ts';
import { cleanTexts } from './clean-texts.ts';
import { inLedger, type OpenedLedgerFile } from './ledger-file.ts';
import { changesMade } from './ledger-guard.ts';
import { createMoveCheck } from './move-mark.ts';
import { byPerson, type PeopleText } from './people-text.ts';
import { createSuppressionTable, importedAtOnce } from './suppression-table.ts';
import { createTouchTable, type ReservedTouch } from './touch-table.ts';

interface Filled {
  readonly suppressions: boolean;
  readonly consents: boolean;
  readonly forgotten: boolean;
  readonly claims: boolean;
}

/** The ledger in one SQLite file. Every call blocks until it is done. */
export function createSqliteLedger(file: OpenedLedgerFile): LedgerFile {
  const { database, pepper, mark } = file;
  const touches = createTouchTable(database);
  const claims = createClaimTable(file);
  const suppressions = createSuppressionTable(file);
  const selectConsents = database.prepare(
    `SELECT one.value AS name, purpose, channel, basis, at, evidence, expires
     FROM json_each(?) AS one CROSS JOIN consent WHERE person = unhex(one.value)`,
  );
  const insertConsent = database.prepare(
    `INSERT INTO consent (person, purpose, channel, basis, at, evidence, expires) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET basis = excluded.basis, at = excluded.at, evidence = excluded.evidence,
       expires = excluded.expires WHERE excluded.at >= at`,
  );
  const selectForgotten = database.prepare(
    'SELECT one.value AS name, at FROM json_each(?) AS one CROSS JOIN forgotten WHERE person = unhex(one.value)',
  );
  const movedTo = createMoveCheck(database);
  const nextSeq = database.prepare(
    `INSERT INTO meta (name, value) VALUES ('${changesMade}', '1') ON CONFLICT DO UPDATE SET value = value + 1 RETURNING value`,
  );
  const write = <T>(work: () => T): T =>
    inLedger(() => {
      let seq = 0;
      const result = database.transaction(() => {
        const place = movedTo();
        if (place !== undefined) throw ledgerError({ kind: 'toStore', place });
        seq = Number(nextSeq.get()?.['value']);
        return touches.recording(work);
      });
      mark?.advance(seq);
      return result;
    });
  const nameOf = namesOf(pepper);
  const known = remembered(nameOf);

  const selectGeneration = database.prepare("SELECT value FROM meta WHERE name = 'generation'");
  const nextGeneration = database.prepare(
    "INSERT INTO meta (name, value) VALUES ('generation', '1') ON CONFLICT DO UPDATE SET value = value + 1",
  );
  const generation = (): number => Number(selectGeneration.get()?.['value'] ?? 0);
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
  /** By the name of the person. */
  const factsOf = (people: readonly string[]): Map<string, ContactFacts> => {
    const filled = filledTables();
    const text: PeopleText = JSON.stringify(people);
    const touched = touches.of(text);
    const claimed = filled.claims ? claims.of(text) : undefined;
    const suppressed = filled.suppressions ? suppressions.of(text) : undefined;
    const consented = filled.consents ? byPerson(selectConsents.all(text), readConsent) : undefined;
    const forgotten = filled.forgotten ? byPerson(selectForgotten.all(text), ({ at }) => Number(at)) : undefined;
    const facts = new Map<string, ContactFacts>();
    for (const found of [touched, claimed, suppressed, consented, forgotten]) {
      for (const name of found?.keys() ?? []) {
        const made = touched.get(name) ?? [];
        facts.set(name, {
          touches: made,
          claims: claimsLeft(claimed?.get(name) ?? [], made),
          suppressions: suppressed?.get(name) ?? [],
          consents: consented?.get(name) ?? [],
          forgottenAt: forgotten?.get(name)?.[0],
        });
      }
    }
    return facts;
  };

  const reserve = (rules: ContactRules, requests: readonly TouchRequest[]): readonly boolean[] => {
    if (requests.length === 0) return [];
    const people = requests.map(({ key }) => known(key));
    const facts = factsOf(people);
    const isRepeated = new Set(people).size < people.length;
    const reserved: ReservedTouch[] = [];
    const allowed = requests.map((request, index) => {
      const name = people[index]!;
      const { at, until } = request;
      const before = facts.get(name) ?? noFacts;
      if (!mayReserve(rules, request, before)) return false;
      if (until !== undefined && before.touches.some((touch) => isSameSource(touch, request))) return false;
      const touch = { name, at: until ?? at, request };
      if (isRepeated) facts.set(name, withReserved(before, { ...request, at: touch.at }));
      reserved.push(touch);
      return true;
    });
    touches.reserve(reserved);
    return allowed;
  };
  let hasSettled = false;
  const settle = (jobs: readonly Settled[]): void => {
    if (jobs.length === 0) return;
    const ended = jobs.map((job) => ({ name: known(job.key), job }));
    touches.settle(ended);
    hasSettled = true;
    if (!filledTables().claims) return;
    // The claims of the others stay until their run ends: a touch hides one, and a job that is sent later still has its turn.
    for (const { name, job } of ended) if (job.outcome !== 'made' && job.isOver === true) claims.remove(name, job);
  };

  const dropClaims = (run: Omit<StepScope, 'step'>): void => {
    while (!write(() => claims.drop(run)));
  };

  /**
   * In parts, so that runs write between them. Nobody is taken off before everybody is on, and until the end the list does not count as
   * imported: where it ends before, the same import again does the rest.
   */
  const importInParts = ({ name, at, people, replaces }: ImportedList, isDryRun: boolean): ListChange => {
    const listed = listedPeople(people, nameOf);
    const number = isDryRun ? undefined : change(generation);
    const [sum, before] = [{ added: 0, kept: 0, removed: 0 }, isDryRun ? suppressions.countOf(name) : 0];
    const inPart = <T>(work: () => T): T => {
      if (number === undefined) return inLedger(work);
      const startedAt = performance.now();
      const result = write(work);
      // Others who wait look again and again: they get as much time.
      restMs(performance.now() - startedAt);
      return result;
    };
    for (const part of inChunks(listed, importedAtOnce)) {
      const { added, kept } = inPart(() => suppressions.importPart(name, part, number));
      sum.added += added;
      sum.kept += kept;
    }
    if (number === undefined) return { ...sum, removed: replaces ? before - sum.kept : 0 };
    for (let last: Person = new Uint8Array(); replaces; ) {
      const off = inLedger(() => suppressions.notImported(name, number, last));
      if (off.length === 0) break;
      last = off.at(-1)!;
      sum.removed += inPart(() => suppressions.takeOff(name, number, off));
    }
    change(() => suppressions.noteImport(name, at));
    return sum;
  };

  function* withPersons(made: readonly MadeTouch[]) {
    for (const touch of made) yield { person: personOf(pepper, touch.key), touch };
  }

  return {
    factsOf(key) {
      const name = known(key);
      return inLedger(() => factsOf([name])).get(name) ?? noFacts;
    },
    read(keys) {
      return inLedger(() => {
        if (touches.isEmpty() && !Object.values(filledTables()).includes(true)) return keys.map(() => noFacts);
        const names = keys.map(nameOf);
        const facts = factsOf(names);
        return names.map((name) => facts.get(name) ?? noFacts);
      });
    },
    generation: () => inLedger(generation),
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
        touches.add(withPersons(made));
      }),
    rename: (scope, step) => write(() => touches.rename(scope, step)),
    claim(claimed) {
      dropClaims(claimed);
      while (!write(claims.dropOld));
      for (const contacts of inChunks(claimed.contacts)) change(() => claims.put({ ...claimed, contacts }));
    },
    keepClaims: (run) => write(() => claims.keep(run)),
    dropClaims,
    discard(run) {
      write(() => touches.discard(run));
      dropClaims(run);
    },
    suppress: (added) =>
      change(() => {
        for (const one of added) suppressions.put(one);
      }),
    allow: (key, scope) => write(() => suppressions.remove(personOf(pepper, key), scope)),
    importList: (list, isDryRun = false) => importInParts(list, isDryRun),
    suppressionCounts: (at) => inLedger(() => suppressions.counts(at)),
    consentCounts: (at) =>
      inLedger(() =>
        database
          .prepare(
            `SELECT purpose, channel, basis, count(*) AS people FROM consent
             WHERE at <= ?1 AND (expires IS NULL OR expires > ?1)
             GROUP BY purpose, channel, basis ORDER BY purpose, channel, basis`,
          )
          .all(Math.floor(at))
          .map(({ purpose, channel, basis, people }) => ({
            purpose: purpose as Purpose,
            channel: channel === '' ? undefined : (channel as Channel),
            basis: String(basis),
            people: Number(people),
          })),
      ),
    recordConsents: (consents) =>
      change(() => {
        const { latest, older } = latestConsents(consents);
        let recorded = 0;
        for (const { key, purpose, channel, basis, at, evidence, expires } of latest) {
          const { changes } = insertConsent.run(
            personOf(pepper, key),
            purpose,
            channel ?? '',
            basis,
            Math.floor(at),
            evidence,
            expires === undefined ? null : Math.floor(expires),
          );
          recorded += changes;
        }
        const all = Number(database.prepare('SELECT count(*) AS consents FROM consent').get()?.['consents']);
        return { recorded, older: older + latest.length - recorded, all };
      }),
    forget: (key, at) =>
      change(() => {
        const person = personOf(pepper, key);
        database
          .prepare('INSERT INTO forgotten (person, at) VALUES (?, ?) ON CONFLICT DO NOTHING')
          .run(person, Math.floor(at));
        touches.forget(person);
        claims.forget(person);
        suppressions.forget(person);
        database.prepare('DELETE FROM consent WHERE person = ?').run(person);
      }),
    cleanTexts: (clean) => write(() => cleanTexts(database, clean)),
    close() {
      try {
        // The next connection need not read them first.
        if (hasSettled) write(touches.moveMade);
        // The ledger is one file from now on; libsql leaves the log behind when it closes.
        database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      } catch {
        // What was made, and what is in the log, is as durable there.
      }
      database.close();
      mark?.close();
    },
  };
}

function restMs(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, ms);
}

function readConsent({ purpose, channel, basis, at, evidence, expires }: Row): Consent {
  return {
    purpose: purpose as Purpose,
    channel: channel === '' ? undefined : (channel as Channel),
    basis: String(basis),
    at: Number(at),
    evidence: String(evidence),
    expires: expires === null ? undefined : Number(expires),
  };
}
