import type { Purpose } from '../../campaign/contact-rules.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Channel } from '../../service/contract/operations.ts';
import type { Suppression } from '../facts.ts';
import type { ImportedList, ListChange, NewSuppression, SuppressionCount } from '../ledger.ts';
import { type Person, personOf } from '../person.ts';
import type { OpenedLedgerFile } from './ledger-file.ts';
import { type ByPerson, byPerson, type PeopleText } from './people-text.ts';

/** Who must not be contacted, and when each list was imported. All writes are within a transaction. */
export interface SuppressionTable {
  of(people: PeopleText): ByPerson<Suppression>;
  put(suppression: NewSuppression): void;
  remove(person: Person, scope: Pick<Suppression, 'channel' | 'purpose'>): number;
  importList(list: ImportedList): ListChange;
  lists(): ReadonlyMap<string, Instant>;
  counts(at: Instant): readonly SuppressionCount[];
  forget(person: Person): void;
}

/** In a column that is part of the key: every channel, every purpose. */
const every = '';

export function createSuppressionTable({ database, pepper }: OpenedLedgerFile): SuppressionTable {
  const select = database.prepare(
    `SELECT one.value AS name, source, channel, purpose, reason, starts, ends
     FROM json_each(?) AS one CROSS JOIN suppression WHERE person = unhex(one.value) ORDER BY starts, source`,
  );
  const insert = database.prepare(
    `INSERT INTO suppression (person, source, channel, purpose, reason, starts, ends) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET reason = excluded.reason, starts = excluded.starts, ends = excluded.ends
     WHERE excluded.source <> '' OR excluded.ends IS NULL OR excluded.ends >= suppression.ends`,
  );
  const put = ({ key, source, channel, purpose, reason, from, until }: NewSuppression): void =>
    void insert.run(
      personOf(pepper, key),
      source,
      channel ?? every,
      purpose ?? every,
      reason,
      Math.floor(from),
      until === undefined ? null : Math.floor(until),
    );
  const countOf = (source: string): number =>
    Number(database.prepare('SELECT count(*) AS people FROM suppression WHERE source = ?').get(source)?.['people']);

  return {
    put,
    of: (people) =>
      byPerson(select.all(people), ({ source, channel, purpose, reason, starts, ends }) => ({
        reason: String(reason),
        source: String(source),
        channel: channel === every ? undefined : (channel as Channel),
        purpose: purpose === every ? undefined : (purpose as Purpose),
        from: Number(starts),
        until: ends === null ? undefined : Number(ends),
      })),
    remove: (person, { channel, purpose }) =>
      database
        .prepare('DELETE FROM suppression WHERE person = ? AND channel = ? AND purpose = ?')
        .run(person, channel ?? every, purpose ?? every).changes,
    importList({ name, at, people, replaces }) {
      const before = countOf(name);
      database.exec('CREATE TEMP TABLE imported (person BLOB PRIMARY KEY) WITHOUT ROWID');
      try {
        const note = database.prepare('INSERT INTO imported (person) VALUES (?) ON CONFLICT DO NOTHING');
        for (const one of people) {
          note.run(personOf(pepper, one.key));
          put(one);
        }
        const kept = Number(
          database
            .prepare('SELECT count(*) AS people FROM suppression WHERE source = ? AND person IN imported')
            .get(name)?.['people'],
        );
        const all = countOf(name);
        const gone = replaces
          ? database.prepare('DELETE FROM suppression WHERE source = ? AND person NOT IN imported').run(name).changes
          : 0;
        database
          .prepare(
            `INSERT INTO list (name, imported, people) VALUES (?, ?, ?)
             ON CONFLICT DO UPDATE SET imported = excluded.imported, people = excluded.people`,
          )
          .run(name, Math.floor(at), all - gone);
        const added = all - before;
        return { added, kept: kept - added, removed: gone };
      } finally {
        database.exec('DROP TABLE imported');
      }
    },
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
        .map(({ source, channel, purpose, reason, people, imported }) => ({
          reason: String(reason),
          source: String(source),
          channel: channel === every ? undefined : (channel as Channel),
          purpose: purpose === every ? undefined : (purpose as Purpose),
          people: Number(people),
          imported: imported === null ? undefined : Number(imported),
        })),
    forget: (person) => void database.prepare('DELETE FROM suppression WHERE person = ?').run(person),
  };
}
