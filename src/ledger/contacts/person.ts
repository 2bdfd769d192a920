import { createHmac } from 'node:crypto';
import { personKey } from '../../audience/number/person-key.ts';

/**
 * A person in the ledger: the first 16 bytes of HMAC-SHA-256(pepper, digits). A plain hash of a telephone number could be found by
 * trying all numbers; with the pepper, which is not in the ledger, it cannot.
 */
export type Person = Uint8Array;

/** Whose contacts are meant. A store may have several projects. */
export interface LedgerProject {
  readonly id: number;
  readonly personOf: (key: string) => Person;
}

export function personOf(pepper: Uint8Array, digits: string): Person {
  return createHmac('sha256', pepper).update(todaysDigits(digits)).digest().subarray(0, personBytes);
}

/** A person has one entry, in whichever notation their number comes. */
function todaysDigits(digits: string): string {
  const number = Number(digits);
  const key = personKey(number);
  return key === number || Number.isNaN(key) ? digits : key.toFixed(0);
}

/** A person in hexadecimal digits: as a key of a map, or a value in JSON. */
export function nameOf(person: Person): string {
  return Buffer.from(person).toString('hex');
}

export function namesOf(pepper: Uint8Array): (digits: string) => string {
  return (digits) => nameOf(personOf(pepper, digits));
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
