import { setTimeout as pause } from 'node:timers/promises';
import { type Asked, inChunks, inFile } from '../../sql.ts';
import { emptyLog } from '../../sqlite/file/state-file.ts';
import { createContactLedger } from '../create-ledger.ts';
import { type ContactFacts, noFacts, withTouches } from '../facts.ts';
import type { LedgerFile } from '../ledger.ts';
import { LedgerError } from '../ledger-refusal.ts';
import { namesOf, remembered } from '../person.ts';
import { createContactTable } from './contact-table.ts';
import { createContactWriter, createPersonFacts } from './contact-writer.ts';
import { changeRows, inLedger, type OpenedLedgerFile, projectOf } from './ledger-file.ts';

/** Of the people of a list, and of contacts. */
const writtenAtOnce = 1_000;

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
  const selectMove = database.prepare('SELECT moved_to FROM project');
  const around = <T>(work: () => T): T =>
    changeRows(database, mark, () => {
      const place = selectMove.get()?.['moved_to'];
      if (place != null) throw movedTo(String(place));
      return work();
    });
  const nameOf = namesOf(pepper);
  const known = remembered(nameOf);

  const selectGeneration = database.prepare('SELECT generation FROM project');
  const nextGeneration = database.prepare('UPDATE project SET generation = generation + 1');
  /** Others who wait look again and again: they get as much time. */
  const change = <T>(work: () => T): T =>
    inLedger(() => {
      const startedAt = performance.now();
      try {
        return around(() => {
          nextGeneration.run();
          return work();
        });
      } finally {
        restMs(performance.now() - startedAt);
      }
    });
  const write = <T>(what: () => Asked<T>): T => change(() => inFile(database, what()));

  const factsOf = (names: readonly string[]): readonly ContactFacts[] => {
    const group = contacts.open(names);
    const known = facts.of(names);
    return names.map((name) => withTouches(known.get(name), group.touchesOf(name)));
  };
  const generation = (): number => inLedger(() => Number(selectGeneration.get()?.['generation'] ?? 0));
  const lately = asOfLately(generation);
  /** Whether nothing is known of anybody but contacts, in that generation. */
  let empty: { readonly generation: number; readonly isEmpty: boolean } | undefined;
  const refresh = oncePerTurn(() => {
    contacts.refresh();
    const now = lately();
    if (empty?.generation !== now) empty = { generation: now, isEmpty: facts.isEmpty() };
    return empty.isEmpty;
  });

  return createContactLedger<Pick<LedgerFile, 'factsOf' | 'peek' | 'read' | 'generation' | 'lately' | 'close'>>({
    peek: (key) =>
      inLedger(() => {
        const [isEmpty, name] = [refresh(), known(key)];
        return isEmpty && !contacts.mayHave(name) ? noFacts : factsOf([name])[0]!;
      }),
    factsOf: (key) => inLedger(() => factsOf([known(key)]))[0]!,
    read: (keys) =>
      inLedger(() => {
        if (contacts.isEmpty() && facts.isEmpty()) return keys.map(() => noFacts);
        return factsOf(keys.map(nameOf));
      }),
    generation,
    lately,
    close() {
      emptyLog(database);
      database.close();
      mark?.close();
    },
    place: {
      kind: 'sqlite',
      path: file.path,
      pepper,
      writer: (by) => ({ ...createContactWriter(database, by, historyOf), around }),
    },
    project: projectOf(file),
    ask: (what) => inLedger(() => inFile(database, what())),
    write,
    change: write,
    *lock() {},
    // What is in memory has one reader, which asks each time. A timer may be a millisecond early.
    untilKnown: () => (file.path === undefined ? undefined : pause(latelyMs + 1)),
    partMost: writtenAtOnce,
    movedTo,
    async lastContact() {
      return inLedger(() => contacts.last());
    },
    async add(made) {
      refresh();
      for (const some of inChunks(made, writtenAtOnce)) {
        const named = some.map((touch) => ({ name: nameOf(touch.key), touch }));
        change(() => {
          const group = contacts.open(named.map(({ name }) => name));
          for (const { name, touch } of named) group.add(name, touch);
          contacts.write(group);
        });
      }
    },
  });
}

function movedTo(place: string): Error {
  return new LedgerError({ kind: 'inStore', place });
}

function restMs(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, ms);
}

/** Many jobs start in one turn of the event loop. */
function oncePerTurn<T>(read: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    if (known === undefined) {
      known = { value: read() };
      setImmediate(() => (known = undefined));
    }
    return known.value;
  };
}

/** A request leaves by an answer of the file that is at most so old. Who has recorded that somebody must not be contacted waits as long. */
const latelyMs = 10;

function asOfLately<T>(read: () => T): () => T {
  let known: { readonly value: T; readonly at: number } | undefined;
  return () => {
    const at = performance.now();
    if (known === undefined || at - known.at >= latelyMs) known = { value: read(), at };
    return known.value;
  };
}
