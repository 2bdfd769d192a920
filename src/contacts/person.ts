import { createHmac } from 'node:crypto';

/**
 * A person in the ledger: the first 16 bytes of HMAC-SHA-256(pepper, digits). A plain hash of a telephone number could be found by
 * trying all numbers; with the pepper, which is not in the ledger, it cannot.
 */
export type Person = Uint8Array;

export function personOf(pepper: Uint8Array, digits: string): Person {
  return createHmac('sha256', pepper).update(digits).digest().subarray(0, personBytes);
}

/** A person in hexadecimal digits: as a key of a map, or a value in JSON. */
export function nameOf(person: Person): string {
  return Buffer.from(person).toString('hex');
}

/** The same as `nameOf(personOf(…))` in less time. */
export function personName(pepper: Uint8Array, digits: string): string {
  return createHmac('sha256', pepper)
    .update(digits)
    .digest('hex')
    .slice(0, 2 * personBytes);
}

/** For jobs under way: each person is asked for several times. */
export function remembered<T>(find: (digits: string) => T): (digits: string) => T {
  const known = new Map<string, T>();
  return (digits) => {
    let found = known.get(digits);
    if (found !== undefined) return found;
    found = find(digits);
    if (known.size >= mostRemembered) known.clear();
    known.set(digits, found);
    return found;
  };
}

const mostRemembered = 4_096;
const personBytes = 16;
