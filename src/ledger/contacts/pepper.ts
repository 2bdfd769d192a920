import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync } from 'node:fs';
import type { Row } from '../../platform/sql/sqlite.ts';
import { writeDurably, writeTemporary } from '../../platform/write-durably.ts';
import type { LedgerRefusal } from './ledger-refusal.ts';

/** The file beside a ledger: its secret, unless the environment has it, and what must be in the ledger that it belongs to. */
interface KeyFile {
  readonly pepper?: string;
  readonly ledger?: string;
  readonly forgotten?: number;
}

export interface Pepper {
  readonly bytes: Uint8Array;
  /** The ledger that was made with it; undefined until there is one. */
  readonly ledger: string | undefined;
  /** So many people were forgotten with it. */
  readonly forgotten: number;
}

/** Fewer characters could be guessed. */
const pepperLeast = 16;

/** Reads the pepper; makes one where `isNew` and there is none. */
export function readPepper(path: string, given: string | undefined, isNew: boolean): Pepper | LedgerRefusal {
  if (given !== undefined && given.length < pepperLeast) return { kind: 'shortPepper' };
  const kept = readKey(path);
  if (kept === 'damaged') return { kind: 'noPepper' };
  const pepper = given ?? kept?.pepper;
  if (pepper !== undefined)
    return { bytes: Buffer.from(pepper, 'utf8'), ledger: kept?.ledger, forgotten: kept?.forgotten ?? 0 };
  if (!isNew) return { kind: 'noPepper' };
  if (kept !== undefined) return { kind: kept.ledger === undefined ? 'noPepper' : 'missing' };
  const made = writeTemporary(path, textOf({ pepper: randomBytes(32).toString('hex') }));
  try {
    linkSync(made, path);
  } catch (error) {
    // Another process has just made it.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(made);
  }
  return readPepper(path, undefined, false);
}

/** By which a pepper is recognized. */
export function pepperCheck(pepper: Uint8Array): string {
  return createHmac('sha256', pepper).update('callsheet contact ledger').digest('hex');
}

/** Of the pepper, in place of the one in the key file where the environment has one. */
export interface KeyPlace {
  readonly key: string;
  readonly pepper: string | undefined;
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

/** From now on the ledger must be there wherever its key is. */
export function bindPepper(path: string, ledger: string): void {
  addToKey(path, { ledger });
}

/** From now on at least so many people must be forgotten wherever the key is: else some of them are lost. */
export function noteForgotten(path: string, forgotten: number): void {
  if (forgotten > countForgotten(path)) addToKey(path, { forgotten });
}

/** How many people were forgotten with the key of this file; 0 where there is none. */
export function countForgotten(path: string): number {
  const kept = readKey(path);
  return kept === undefined || kept === 'damaged' ? 0 : (kept.forgotten ?? 0);
}

function addToKey(path: string, more: KeyFile): void {
  const kept = readKey(path);
  writeDurably(path, textOf({ ...(kept === 'damaged' ? {} : kept), ...more }));
}

function readKey(path: string): KeyFile | 'damaged' | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code === 'EISDIR') return 'damaged';
    throw error;
  }
  try {
    const { pepper, ledger, forgotten } = JSON.parse(text) as { readonly [key: string]: unknown };
    return {
      ...(typeof pepper === 'string' && pepper.length >= pepperLeast ? { pepper } : {}),
      ...(typeof ledger === 'string' ? { ledger } : {}),
      ...(typeof forgotten === 'number' ? { forgotten } : {}),
    };
  } catch {
    return 'damaged';
  }
}

function textOf(key: KeyFile): string {
  return `${JSON.stringify(key)}\n`;
}
