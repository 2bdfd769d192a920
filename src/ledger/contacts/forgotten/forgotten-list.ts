import { createHash, createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Row } from '../../../platform/sql/sqlite.ts';
import type { LedgerRefusal } from '../ledger-refusal.ts';
import { type Pepper, pepperCheck, readPepper } from '../pepper.ts';
import { nameOf, namesOf } from '../person.ts';

/** Who was forgotten: nothing in it tells a number without the pepper. */
export interface ForgottenList {
  isForgotten(key: number): boolean;
  /** The same where the same people are forgotten. */
  readonly digest: string;
  /** How many there are. */
  readonly people: number;
}

/** Of the pepper, in place of the one in the key file where the environment has one. */
export interface KeyPlace {
  readonly key: string;
  readonly pepper: string | undefined;
}

/** From the tombstones of a file or a store; undefined where there are none. */
export function forgottenList(tombstones: readonly Row[], place: KeyPlace): ForgottenList | LedgerRefusal | undefined {
  if (tombstones.length === 0) return undefined;
  const pepper = pepperOf(tombstones, place);
  if ('kind' in pepper) return pepper;
  const people = new Set(tombstones.map(({ person }) => nameOf(person as Uint8Array)));
  const nameOfDigits = namesOf(pepper.bytes);
  return {
    isForgotten: (key) => people.has(nameOfDigits(String(key))),
    digest: createHash('sha256')
      .update([...people].sort().join(' '))
      .digest('hex')
      .slice(0, 32),
    people: people.size,
  };
}

/** The pepper of these tombstones; without any, one is made where there is none. */
export function pepperOf(tombstones: readonly Row[], { key, pepper: given }: KeyPlace): Pepper | LedgerRefusal {
  if (tombstones.length > 0 && given === undefined && !existsSync(key)) return { kind: 'noPepper' };
  const pepper = readPepper(key, given, tombstones.length === 0);
  if ('kind' in pepper) return pepper;
  const check = pepperCheck(pepper.bytes);
  return tombstones.every((row) => row['pepper_check'] === check) ? pepper : { kind: 'wrongPepper' };
}

/** Stands for a forgotten number wherever it was written: no telephone number begins with 0 or has so many digits. */
export function forgottenToken(pepper: Uint8Array, digits: string): string {
  const random = createHmac('sha256', pepper).update(`forgotten ${digits}`).digest().readBigUInt64BE();
  return `0${(random % 9_000_000_000_000_000_000n) + 1_000_000_000_000_000_000n}`;
}
