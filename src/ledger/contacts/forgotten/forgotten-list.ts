import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeDurably } from '../../../platform/write-durably.ts';
import { makeStateFolder } from '../../make-state-folder.ts';
import { contactPaths, forgottenPath } from '../contact-paths.ts';
import type { LedgerRefusal } from '../ledger-refusal.ts';
import { readPepper } from '../pepper.ts';
import { namesOf } from '../person.ts';

/**
 * Who was forgotten, by HMAC: a file in the state folder of the project, which every command reads, also for campaigns without contact
 * rules. It has nothing from which a number could be found without the pepper.
 */
export interface ForgottenList {
  isForgotten(digits: string | number): boolean;
}

/** Stands for a forgotten number wherever it was written: no telephone number begins with 0 or has so many digits. */
export type ForgottenToken = string;

interface ListFile {
  readonly version: 1;
  /** Of the pepper: with another one nobody would be recognized. */
  readonly check: string;
  /** HMACs, hex. */
  readonly people: readonly string[];
}

interface ListPlace {
  /** The state folder. */
  readonly folder: string;
  /** Of the environment, in place of the one in the key file. */
  readonly pepper: string | undefined;
}

/** From the text of the file. */
export function readForgotten(text: string, { folder, pepper }: ListPlace): ForgottenList | LedgerRefusal {
  const list = parseList(text);
  if (list === undefined)
    return { kind: 'trouble', trouble: 'damaged', message: `${forgottenPath(folder)} cannot be read` };
  const key = readPepper(contactPaths({ folder, sandbox: false }).key, pepper, false);
  if ('kind' in key) return key;
  if (list.check !== checkOf(key.bytes)) return { kind: 'wrongPepper' };
  const people = new Set(list.people);
  const nameOf = namesOf(key.bytes);
  return { isForgotten: (digits) => people.has(nameOf(String(digits))) };
}

/** Why nobody can be added; undefined where a person can. It writes nothing. */
export function whyNobodyAdded({ folder, pepper }: ListPlace): LedgerRefusal | undefined {
  const path = forgottenPath(folder);
  const { key: keyPath } = contactPaths({ folder, sandbox: false });
  const found = existsSync(path)
    ? readForgotten(readFileSync(path, 'utf8'), { folder, pepper })
    : readPepper(keyPath, pepper, false);
  if (!('kind' in found)) return undefined;
  // A key is made with the first person.
  return found.kind === 'noPepper' && !existsSync(path) && !existsSync(keyPath) ? undefined : found;
}

/** Adds a person, on disk when it returns; under the lock of `keepRunsAway`. The token is the same however often this is called. */
export function addForgotten(
  { folder, pepper }: ListPlace,
  digits: string,
): { readonly token: ForgottenToken } | LedgerRefusal {
  const path = forgottenPath(folder);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  const known = text === undefined ? undefined : readForgotten(text, { folder, pepper });
  if (known !== undefined && 'kind' in known) return known;
  makeStateFolder(folder);
  const key = readPepper(contactPaths({ folder, sandbox: false }).key, pepper, text === undefined);
  if ('kind' in key) return key;
  const before = text === undefined ? [] : (parseList(text)?.people ?? []);
  const people = [...new Set([...before, namesOf(key.bytes)(digits)])].sort();
  const list: ListFile = { version: 1, check: checkOf(key.bytes), people };
  writeDurably(path, `${JSON.stringify(list)}\n`);
  return { token: tokenOf(key.bytes, digits) };
}

function parseList(text: string): ListFile | undefined {
  try {
    const list = JSON.parse(text) as Partial<ListFile>;
    return list.version === 1 && Array.isArray(list.people) && typeof list.check === 'string'
      ? (list as ListFile)
      : undefined;
  } catch {
    return undefined;
  }
}

function checkOf(pepper: Uint8Array): string {
  return createHmac('sha256', pepper).update('callsheet forgotten people').digest('hex');
}

function tokenOf(pepper: Uint8Array, digits: string): ForgottenToken {
  const random = createHmac('sha256', pepper).update(`forgotten ${digits}`).digest().readBigUInt64BE();
  return `0${(random % 9_000_000_000_000_000_000n) + 1_000_000_000_000_000_000n}`;
}
