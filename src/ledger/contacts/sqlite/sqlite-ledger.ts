import { type Asked, inFile } from '../../sql.ts';
import { emptyLog } from '../../sqlite/file/state-file.ts';
import { dropOldClaims, dropClaims as dropSome, keepClaims, putClaims } from '../claims.ts';
import { countAllConsents, countConsents, latestConsents, putConsents } from '../consents.ts';
import { type ContactFacts, noFacts, withTouches } from '../facts.ts';
import { importInParts, type ListTable } from '../import-list.ts';
import { inChunks } from '../in-chunks.ts';
import type { LedgerFile, StepScope } from '../ledger.ts';
import { ledgerError } from '../ledger-refusal.ts';
import { endOfTurn, oncePerTurn } from '../once-per-turn.ts';
import { namesOf, personOf, remembered } from '../person.ts';
import { cleanTexts, forgetFacts, renameScope } from '../project-rows.ts';
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
import { createContactTable } from './contact-table.ts';
import { createContactWriter } from './contact-writer.ts';
import { changeRows, inLedger, type OpenedLedgerFile, projectOf } from './ledger-file.ts';
import { createPersonFacts } from './person-facts.ts';

/** So many people are taken on a list, or off it, in one transaction: nobody waits for longer than that takes. */
const importedAtOnce = 1_000;

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
  const project = projectOf(file);
  const carryOut = <T>(asked: Asked<T>): T => inFile(database, asked);
  const ask = <T>(asked: Asked<T>): T => inLedger(() => carryOut(asked));
  const selectMove = database.prepare('SELECT moved_to FROM project');
  const around = <T>(work: () => T): T => {
    try {
      return changeRows(database, mark, () => {
        const place = selectMove.get()?.['moved_to'];
        if (place != null) throw ledgerError({ kind: 'inStore', place: String(place) });
        return work();
      });
    } catch (error) {
      contacts.forgetScopes();
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
    while (!write(() => carryOut(dropSome(project, run))));
  };

  const lists: ListTable = {
    begin: () => change(generation),
    importPart: (list, part, number) =>
      (number === undefined ? inLedger : changePart)(() => carryOut(importPart(project, list, part, number))),
    notImported: (...wanted) => ask(notImported(project, importedAtOnce, ...wanted)),
    takeOff: (...gone) => changePart(() => carryOut(takeOff(project, ...gone))),
    noteImport: (list, at) => change(() => carryOut(noteImport(project, list, at))),
    countOf: (list) => ask(countOnList(project, list)),
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
    lists: () => ask(importedLists(project)),
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
    rename(scope, step) {
      const isRenamed = write(() => carryOut(renameScope(project, scope, step)));
      contacts.forgetScopes();
      return isRenamed;
    },
    claim(claimed) {
      dropClaims(claimed);
      while (!write(() => carryOut(dropOldClaims())));
      for (const some of inChunks(claimed.contacts)) change(() => carryOut(putClaims(project, claimed, some)));
    },
    keepClaims: (run) => write(() => carryOut(keepClaims(project, run))),
    dropClaims,
    suppress: (added) => change(() => carryOut(putSuppressions(project, added, null))),
    allow: (key, scope) => write(() => carryOut(removeSuppressions(project, key, scope))),
    importList: (list, isDryRun = false) => importInParts(lists, list, isDryRun),
    suppressionCounts: (at) => ask(countSuppressions(project, at)),
    consentCounts: (at) => ask(countConsents(project, at)),
    recordConsents(consents) {
      const { latest, older } = latestConsents(consents);
      let recorded = 0;
      for (const part of inChunks(latest)) {
        recorded += changePart(() => carryOut(putConsents(project, part)));
      }
      const all = ask(countAllConsents(project));
      return { recorded, older: older + latest.length - recorded, all };
    },
    forget: (key, at) =>
      change(() => {
        const person = personOf(pepper, key);
        carryOut(forgetFacts(project, person, at));
        contacts.forget(person);
      }),
    cleanTexts: (clean) => write(() => carryOut(cleanTexts(clean))),
    close() {
      emptyLog(database);
      database.close();
      mark?.close();
    },
  };
}

function restMs(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, ms);
}
