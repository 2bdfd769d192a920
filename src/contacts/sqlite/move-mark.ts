import { lstatSync, rmSync } from 'node:fs';
import { type Database, openDatabase } from '../../platform/sqlite.ts';
import type { LedgerRefusal } from '../ledger-refusal.ts';
import type { LedgerRows } from '../move/moved-rows.ts';
import { readRows } from './read-rows.ts';

/** A fact of a ledger's file from the moment at which its rows are read for a store: what is written later would not get there. */
export const movedToStore = 'movedTo';
/** A fact of a ledger's file that has its name already, until the store knows that it has: the attempt that brings it. */
export const arriving = 'arriving';

/** Returns whether an earlier attempt has marked it. Within a transaction. */
export function markMoved(database: Database, place: string): boolean {
  const { changes } = database
    .prepare('INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING')
    .run(movedToStore, place);
  return changes === 0;
}

export function unmarkMoved(database: Database): void {
  database.prepare('DELETE FROM meta WHERE name = ?').run(movedToStore);
}

/** Reads the store to which its rows go, or went. */
export function createMoveCheck(database: Database): () => string | undefined {
  const select = database.prepare('SELECT value FROM meta WHERE name = ?');
  return () => {
    const place = select.get(movedToStore)?.['value'];
    return place === undefined ? undefined : String(place);
  };
}

/** The name of a ledger's file once its rows are in a store. */
export function movedName(path: string): string {
  return `${path}.moved`;
}

/** Why a ledger's file that is to be there is not: its rows went to a store, or it was lost. */
export function whyMissing(path: string): LedgerRefusal {
  try {
    const place = inFile(movedName(path), (database) => createMoveCheck(database)());
    if (place !== undefined) return { kind: 'inStore', place };
  } catch {
    // There is none, or something else has its name.
  }
  return { kind: 'missing' };
}

/** `none`: there is no file. `other`: there is one that no attempt is bringing. */
export function findArriving(path: string): { readonly attempt: string } | 'none' | 'other' {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 'none';
  if (!found.isFile()) return 'other';
  try {
    const attempt = inFile(path, readAttempt);
    return attempt === undefined ? 'other' : { attempt };
  } catch {
    return 'other';
  }
}

/** From now on it is used. */
export function endArrival(path: string): void {
  inFile(path, (database) => void database.prepare('DELETE FROM meta WHERE name = ?').run(arriving));
}

/** The rows of a file that no other process uses yet. */
export function readArriving(path: string): LedgerRows {
  return inFile(path, readRows);
}

/** Only of this attempt: another one may have brought its own file in the meantime. */
export function removeArriving(path: string, attempt: string): void {
  const found = findArriving(path);
  if (typeof found !== 'object' || found.attempt !== attempt) return;
  // A log that stays behind would be taken for that of the next file.
  for (const file of ['-wal', '-shm', '']) rmSync(`${path}${file}`, { force: true });
}

function readAttempt(database: Database): string | undefined {
  const attempt = database.prepare('SELECT value FROM meta WHERE name = ?').get(arriving)?.['value'];
  return attempt === undefined ? undefined : String(attempt);
}

function inFile<T>(path: string, work: (database: Database) => T): T {
  const database = openDatabase(path, { existing: true, busyMs: 5_000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}
