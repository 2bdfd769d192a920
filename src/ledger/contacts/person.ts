import { createHash, createHmac, hash } from 'node:crypto';
import { personKey } from '../../audience/number/person-key.ts';

/**
 * A person in the ledger: the first 16 bytes of HMAC-SHA-256(pepper, digits). A plain hash of a telephone number could be found by
 * trying all numbers; with the pepper, which is not in the ledger, it cannot.
 */
export type Person = Uint8Array;

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

/** The same as `nameOf(personOf(pepper, …))`, for many people: two short hashes (RFC 2104) take half the time of an object for each. */
export function namesOf(pepper: Uint8Array): (digits: string) => string {
  const [inner, outer] = [paddedKey(pepper, 0x36), paddedKey(pepper, 0x5c)];
  return (written) => {
    const digits = todaysDigits(written);
    if (digits.length > digitsMost) return nameOf(personOf(pepper, digits));
    const end = hashBlock + inner.write(digits, hashBlock);
    outer.write(hash('sha256', inner.subarray(0, end), 'binary'), hashBlock, 'binary');
    return hash('sha256', outer.subarray(0, hashBlock + hashBytes), 'hex').slice(0, 2 * personBytes);
  };
}

/** With room behind it for a text in UTF-8. */
function paddedKey(pepper: Uint8Array, pad: number): Buffer {
  const padded = Buffer.alloc(hashBlock + 3 * digitsMost, pad);
  const key = pepper.length > hashBlock ? createHash('sha256').update(pepper).digest() : pepper;
  key.forEach((byte, at) => void (padded[at] = byte ^ pad));
  return padded;
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
/** Of SHA-256. */
const [hashBlock, hashBytes] = [64, 32];
/** No telephone number is longer. */
const digitsMost = 32;
