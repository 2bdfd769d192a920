import type { Row } from '../../../platform/sqlite.ts';

/** The names of people as a JSON list: one statement reads what it needs of all of them, as a statement takes longer than a row. */
export type PeopleText = string;

/** By the name of the person. Who has no row is left out. */
export type ByPerson<T> = Map<string, T[]>;

/** Rows that have a `name`. */
export function byPerson<T>(rows: readonly Row[], read: (row: Row) => T): ByPerson<T> {
  const found: ByPerson<T> = new Map();
  for (const row of rows) {
    const name = String(row['name']);
    const own = found.get(name);
    if (own === undefined) found.set(name, [read(row)]);
    else own.push(read(row));
  }
  return found;
}
