import { randomBytes } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { type Database, openDatabase } from '../../../platform/sql/sqlite.ts';
import { type MarkFile, openMark, openRollbackGuard } from '../../rollback-guard.ts';
import {
  acceptFile,
  fileCounter,
  lookInFile,
  makeTables,
  openStateFile,
  prepareToWrite,
  readOrigin,
  recogniseFile,
  rememberFile,
} from '../../sqlite/file/state-file.ts';
import { verifyTables } from '../../sqlite/file/verify-file.ts';
import { type ContactPaths, makeStateFolder } from '../../state-paths.ts';
import { opening, refusedBy, type TroubleRefusal } from '../../state-trouble.ts';
import { isSameDatabase } from '../../store-address.ts';
import { LedgerError, type LedgerRefusal, ledgerRefusal } from '../ledger-refusal.ts';
import { bindPepper, type Pepper, pepperCheck, readPepper } from '../pepper.ts';
import type { LedgerProject } from '../person.ts';
import { personOf } from '../person.ts';

export interface LedgerFileInput {
  readonly paths: ContactPaths;
  readonly project: string;
  /** Of the environment, in place of the one in the key file. */
  readonly pepper: string | undefined;
  /** The folder of the rollback guard. Undefined: nothing is remembered apart from the file. */
  readonly guard?: string | undefined;
  /** Use it though it is older than this machine has seen it. */
  readonly adopt?: boolean | undefined;
}

export interface OpenedLedgerFile {
  /** Undefined in memory. */
  readonly path: string | undefined;
  readonly database: Database;
  readonly pepper: Uint8Array;
  /** Where this machine remembers how far the file has come; undefined where it does not, or nothing is written. */
  readonly mark: MarkFile | undefined;
}

/** A file has one project. */
export function projectOf({ pepper }: Pick<OpenedLedgerFile, 'pepper'>): LedgerProject {
  return { id: 1, personOf: (key) => personOf(pepper, key) };
}

/** How a project's contacts are opened: `move` also where they go to this store, perhaps after an attempt that was interrupted. */
interface Way {
  readonly makes: boolean;
  readonly movesTo?: string;
}

/** Opens the contacts of a project in its file, and makes both where there are none yet. */
export function openLedgerFile(input: LedgerFileInput): OpenedLedgerFile | LedgerRefusal {
  const { paths } = input;
  return opening(() => {
    makeStateFolder(dirname(paths.database));
    const opened = open(input, { makes: true }) ?? ({ kind: 'missing' } as const);
    if ('kind' in opened) return opened;
    try {
      return { ...opened, mark: beginMark(input, opened.database) };
    } catch (error) {
      opened.database.close();
      throw error;
    }
  });
}

/** Undefined where there are none yet: nobody of the project was contacted under its rules. */
export function openExistingLedgerFile(
  input: LedgerFileInput,
  more: Omit<Way, 'makes'> = {},
): OpenedLedgerFile | LedgerRefusal | undefined {
  return opening<OpenedLedgerFile | LedgerRefusal | undefined>(() => {
    const { database } = input.paths;
    const gone = existsSync(database) ? undefined : whyGone(input);
    // Another process may have made it since it was looked for, and bound the key to it.
    return existsSync(database) ? open(input, { makes: false, ...more }) : gone;
  });
}

/** A ledger that is gone with its process. */
export function openLedgerInMemory(pepper = 'of a ledger in memory'): OpenedLedgerFile {
  const database = openDatabase(':memory:');
  const bytes = Buffer.from(pepper, 'utf8');
  makeTables(database, '');
  makeProject(database, { name: '', ledger: '', pepper: bytes });
  return { path: undefined, database, pepper: bytes, mark: undefined };
}

function open(input: LedgerFileInput, way: Way): OpenedLedgerFile | LedgerRefusal | undefined {
  const { paths, project } = input;
  const database = openStateFile(paths.database);
  let isOpen = false;
  try {
    const file = recogniseFile(database);
    if (file.kind === 'newer' || file.kind === 'foreign') return file;
    if (file.kind === 'fresh' && !way.makes) return whyGone(input);
    if (file.kind === 'ours') verifyTables(database);
    const look = (): ProjectRow | undefined =>
      recogniseFile(database).kind === 'ours' ? readProject(database) : undefined;
    const isNew = look() === undefined;
    const gone = isNew && !way.makes ? whyGone(input) : undefined;
    const forgotten = file.kind === 'ours' && isNew ? tombstoneChecks(database) : [];
    const pepper = pepperOf(input, isNew && way.makes && forgotten.length === 0);
    // Another process may have made it since it was looked for, and bound the key to it.
    let known = look();
    if (known === undefined && !way.makes) return gone;
    if ('kind' in pepper) return pepper;
    if (known === undefined && pepper.ledger !== undefined) return { kind: 'missing' };
    if (known === undefined && pepper.forgotten > forgotten.length) return { kind: 'missing' };
    if (forgotten.some((check) => check !== pepperCheck(pepper.bytes))) return { kind: 'wrongPepper' };
    prepareToWrite(database);
    database.exec('PRAGMA cache_size = -32768');
    if (file.kind === 'fresh') makeTables(database, hostname());
    const behind = whyBehind(input, database);
    if (behind !== undefined) return behind;
    if (known === undefined) {
      makeProject(database, { name: project, ledger: randomBytes(8).toString('hex'), pepper: pepper.bytes });
      // Another process may have been quicker.
      known = readProject(database)!;
    }
    if (known.name !== project) return { kind: 'otherProject', found: known.name };
    if (known.arriving !== undefined) return { kind: 'fromStore' };
    const { movedTo } = known;
    if (movedTo !== undefined && (way.movesTo === undefined || !isSameDatabase(movedTo, way.movesTo)))
      return { kind: 'inStore', place: movedTo };
    // The key may be that of the store already.
    if (movedTo === undefined && pepper.ledger !== undefined && pepper.ledger !== known.ledger)
      return { kind: 'otherLedger' };
    if (known.pepperCheck !== pepperCheck(pepper.bytes)) return { kind: 'wrongPepper' };
    if (pepper.ledger === undefined && !paths.isSandbox) bindPepper(paths.key, known.ledger);
    isOpen = true;
    return { path: paths.database, database, pepper: pepper.bytes, mark: undefined };
  } finally {
    if (!isOpen) database.close();
  }
}

/** Somebody was forgotten before there were contacts: their key is that of the project. */
function tombstoneChecks(database: Database): readonly string[] {
  const rows = database.prepare('SELECT pepper_check FROM tombstone').all();
  return rows.map((row) => String(row['pepper_check']));
}

interface ProjectRow {
  readonly name: string;
  /** Names the contacts of the project: their key says to which it belongs. */
  readonly ledger: string;
  readonly pepperCheck: string;
  readonly movedTo: string | undefined;
  /** The attempt that brings them from a store: nobody uses them until the store knows that they are here. */
  readonly arriving: string | undefined;
}

export function readProject(database: Database): ProjectRow | undefined {
  const row = database.prepare('SELECT name, ledger, pepper_check, moved_to, arriving FROM project').get();
  if (row === undefined) return undefined;
  const text = (name: string): string | undefined => (row[name] == null ? undefined : String(row[name]));
  return {
    name: String(row['name']),
    ledger: String(row['ledger']),
    pepperCheck: String(row['pepper_check']),
    movedTo: text('moved_to'),
    arriving: text('arriving'),
  };
}

/** The project whose contacts a file has; undefined where it has none, or they are in a store. */
export function projectIn(path: string): string | LedgerRefusal | undefined {
  const known = lookInOurs(path, readProject);
  if (known === undefined || 'kind' in known) return known;
  return known.movedTo === undefined ? known.name : undefined;
}

/** Undefined where there is no file of ours. */
function lookInOurs<T>(path: string, use: (database: Database) => T | undefined): T | TroubleRefusal | undefined {
  if (!existsSync(path)) return undefined;
  return opening(() => lookInFile(path, (database, { kind }) => (kind === 'ours' ? use(database) : undefined)));
}

/** Why a project that is known here has no contacts in its file. */
export function elsewhere({ paths, pepper }: Pick<LedgerFileInput, 'paths' | 'pepper'>): LedgerRefusal | undefined {
  const known = lookInOurs(paths.database, readProject);
  if (known === undefined) return whyGone({ paths, pepper });
  if ('kind' in known) return known;
  return known.movedTo === undefined ? undefined : { kind: 'inStore', place: known.movedTo };
}

export function makeProject(
  database: Database,
  { name, ledger, pepper }: { readonly name: string; readonly ledger: string; readonly pepper: Uint8Array },
): void {
  database
    .prepare('INSERT INTO project (id, name, ledger, pepper_check) VALUES (1, ?, ?, ?) ON CONFLICT DO NOTHING')
    .run(name, ledger, pepperCheck(pepper));
}

/** There is no file, though its key may say that there was one. */
function whyGone(input: Pick<LedgerFileInput, 'paths' | 'pepper'>): LedgerRefusal | undefined {
  const pepper = existsSync(input.paths.key) ? pepperOf(input, true) : undefined;
  if (pepper !== undefined && 'kind' in pepper) return pepper;
  if (pepper?.ledger === undefined) return undefined;
  return { kind: 'missing' };
}

/**
 * A sandbox keeps a key of its own: people try things out before the key of the project is in their environment. It belongs to no ledger,
 * as that of a sandbox may be deleted.
 */
function pepperOf(
  { paths, pepper }: Pick<LedgerFileInput, 'paths' | 'pepper'>,
  isNew: boolean,
): Pepper | LedgerRefusal {
  const own = paths.isSandbox ? readPepper(paths.key, undefined, isNew) : undefined;
  return own !== undefined && 'bytes' in own ? { ...own, ledger: undefined } : readPepper(paths.key, pepper, isNew);
}

/** Why a file is not used: changes that this machine has seen are not in it. */
export function whyBehind(
  { guard, paths, adopt }: Omit<LedgerFileInput, 'project'>,
  database: Database,
): LedgerRefusal | undefined {
  if (guard === undefined || paths.isSandbox) return undefined;
  // First: the file may get further meanwhile.
  const { lineage } = readOrigin(database);
  const remembered = openRollbackGuard(guard);
  const mark = remembered.highWaterMark(lineage);
  const seq = fileCounter(database).read();
  if (mark === undefined || seq >= mark.seq) return undefined;
  if (adopt !== true) return { kind: 'behind', seq, known: mark.seq };
  acceptFile(database, hostname(), realpathSync(paths.database), remembered);
  return undefined;
}

/** The same of a file that is not open, where there is one. */
export function whyFileBehind(input: Omit<LedgerFileInput, 'project'>): LedgerRefusal | undefined {
  return lookInOurs(input.paths.database, (database) => whyBehind(input, database));
}

/**
 * From now on this machine remembers its changes. A copy is not remembered while the other file is there, so that the copy's changes are
 * not missed in that one.
 */
export function beginMark(
  { guard, paths }: Omit<LedgerFileInput, 'project'>,
  database: Database,
): MarkFile | undefined {
  if (guard === undefined || paths.isSandbox) return undefined;
  try {
    const opened = openRollbackGuard(guard);
    const mark = opened.highWaterMark(readOrigin(database).lineage);
    const path = realpathSync(paths.database);
    if (mark !== undefined && existsSync(mark.path) && realpathSync(mark.path) !== path) return undefined;
    return openMark(opened.markPath(rememberFile(database, path, opened)));
  } catch {
    // A folder that cannot be written stops no run; `run` warns of it.
    return undefined;
  }
}

/** One change of the file, which counts. */
export function changeRows<T>(database: Database, mark: MarkFile | undefined, work: () => T): T {
  const counter = fileCounter(database);
  let seq = 0;
  const result = database.transaction(() => {
    seq = counter.read() + 1;
    counter.write(seq);
    return work();
  });
  mark?.advance(seq);
  return result;
}

/** Runs one use of an open ledger: what goes wrong with the file is an error that names it. */
export function inLedger<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw ledgerRefusal(error) === undefined ? new LedgerError(refusedBy(error)) : error;
  }
}
