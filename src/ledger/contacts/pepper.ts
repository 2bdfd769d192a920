import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync } from 'node:fs';
import { writeDurably, writeTemporary } from '../../platform/write-durably.ts';
import type { LedgerRefusal } from './ledger-refusal.ts';

/** The file beside a ledger: its secret, unless the environment has it, and which ledger it belongs to once there is one. */
interface KeyFile {
  readonly pepper?: string;
  readonly ledger?: string;
}

export interface Pepper {
  readonly bytes: Uint8Array;
  /** The ledger that was made with it; undefined until there is one. */
  readonly ledger: string | undefined;
}

/** Fewer characters could be guessed. */
const pepperLeast = 16;

/** Reads the pepper; makes one where `isNew` and there is none. */
export function readPepper(path: string, given: string | undefined, isNew: boolean): Pepper | LedgerRefusal {
  if (given !== undefined && given.length < pepperLeast) return { kind: 'shortPepper' };
  const kept = readKey(path);
  if (kept === 'damaged') return { kind: 'noPepper' };
  const pepper = given ?? kept?.pepper;
  if (pepper !== undefined) return { bytes: Buffer.from(pepper, 'utf8'), ledger: kept?.ledger };
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

/** From now on the ledger must be there wherever its key is. */
export function bindPepper(path: string, ledger: string): void {
  const kept = readKey(path);
  writeDurably(path, textOf({ ...(kept === 'damaged' ? {} : kept), ledger }));
}

function readKey(path: string): KeyFile | 'damaged' | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return undefined;
    if (code === 'EISDIR') return 'damaged';
    throw error;
  }
  try {
    const { pepper, ledger } = JSON.parse(text) as { readonly [key: string]: unknown };
    return {
      ...(typeof pepper === 'string' && pepper.length >= pepperLeast ? { pepper } : {}),
      ...(typeof ledger === 'string' ? { ledger } : {}),
    };
  } catch {
    return 'damaged';
  }
}

function textOf(key: KeyFile): string {
  return `${JSON.stringify(key)}\n`;
}
