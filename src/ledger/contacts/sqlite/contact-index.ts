import type { Database } from '../../../platform/sqlite.ts';
import { createKeyIndex } from '../../sqlite/read/key-index.ts';

/**
 * Where the contacts of each person are. People lie in no order, so an index in the file would have each contact written to a page of its
 * own; this one is in memory, and takes some 12 bytes a contact. Contacts are only added and removed, so it is brought up to date with the
 * rows behind the last one that it knows, of every process; those that were removed since are found by nobody.
 */
export interface ContactIndex {
  refresh(): void;
  /** Rows that may be of this person. */
  rowsOf(name: string): readonly number[];
}

const rowsAtOnce = 5_000;
/** Of the name that stand for the person: 32 bits. */
const hashDigits = 8;

export function createContactIndex(database: Database): ContactIndex {
  const index = createKeyIndex();
  const next = database.prepare(
    `SELECT json_group_array(id) AS ids, group_concat(hex(substr(person, 1, ${hashDigits / 2})), '') AS hashes
     FROM (SELECT id, person FROM contact WHERE id > ? ORDER BY id LIMIT ${rowsAtOnce})`,
  );
  return {
    refresh() {
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
    rowsOf(name) {
      const found: number[] = [];
      index.find(Number.parseInt(name.slice(0, hashDigits), 16), (id) => void found.push(id));
      return found;
    },
  };
}
