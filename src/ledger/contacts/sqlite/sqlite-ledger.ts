import type { Database } from '../../../platform/sqlite.ts';
import { emptyLog, fileCounter } from '../../sqlite/file/state-file.ts';
import { consentCount } from '../count-rows.ts';
import { type ContactFacts, noFacts, withTouches } from '../facts.ts';
import { textColumns, textTables } from '../forgotten/text-columns.ts';
import { importInParts, type ListTable } from '../import-list.ts';
import { inChunks } from '../in-chunks.ts';
import { latestConsents } from '../latest-consents.ts';
import type { LedgerFile, NewConsent, StepScope } from '../ledger.ts';
import { ledgerError } from '../ledger-refusal.ts';
import { consentRow, rowColumns } from '../ledger-rows.ts';
import { endOfTurn, oncePerTurn } from '../once-per-turn.ts';
import { namesOf, personOf, remembered } from '../person.ts';
import { createClaimTable } from './claim-table.ts';
import { createContactTable } from './contact-table.ts';
import { createContactWriter } from './contact-writer.ts';
import { inLedger, type OpenedLedgerFile } from './ledger-file.ts';
import { createPersonFacts } from './person-facts.ts';
import { createSuppressionTable, importedAtOnce } from './suppression-table.ts';

/**
 * The ledger in one SQLite file. Every call blocks until it is done. `priority`: of the campaign that it is opened for. `historyOf`: what a
 * contact is judged with beside what is in the file.
 */
export function createSqliteLedger(
  file: OpenedLedgerFile,
  priority?: number,
  historyOf?: (key: string) => ContactFacts,
): LedgerFile {
  const { database, pepper, mark } = file;
  const contacts = createContactTable(database);
  const facts = createPersonFacts(database, priority);
  const claims = createClaimTable(file);
  const suppressions = createSuppressionTable(file);
  const insertConsent = database.prepare(
    `INSERT INTO consent (person, purpose, channel, basis, at, evidence, expires) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET basis = excluded.basis, at = excluded.at, evidence = excluded.evidence,
       expires = excluded.expires WHERE excluded.at >= at`,
  );
  const countConsents = database.prepare('SELECT count(*) AS consents FROM consent');
  const recordConsent = (consent: NewConsent): number => {
    const row = consentRow(personOf(pepper, consent.key), consent);
    return insertConsent.run(...rowColumns.consents.map((name) => row[name])).changes;
  };
  const selectMove = database.prepare('SELECT moved_to FROM project');
  const counter = fileCounter(database);
  const around = <T>(work: () => T): T => {
    let seq = 0;
    try {
      const result = database.transaction(() => {
        const place = selectMove.get()?.['moved_to'];
        if (place != null) throw ledgerError({ kind: 'inStore', place: String(place) });
        seq = counter.read() + 1;
        counter.write(seq);
        return work();
      });
      mark?.advance(seq);
      return result;
    } catch (error) {
      contacts.rolledBack();
      throw error;
    }
  };
  const write = <T>(work: () => T): T => inLedger(() => around(work));
  const nameOf = namesOf(pepper);
  const known = remembered(nameOf);

  const selectGeneration = database.prepare('SELECT generation FROM project');
  const nextGeneration = database.prepare('UPDATE project SET generation = generation + 1');
  const generation = (): number => Number(selectGeneration.get()?.['generation'] ?? 0);
  /** What may forbid a contact that was allowed before. */
  const change = <T>(work: () => T): T =>
    write(() => {
      nextGeneration.run();
      return work();
    });

  /** One of many. Others who wait look again and again: they get as much time. */
  const changePart = <T>(work: () => T): T => {
    const startedAt = performance.now();
    const result = change(work);
    restMs(performance.now() - startedAt);
    return result;
  };

  const factsOf = (names: readonly string[]): readonly ContactFacts[] => {
    const group = contacts.open(names);
    const known = facts.of(names);
    return names.map((name) => withTouches(known.get(name), group.touchesOf(name)));
  };

  const dropClaims = (run: Omit<StepScope, 'step'>): void => {
    while (!write(() => claims.drop(run)));
  };

  const lists: ListTable = {
    begin: () => change(generation),
    importPart: (list, part, number) =>
      (number === undefined ? inLedger : changePart)(() => suppressions.importPart(list, part, number)),
    notImported: (...wanted) => inLedger(() => suppressions.notImported(...wanted)),
    takeOff: (...gone) => changePart(() => suppressions.takeOff(...gone)),
    noteImport: (list, at) => change(() => suppressions.noteImport(list, at)),
    countOf: (list) => suppressions.countOf(list),
    partMost: importedAtOnce,
    nameOf,
  };

  const refresh = oncePerTurn(() => {
    contacts.refresh();
    return facts.isEmpty();
  }, endOfTurn);

  return {
    place: {
      kind: 'sqlite',
      path: file.path,
      pepper,
      writer: (by) => ({ ...createContactWriter(database, by, historyOf), around }),
    },
    peek: (key) =>
      inLedger(() => {
        const [isEmpty, name] = [refresh(), known(key)];
        return isEmpty && !contacts.mayHave(name) ? noFacts : factsOf([name])[0]!;
      }),
    factsOf(key) {
      return inLedger(() => factsOf([known(key)]))[0]!;
    },
    read(keys) {
      return inLedger(() => {
        if (contacts.isEmpty() && facts.isEmpty()) return keys.map(() => noFacts);
        return factsOf(keys.map(nameOf));
      });
    },
    generation: () => inLedger(generation),
    lists: () => inLedger(() => suppressions.lists()),
    touches: (scope) => inLedger(() => contacts.count(scope)),
    lastContact: () => inLedger(() => contacts.last()),
    add(made) {
      refresh();
      for (const some of inChunks(made)) {
        const named = some.map((touch) => ({ name: nameOf(touch.key), touch }));
        changePart(() => {
          const group = contacts.open(named.map(({ name }) => name));
          for (const { name, touch } of named) group.add(name, touch);
          contacts.write(group);
        });
      }
    },
    rename: (scope, step) => write(() => contacts.rename(scope, step)),
    claim(claimed) {
      dropClaims(claimed);
      while (!write(claims.dropOld));
      for (const contacts of inChunks(claimed.contacts)) change(() => claims.put({ ...claimed, contacts }));
    },
    keepClaims: (run) => write(() => claims.keep(run)),
    dropClaims,
    suppress: (added) =>
      change(() => {
        for (const one of added) suppressions.put(one);
      }),
    allow: (key, scope) => write(() => suppressions.remove(personOf(pepper, key), scope)),
    importList: (list, isDryRun = false) => importInParts(lists, list, isDryRun),
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
          .map(consentCount),
      ),
    recordConsents(consents) {
      const { latest, older } = latestConsents(consents);
      let recorded = 0;
      for (const part of inChunks(latest)) {
        recorded += changePart(() => part.reduce((sum, consent) => sum + recordConsent(consent), 0));
      }
      const all = inLedger(() => Number(countConsents.get()?.['consents']));
      return { recorded, older: older + latest.length - recorded, all };
    },
    forget: (key, at) =>
      change(() => {
        const person = personOf(pepper, key);
        database
          .prepare('INSERT INTO forgotten (person, at) VALUES (?, ?) ON CONFLICT DO NOTHING')
          .run(person, Math.floor(at));
        contacts.forget(person);
        claims.forget(person);
        suppressions.forget(person);
        database.prepare('DELETE FROM consent WHERE person = ?').run(person);
      }),
    cleanTexts: (clean) => write(() => cleanTexts(database, clean)),
    close() {
      emptyLog(database);
      database.close();
      mark?.close();
    },
  };
}

/** Rewrites the texts that people gave with suppressions and consents. Within a transaction. */
function cleanTexts(database: Database, clean: (text: string) => string): void {
  for (const table of textTables)
    for (const column of textColumns[table]) {
      const update = database.prepare(`UPDATE ${table} SET ${column} = ?2 WHERE ${column} = ?1`);
      const texts = database.prepare(`SELECT DISTINCT ${column} AS text FROM ${table}`).all();
      for (const text of texts.map((row) => String(row['text']))) {
        const cleaned = clean(text);
        if (cleaned !== text) update.run(text, cleaned);
      }
    }
}

function restMs(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, ms);
}
