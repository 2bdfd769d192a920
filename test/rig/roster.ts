import type { Roster } from '../../src/audience/roster.ts';
import type { Scalar } from '../../src/audience/scalar.ts';

/** A roster in memory: one object per recipient, `key` among its fields. */
export function rosterOf(audience: string, rows: readonly Readonly<Record<string, Scalar | undefined>>[]): Roster {
  const keys = rows.map((row) => String(row.key));
  const indices = new Map(keys.map((key, index) => [key, index]));
  return {
    audience,
    size: rows.length,
    key: (index) => keys[index] ?? '',
    number: (index) => Number(keys[index]),
    indexOf: (key) => indices.get(String(key)),
    value(index, column) {
      const value = rows[index]?.[column];
      return value === '' ? undefined : value;
    },
    line: (index) => index + 2,
    fileHash: 'c'.repeat(64),
    left: { where: 0, exclude: 0, duplicate: 0, invalid: 0, forgotten: 0 },
    conditions: [],
    excludes: [],
  };
}
