import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type Database, databaseTrouble, openDatabase, retryWhileBusy } from '../../platform/sqlite.ts';
import { makeStateFolder } from '../../state/make-state-folder.ts';
import type { MarkFile } from '../../state/rollback-guard.ts';
import { isSameDatabase } from '../../state/store-address.ts';
import type { ContactPaths } from '../contact-paths.ts';
import { type LedgerRefusal, ledgerError, ledgerRefusal } from '../ledger-refusal.ts';
import { bindPepper, type Pepper, pepperCheck, readPepper } from '../pepper.ts';
import { beginMark, type GuardedLedger, setSeq, whyBehind } from './ledger-guard.ts';
import { ledgerApplicationId, ledgerTables, ledgerVersion } from './ledger-tables.ts';
import { arriving, movedToStore, whyMissing } from './move-mark.ts';

export interface LedgerFileInput extends GuardedLedger {
  readonly project: string;
  /** Of the environment, in place of the one in the key file. */
  readonly pepper: string | undefined;
}

export interface OpenedLedgerFile {
  readonly database: Database;
  readonly pepper: Uint8Array;
  /** Where this machine remembers its changes; undefined where it does not, or nothing is written. */
  readonly mark: MarkFile | undefined;
}

/** 32 MB, while a run is under way. */
const pagesInLog = 8_000;
/** Processes write in turns, each for a moment. */
const busyMs = 10_000;

/** Opens the ledger of a project, and makes it where there is none yet. */
export function openLedgerFile(input: LedgerFileInput): OpenedLedgerFile | LedgerRefusal {
  const { paths } = input;
  return refusing(() => {
    makeStateFolder(paths.database.slice(0, paths.database.lastIndexOf('/')));
    const opened = open(input, !existsSync(paths.database));
    if ('kind' in opened) return opened;
    try {
      return { ...opened, mark: beginMark(input, opened.database, opened.ledger) };
    } catch (error) {
      opened.database.close();
      throw error;
    }
  });
}

/**
 * Undefined where there is no ledger yet: nobody of the project was contacted under its rules. `movesTo`: the store to which its rows go,
 * perhaps after an attempt that was interrupted.
 */
export function openExistingLedgerFile(
  input: LedgerFileInput,
  movesTo?: string,
): OpenedLedgerFile | LedgerRefusal | undefined {
  return refusing<OpenedLedgerFile | LedgerRefusal | undefined>(() => {
    const { paths } = input;
    if (!existsSync(paths.database)) {
      const pepper = existsSync(paths.key) ? pepperOf(input, true) : undefined;
      if (pepper !== undefined && 'kind' in pepper) return pepper;
      if (pepper?.ledger === undefined) return undefined;
      if (isStillMissing(paths)) return whyMissing(paths.database);
    }
    return open(input, false, movesTo);
  });
}

/** A ledger that is gone with its process. */
export function openLedgerInMemory(pepper = 'of a ledger in memory'): OpenedLedgerFile {
  const database = openDatabase(':memory:');
  makeTables(database);
  return { database, pepper: Buffer.from(pepper, 'utf8'), mark: undefined };
}

function open(
  input: LedgerFileInput,
  isNew: boolean,
  movesTo?: string,
): (OpenedLedgerFile & { readonly ledger: string }) | LedgerRefusal {
  const { paths, project } = input;
  const pepper = pepperOf(input, isNew);
  if ('kind' in pepper) return pepper;
  if (isNew && pepper.ledger !== undefined && isStillMissing(paths)) return whyMissing(paths.database);
  const database = openDatabase(paths.database, { busyMs });
  let isOpen = false;
  try {
    const refusal = recognise(database) ?? integrity(database);
    if (refusal !== undefined) return refusal;
    // Of two processes that do this to a new file at the same moment, SQLite refuses one at once, whatever `busyMs` is.
    retryWhileBusy(() => database.exec('PRAGMA journal_mode = WAL'), busyMs);
    // A reservation has a telephone number: when it is deleted, its bytes are overwritten.
    database.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
    // People lie in no order, so each contact changes a page of its own: by default every fourth group would wait for all of them.
    database.exec(`PRAGMA wal_autocheckpoint = ${pagesInLog}`);
    makeTables(database);
    const check = pepperCheck(pepper.bytes);
    const known = database.transaction(() => {
      const facts = readFacts(database);
      if (facts.size > 0) return facts;
      const own = new Map([
        ['project', project],
        ['check', check],
        ['ledger', randomBytes(8).toString('hex')],
      ]);
      const insert = database.prepare('INSERT INTO meta (name, value) VALUES (?, ?)');
      for (const [name, value] of own) insert.run(name, value);
      return own;
    });
    const [found = '', ledger = ''] = [known.get('project'), known.get('ledger')];
    if (found !== project) return { kind: 'otherProject', found };
    if (known.has(arriving)) return { kind: 'fromStore' };
    const movedTo = known.get(movedToStore);
    if (movedTo !== undefined && (movesTo === undefined || !isSameDatabase(movedTo, movesTo)))
      return { kind: 'toStore', place: movedTo };
    // The key may be that of the store already.
    if (movedTo === undefined && pepper.ledger !== undefined && pepper.ledger !== ledger)
      return { kind: 'otherLedger' };
    if (known.get('check') !== check) return { kind: 'wrongPepper' };
    const behind = whyBehind(input, database, ledger);
    if (behind !== undefined) return behind;
    if (pepper.ledger === undefined) bindPepper(paths.key, ledger);
    isOpen = true;
    return { database, pepper: pepper.bytes, ledger, mark: undefined };
  } finally {
    if (!isOpen) database.close();
  }
}

/** Another process may have made it since it was looked for, and bound the key to it. */
function isStillMissing({ database }: ContactPaths): boolean {
  return !existsSync(database);
}

/** A sandbox keeps a key of its own: people try things out before the key of the project is in their environment. */
function pepperOf({ paths, pepper }: LedgerFileInput, isNew: boolean): Pepper | LedgerRefusal {
  const own = paths.isSandbox ? readPepper(paths.key, undefined, isNew) : undefined;
  return own !== undefined && 'bytes' in own ? own : readPepper(paths.key, pepper, isNew);
}

/** The tables of a new ledger, which is known by this id, and which nobody uses while it is `arriving`. */
export function makeLedgerIn(
  database: Database,
  {
    pepper,
    seq,
    ...facts
  }: {
    readonly project: string;
    readonly pepper: Uint8Array;
    readonly ledger: string;
    readonly arriving: string;
    readonly seq: number;
  },
): void {
  makeTables(database);
  const insert = database.prepare('INSERT INTO meta (name, value) VALUES (?, ?)');
  for (const fact of Object.entries({ ...facts, check: pepperCheck(pepper) })) insert.run(...fact);
  setSeq(database, seq);
}

function recognise(database: Database): LedgerRefusal | undefined {
  // Another process may be making it: whatever is read first must not be newer than what is read last.
  const tables = Number(database.prepare('SELECT count(*) AS tables FROM sqlite_master').get()?.['tables']);
  const version = pragma(database, 'user_version');
  const application = pragma(database, 'application_id');
  if (version === 0 && application === 0 && tables === 0) return undefined;
  if (application !== ledgerApplicationId) return { kind: 'foreign' };
  return version > ledgerVersion ? { kind: 'newer', version } : undefined;
}

/** Whether the tables of a ledger are there. */
export function isLedger(database: Database): boolean {
  return pragma(database, 'application_id') === ledgerApplicationId;
}

function integrity(database: Database): LedgerRefusal | undefined {
  const found = String(Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})[0]);
  if (found === 'ok') return undefined;
  return { kind: 'trouble', trouble: 'damaged', message: found.replace(/\s+/g, ' ') };
}

/** Where there are none. */
function makeTables(database: Database): void {
  database.transaction(() => {
    // Another process may have made them meanwhile.
    if (pragma(database, 'user_version') === ledgerVersion) return;
    database.exec(
      `${ledgerTables} PRAGMA application_id = ${ledgerApplicationId}; PRAGMA user_version = ${ledgerVersion}`,
    );
  });
}

function readFacts(database: Database): ReadonlyMap<string, string> {
  const rows = database.prepare('SELECT name, value FROM meta').all();
  return new Map(rows.map(({ name, value }) => [String(name), String(value)]));
}

function pragma(database: Database, name: 'user_version' | 'application_id'): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}

function refusing<T>(work: () => T): T | LedgerRefusal {
  try {
    return work();
  } catch (error) {
    return troubleOf(error) ?? throwAgain(error);
  }
}

/** Runs one use of an open ledger: what goes wrong with the file is an error that names it. */
export function inLedger<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const refusal = ledgerRefusal(error) === undefined ? troubleOf(error) : undefined;
    throw refusal === undefined ? error : ledgerError(refusal);
  }
}

function troubleOf(error: unknown): LedgerRefusal | undefined {
  const trouble = databaseTrouble(error);
  return trouble && { kind: 'trouble', trouble, message: error instanceof Error ? error.message : String(error) };
}

function throwAgain(error: unknown): never {
  throw error;
}
