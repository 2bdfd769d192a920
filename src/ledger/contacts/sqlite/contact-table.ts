import type { Instant } from '../../../platform/ports.ts';
import type { Database } from '../../../platform/sql/sqlite.ts';
import { createKeyIndex } from '../../sqlite/read/key-index.ts';
import { damaged } from '../../state-trouble.ts';
import { contactTexts } from '../collect-facts.ts';
import { type ContactGroup, createContactGroup, type RecordedContact } from '../judge-changes.ts';

/** The contacts of all campaigns. All writes are within a transaction. */
export function createContactTable(database: Database) {
  const index = createContactIndex(database);
  const contactOf = contactTexts();
  const select = database.prepare(
    `SELECT contact.id, lower(hex(person)) AS name, at, open, campaign, run, step, channel, purpose
     FROM contact LEFT JOIN scope ON scope.id = contact.scope
     WHERE contact.id IN (SELECT value FROM json_each(?)) ORDER BY contact.id`,
  );
  const selectScope = database.prepare(
    'SELECT id FROM scope WHERE campaign = ? AND run = ? AND step = ? AND channel = ? AND purpose = ?',
  );
  const addScope = database.prepare(
    'INSERT INTO scope (project, campaign, run, step, channel, purpose) VALUES (1, ?, ?, ?, ?, ?)',
  );
  const insert = database.prepare(
    `INSERT INTO contact (person, scope, at, open)
     SELECT unhex(value ->> 0), value ->> 1, value ->> 2, value ->> 3 FROM json_each(?)`,
  );
  const update = database.prepare(
    `UPDATE contact SET scope = value ->> 1, at = value ->> 2, open = value ->> 3
     FROM json_each(?) WHERE contact.id = value ->> 0`,
  );
  const remove = database.prepare('DELETE FROM contact WHERE id = ?');

  function read(names: ReadonlySet<string>): ReadonlyMap<string, readonly RecordedContact[]> {
    index.refresh();
    const ids = [...names].flatMap(index.rowsOf);
    const found = new Map<string, RecordedContact[]>();
    if (ids.length === 0) return found;
    for (const row of select.all(JSON.stringify(ids))) {
      const name = String(row['name']);
      // Another one may have the same hash.
      if (!names.has(name)) continue;
      if (row['campaign'] === null) throw damaged('a contact is of no step');
      const open = Number(row['open']) as RecordedContact['open'];
      const contact = { name, ...contactOf(row), at: Number(row['at']), open, row: Number(row['id']) };
      const own = found.get(name);
      if (own === undefined) found.set(name, [contact]);
      else own.push(contact);
    }
    return found;
  }

  /** The number of the step that makes this contact, over its channel and for its purpose; made where there is none. */
  function scopeOf({ campaign, run, step, channel, purpose }: RecordedContact): number {
    const scope = [campaign, run, step, channel, purpose] as const;
    const found = selectScope.get(...scope);
    if (found === undefined) addScope.run(...scope);
    return Number((found ?? selectScope.get(...scope))?.['id']);
  }

  return {
    /** Takes in what was recorded since. */
    refresh: index.refresh,
    /** As of the latest refresh: whether anything may be recorded of this person. */
    mayHave: (name: string): boolean => index.rowsOf(name).length > 0,
    /** What is recorded of these people, by their names. */
    open: (names: Iterable<string>): ContactGroup => createContactGroup(read(new Set(names))),
    write(group: ContactGroup): void {
      const { removed, written } = group.changes();
      for (const { row } of removed) if (row !== undefined) remove.run(row);
      const scopes = new Map<string, number>();
      const added: (readonly (string | number)[])[] = [];
      const changed: typeof added = [];
      for (const contact of written) {
        const { row, name, at, open, campaign, run, step, channel, purpose } = contact;
        const place = [campaign, run, step, channel, purpose].join('\n');
        const scope = scopes.get(place) ?? scopeOf(contact);
        scopes.set(place, scope);
        if (row === undefined) added.push([name, scope, at, open]);
        else changed.push([row, scope, at, open]);
      }
      if (added.length > 0) insert.run(JSON.stringify(added));
      if (changed.length > 0) update.run(JSON.stringify(changed));
    },
    isEmpty: (): boolean => database.prepare('SELECT 1 FROM contact LIMIT 1').get() === undefined,
    /** When the one was made that was recorded last. */
    last(): Instant | undefined {
      const found = database.prepare('SELECT at FROM contact ORDER BY id DESC LIMIT 1').get();
      return found && Number(found['at']);
    },
  };
}

/**
 * Where the contacts of each person are. People lie in no order, so an index in the file would have each contact written to a page of its
 * own; this one is in memory, and takes some 12 bytes a contact. Contacts are only added and removed, so it is brought up to date with the
 * rows behind the last one that it knows, of every process; those that were removed since are found by nobody.
 */
function createContactIndex(database: Database) {
  const index = createKeyIndex();
  const next = database.prepare(
    `SELECT json_group_array(id) AS ids, group_concat(hex(substr(person, 1, ${hashDigits / 2})), '') AS hashes
     FROM (SELECT id, person FROM contact WHERE id > ? ORDER BY id LIMIT ${rowsAtOnce})`,
  );
  return {
    refresh(): void {
      let rows: readonly number[];
      do {
        const { ids, hashes } = next.get(index.last)!;
        const digits = String(hashes);
        rows = JSON.parse(String(ids)) as readonly number[];
        rows.forEach((id, at) => {
          index.add(Number.parseInt(digits.slice(at * hashDigits, (at + 1) * hashDigits), 16), id);
        });
      } while (rows.length === rowsAtOnce);
    },
    /** Rows that may be of this person. */
    rowsOf: (name: string): readonly number[] => index.find(Number.parseInt(name.slice(0, hashDigits), 16)),
  };
}

const rowsAtOnce = 5_000;
/** Of the name that stand for the person: 32 bits. */
const hashDigits = 8;
