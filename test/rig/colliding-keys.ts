import { hashOfKey } from '../../src/ledger/sqlite/read/key-index.ts';

/** Two numbers that the state file's index takes for one another until it reads their rows. */
export function collidingKeys(): readonly [string, string] {
  const seen = new Map<number, string>();
  for (let number = 2_348_030_000_000; ; number++) {
    const key = String(number);
    const other = seen.get(hashOfKey(key));
    if (other !== undefined) return [other, key];
    seen.set(hashOfKey(key), key);
  }
}
