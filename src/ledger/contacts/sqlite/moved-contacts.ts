import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import type { Database } from '../../../platform/sql/sqlite.ts';
import { inFile as carryOut, inChunks } from '../../sql.ts';
import { emptyLog, makeTables, openStateFile, prepareToWrite, recogniseFile } from '../../sqlite/file/state-file.ts';
import { makeStateFolder } from '../../state-paths.ts';
import type { RecordedContact } from '../judge-changes.ts';
import type { LedgerRefusal } from '../ledger-refusal.ts';
import { digestOf, type LedgerRows } from '../ledger-rows.ts';
import { nameOf } from '../person.ts';
import { putFacts, readRows } from '../project-rows.ts';
import { createContactTable } from './contact-table.ts';
import {
  beginMark,
  changeRows,
  inLedger,
  type LedgerFileInput,
  makeProject,
  openExistingLedgerFile,
  readProject,
} from './ledger-file.ts';

const project = { id: 1 };
const tables = ['contact', 'scope', 'suppression', 'list', 'consent', 'forgotten', 'claim', 'claimant'];

/**
 * Puts the contacts of a file into a store, and deletes them when they are there: no run uses them here any more. `put` calls `mayBeThere`
 * before the rows may be in the new place, whatever happens later. From the moment at
 * which they are read nobody writes to them, unless the attempt fails before they may be there. Undefined where there are none.
 */
export async function takeContacts(
  input: LedgerFileInput,
  place: string,
  put: (rows: LedgerRows, mayBeThere: () => void) => Promise<void>,
): Promise<'taken' | LedgerRefusal | undefined> {
  const file = openExistingLedgerFile(input, { movesTo: place });
  if (file === undefined || 'kind' in file) return file;
  const { database } = file;
  const mark = beginMark(input, database);
  try {
    const taken = inLedger(() => changeRows(database, mark, () => readForMove(database, place)));
    if ('kind' in taken) return taken;
    let { mayBeThere } = taken;
    try {
      await put(taken.rows, () => {
        mayBeThere = true;
      });
    } catch (error) {
      if (!mayBeThere) inLedger(() => database.exec('UPDATE project SET moved_to = NULL'));
      throw error;
    }
    inLedger(() => changeRows(database, mark, () => deleteRows(database)));
    return 'taken';
  } finally {
    mark?.close();
    emptyLog(database);
    database.close();
  }
}

/** Why the contacts of a file cannot go to this place, as far as it is known before they are read. */
export function fileRefusal(input: LedgerFileInput, place: string): LedgerRefusal | 'missing' | undefined {
  const file = openExistingLedgerFile(input, { movesTo: place });
  if (file === undefined) return 'missing';
  if ('kind' in file) return file;
  file.database.close();
  return undefined;
}

function readForMove(
  database: Database,
  place: string,
): { readonly rows: LedgerRows; readonly mayBeThere: boolean } | LedgerRefusal {
  const mayBeThere = readProject(database)?.movedTo !== undefined;
  // All of it was taken before.
  if (mayBeThere && isEmpty(database)) return { kind: 'inStore', place };
  database.prepare('UPDATE project SET moved_to = ?').run(place);
  return { rows: read(database), mayBeThere };
}

/** An attempt to bring the contacts of a project from a store to its file. */
interface Arrival {
  readonly path: string;
  readonly project: string;
  readonly pepper: Uint8Array;
  /** Nobody uses them in the file until this attempt is complete. */
  readonly attempt: string;
}

/** Puts these contacts into a file. `occupied`: it has contacts of its own. */
export function putContacts(
  { path, project, pepper, attempt }: Arrival,
  rows: LedgerRows,
): { readonly digest: string } | 'occupied' | 'different' {
  makeStateFolder(dirname(path));
  return inFile(path, (database) =>
    changeRows(database, undefined, () => {
      if (arrivingIn(database) === 'other') return 'occupied';
      const known = readProject(database);
      deleteRows(database);
      if (known === undefined) makeProject(database, { name: project, ledger: rows.ledger, pepper });
      database.prepare('UPDATE project SET ledger = ?, arriving = ?').run(rows.ledger, attempt);
      insertRows(database, rows);
      const digest = digestOf(rows);
      return digestOf(read(database)) === digest ? { digest } : 'different';
    }),
  );
}

/** `none`: there are no contacts in the file. `other`: there are some that no attempt is bringing. */
type Arriving = { readonly attempt: string } | 'none' | 'other';

export function findArriving(path: string): Arriving {
  if (!existsSync(path)) return 'none';
  try {
    return inFile(path, arrivingIn);
  } catch {
    return 'other';
  }
}

function arrivingIn(database: Database): Arriving {
  const known = readProject(database);
  if (known?.arriving !== undefined) return { attempt: known.arriving };
  // Until they are deleted here, it is not known that the store to which they go has them.
  return known === undefined || (known.movedTo !== undefined && isEmpty(database)) ? 'none' : 'other';
}

/** From now on they are used. */
export function endArrival(path: string): void {
  inFile(path, (database) => database.exec('UPDATE project SET arriving = NULL, moved_to = NULL'));
}

export function readArriving(path: string): LedgerRows {
  return inFile(path, read);
}

/** Only of this attempt: another one may have brought its own in the meantime. */
export function removeArriving(path: string, attempt: string): void {
  const found = findArriving(path);
  if (typeof found !== 'object' || found.attempt !== attempt) return;
  inFile(path, (database) =>
    changeRows(database, undefined, () => {
      deleteRows(database);
      database.exec('DELETE FROM project WHERE moved_to IS NULL; UPDATE project SET arriving = NULL');
    }),
  );
}

/** Whether a file has contacts of a project, which a store may not know of. */
export function hasContacts(path: string): boolean {
  return existsSync(path) && findArriving(path) !== 'none';
}

function isEmpty(database: Database): boolean {
  return tables.every((table) => database.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() === undefined);
}

function deleteRows(database: Database): void {
  for (const table of tables) database.exec(`DELETE FROM ${table}`);
}

function read(database: Database): LedgerRows {
  return carryOut(database, readRows(project, readProject(database)?.ledger));
}

function insertRows(database: Database, rows: LedgerRows): void {
  const table = createContactTable(database);
  for (const touches of inChunks(rows.touches)) {
    const group = table.open([]);
    for (const touch of touches) group.add(nameOf(touch.person), touch as typeof touch & RecordedContact);
    table.write(group);
  }
  carryOut(database, putFacts(project, rows));
}

function inFile<T>(path: string, work: (database: Database) => T): T {
  const database = openStateFile(path);
  try {
    const isFresh = recogniseFile(database).kind === 'fresh';
    prepareToWrite(database);
    if (isFresh) makeTables(database, hostname());
    return work(database);
  } finally {
    emptyLog(database);
    database.close();
  }
}
