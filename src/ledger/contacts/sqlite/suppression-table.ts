import type { Instant } from '../../../platform/ports.ts';
import { suppressionCount } from '../count-rows.ts';
import type { Suppression } from '../facts.ts';
import type { ListTable } from '../import-list.ts';
import type { AtOnce, NewSuppression, SuppressionCount } from '../ledger.ts';
import { rowColumns, suppressionRow } from '../ledger-rows.ts';
import { type Person, personOf } from '../person.ts';
import type { OpenedLedgerFile } from './ledger-file.ts';

/** Who must not be contacted, and when each list was imported. All writes are within a transaction. */
export interface SuppressionTable
  extends AtOnce<Pick<ListTable, 'importPart' | 'notImported' | 'takeOff' | 'noteImport' | 'countOf'>> {
  put(suppression: NewSuppression): void;
  remove(person: Person, scope: Pick<Suppression, 'channel' | 'purpose'>): number;
  lists(): ReadonlyMap<string, Instant>;
  counts(at: Instant): readonly SuppressionCount[];
  forget(person: Person): void;
}

/** So many people are taken on a list, or off it, in one transaction: nobody waits for longer than that takes. */
export const importedAtOnce = 1_000;

/** In a column that is part of the key: every channel, every purpose. */
const every = '';

export function createSuppressionTable({
  database,
  pepper,
}: Pick<OpenedLedgerFile, 'database' | 'pepper'>): SuppressionTable {
  /** What holds longer stays. */
  const insert = database.prepare(
    `INSERT INTO suppression (person, source, channel, purpose, reason, starts, ends, import) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET
       (reason, starts, ends) = (SELECT excluded.reason, excluded.starts, excluded.ends
         WHERE excluded.ends IS NULL OR excluded.ends >= suppression.ends
         UNION ALL SELECT suppression.reason, suppression.starts, suppression.ends LIMIT 1),
       import = coalesce(max(excluded.import, suppression.import), excluded.import, suppression.import)`,
  );
  const insertOne = (person: Person, one: NewSuppression, number: number | null): void => {
    const row = suppressionRow(person, one);
    insert.run(...rowColumns.suppressions.map((name) => row[name]), number);
  };
  const countAmong = database.prepare(
    'SELECT count(*) AS people FROM json_each(?) AS one CROSS JOIN suppression WHERE person = unhex(one.value) AND source = ?',
  );
  const find = database.prepare(
    'SELECT 1 FROM suppression WHERE person = ? AND source = ? AND channel = ? AND purpose = ?',
  );
  return {
    put: (one) => insertOne(personOf(pepper, one.key), one, null),
    remove: (person, { channel, purpose }) =>
      database
        .prepare('DELETE FROM suppression WHERE person = ? AND channel = ? AND purpose = ?')
        .run(person, channel ?? every, purpose ?? every).changes,
    importPart(list, part, number) {
      const names = JSON.stringify([...new Set(part.map(({ name }) => name))]);
      const count = (): number => Number(countAmong.get(names, list)?.['people']);
      const kept = count();
      if (number === undefined) {
        const added = new Set<string>();
        for (const { name, source, channel = every, purpose = every } of part)
          if (find.get(Buffer.from(name, 'hex'), source, channel, purpose) === undefined)
            added.add(`${name} ${channel} ${purpose}`);
        return { added: added.size, kept };
      }
      for (const one of part) insertOne(Buffer.from(one.name, 'hex'), one, number);
      return { added: count() - kept, kept };
    },
    notImported: (list, number, after) =>
      database
        .prepare(
          `SELECT person FROM suppression WHERE person > ? AND source = ?
           GROUP BY person HAVING coalesce(max(import), 0) < ? ORDER BY person LIMIT ${importedAtOnce}`,
        )
        .all(after, list, number)
        .map(({ person }) => Buffer.from(person as Uint8Array)),
    takeOff(list, number, people) {
      const remove = database.prepare(
        'DELETE FROM suppression WHERE person = ? AND source = ? AND coalesce(import, 0) < ?',
      );
      let removed = 0;
      for (const person of people) removed += remove.run(person, list, number).changes;
      return removed;
    },
    noteImport: (list, at) =>
      void database
        .prepare(
          'INSERT INTO list (name, imported) VALUES (?, ?) ON CONFLICT DO UPDATE SET imported = excluded.imported',
        )
        .run(list, Math.floor(at)),
    countOf: (list) =>
      Number(database.prepare('SELECT count(*) AS people FROM suppression WHERE source = ?').get(list)?.['people']),
    lists: () =>
      new Map(
        database
          .prepare('SELECT name, imported FROM list')
          .all()
          .map(({ name, imported }) => [String(name), Number(imported)]),
      ),
    counts: (at) =>
      database
        .prepare(
          `SELECT source, channel, purpose, reason, count(*) AS people, imported
           FROM suppression LEFT JOIN list ON list.name = source WHERE ends IS NULL OR ends > ?
           GROUP BY source, channel, purpose, reason ORDER BY source, channel, purpose, reason`,
        )
        .all(Math.floor(at))
        .map(suppressionCount),
    forget: (person) => void database.prepare('DELETE FROM suppression WHERE person = ?').run(person),
  };
}
