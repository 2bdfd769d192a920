import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, realpathSync, statSync } from 'node:fs';
import type { JobId } from '../job/address.ts';
import type { Database } from '../platform/sqlite.ts';
import { isSameService } from '../service/contract/base-url.ts';
import { claimRun, type RunClaim, stateFileOf } from './claim-run.ts';
import { type GuardFiles, openRollbackGuard, type RollbackGuard } from './rollback-guard.ts';
import { storeNamesSum } from './sqlite/file/checksum.ts';
import { fenceRun } from './sqlite/file/fence-run.ts';
import { isSameFile, isSameRevision, revisionOf } from './sqlite/file/file-revision.ts';
import { migrations } from './sqlite/file/migrations.ts';
import { type Holder, isHeld, readHolder } from './sqlite/file/run-lock.ts';
import {
  checkFile,
  migrateFile,
  newLineage,
  openStateFile,
  readFact,
  readSeq,
  recogniseFile,
  runId,
  type StateFile,
  setFact,
} from './sqlite/file/state-file.ts';
import type { VerifiedFile } from './sqlite/file/verified-file.ts';
import { createSqliteStore } from './sqlite/sqlite-store.ts';
import { writerHere } from './sqlite/write/commit-group.ts';
import { startWriterThread } from './sqlite/write/start-writer-thread.ts';
import { createWriter, type Fence } from './sqlite/write/writer.ts';
import type { StatePaths } from './state-paths.ts';
import { type StateTrouble, stateTrouble } from './state-trouble.ts';
import type { Store, StoreAbout } from './store.ts';

/** Why a state file was not opened. Nothing was changed. */
export type StoreRefusal =
  | {
      readonly kind: 'locked';
      readonly holder: Holder | undefined;
      /** Where it is not the one asked for. */
      readonly otherRun?: string;
      /** Where the holder uses another state file for the same run. */
      readonly otherState?: string;
    }
  | { readonly kind: 'otherService'; readonly service: string }
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'trouble'; readonly trouble: StateTrouble; readonly message: string }
  | Doubtful;

/** A file that is sound, but perhaps not the one that knows most. `--adopt` takes it over. */
export type Doubtful =
  | { readonly kind: 'otherHost'; readonly host: string }
  /** This run was carried out with another file, which is at `path` or was when it was last seen. */
  | { readonly kind: 'missing'; readonly path: string; readonly isThere: boolean }
  /** The file at this path is not the one that carried out the run, or lost what it knew of it. */
  | { readonly kind: 'replaced' }
  /** The file had come further when it was last written here: it was put back, or cut. */
  | { readonly kind: 'behind'; readonly seq: number; readonly known: number }
  /** The file that this is a copy of is still there. */
  | { readonly kind: 'copied'; readonly path: string };

/** What does not keep a file from being opened, and should be told. */
export type StoreWarning =
  | { readonly kind: 'adopted'; readonly from: Doubtful }
  | { readonly kind: 'noWitness'; readonly folder: string; readonly message: string }
  /** Nothing says where the rollback guard could be. */
  | { readonly kind: 'noHome' }
  | { readonly kind: 'openFolder'; readonly folder: string };

export type OpenedStore =
  | {
      readonly store: Store;
      readonly warnings: readonly StoreWarning[];
      /** The file has no such run: the store knows of nothing but what other runs have started. Only where that is asked for. */
      readonly isNew?: true;
    }
  | Refused;
interface Refused {
  readonly refused: StoreRefusal;
}

export interface OpenStoreInput {
  readonly paths: StatePaths;
  readonly about: StoreAbout;
  readonly me: Pick<Holder, 'pid' | 'host' | 'since'>;
  /** Take over a state file of another host, a copy, or one that is behind; begin anew where it is missing. */
  readonly adopt: boolean;
  /**
   * Write on a thread of its own, which a run at full speed wants, with so many jobs under way at once; it takes some 50 ms to
   * start, and 15 MB.
   */
  readonly thread?: { readonly underWay: number };
  /** Folder of what is remembered apart from the state file. None for sandbox runs, which may be thrown away. */
  readonly rollbackGuard?: string;
  /** The file was found sound a moment ago: unless somebody has added to it since, it is not looked at again. */
  readonly checked?: VerifiedFile | undefined;
}

/** Opens a campaign's state file for running: locked, whole, migrated, and proved to be the one that knows most. */
export function openStore(input: OpenStoreInput): OpenedStore {
  return refusingTrouble((): OpenedStore => {
    const guard = input.rollbackGuard === undefined ? undefined : openRollbackGuard(input.rollbackGuard);
    const claim = claimRun({ ...input, guard });
    if ('holder' in claim) return { refused: lockedBy(claim.holder, input) };
    let opened: OpenedStore | undefined;
    try {
      opened = openLocked(input, guard, claim);
    } finally {
      if (opened === undefined || 'refused' in opened) claim.release();
    }
    if ('refused' in opened) return opened;
    const { store, warnings } = opened;
    return {
      warnings,
      store: {
        ...store,
        async close() {
          await store.close();
          claim.release();
        },
      },
    };
  });
}

function lockedBy(holder: Holder | undefined, { paths, about }: Pick<OpenStoreInput, 'paths' | 'about'>): StoreRefusal {
  const otherRun = holder === undefined || holder.run === about.run ? {} : { otherRun: holder.run };
  const { state } = holder ?? {};
  return {
    kind: 'locked',
    holder,
    ...otherRun,
    ...(state === undefined || state === stateFileOf(paths) ? {} : { otherState: state }),
  };
}

function openLocked(input: OpenStoreInput, rollbackGuard: RollbackGuard | undefined, claim: RunClaim): OpenedStore {
  const { paths, about, me, thread } = input;
  if (!existsSync(paths.database)) {
    const missing = otherLocation(input, rollbackGuard, undefined);
    if (missing !== undefined && !input.adopt) return { refused: missing };
  }
  const database = openStateFile(paths.database);
  let store: Store | undefined;
  try {
    const file = recogniseFile(database);
    if (file.kind === 'newer' || file.kind === 'foreign') return { refused: file };
    const checked = file.kind === 'ours' ? stillChecked(database, file.version, input) : undefined;
    if (file.kind === 'ours' && checked === undefined) checkFile(database, file.version);
    const written = file.kind === 'ours' ? readFact(database, 'service') : about.service;
    const isOther = !isSameService(written, about.service);
    if (isOther && !isUntouched(database, file)) return { refused: { kind: 'otherService', service: written } };
    const other = doubtOf(database, file, input, rollbackGuard);
    if (other !== undefined && !input.adopt) return { refused: other };
    // FULL: an intent that a power cut takes back would be a request that nobody remembers.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    const { campaign, service } = about;
    migrateFile(database, file, { campaign, service, host: me.host, lineage: newLineage() });
    if (isOther) belongTo(database, service);
    if (file.kind === 'ours' && (other !== undefined || isCopy(database, paths, rollbackGuard)))
      adopt(database, me.host);
    const warnings: StoreWarning[] = other === undefined ? [] : [{ kind: 'adopted', from: other }];
    const runner = randomBytes(8).toString('hex');
    const guard = beginGuard({
      input,
      rollbackGuard,
      claim,
      database,
      runner,
      warn: (warning) => warnings.push(warning),
    });
    warnings.push(...lookAtFolder(paths));
    const id = runId(database, about.run, me.since);
    const { fence, left } = takeFile(database, paths, runner, guard);
    const writing = { runId: id, fence };
    const writer = thread
      ? startWriterThread({ path: paths.database, ...writing })
      : writerHere(createWriter(database, writing));
    const known = checked && { rows: checked.rows, changed: left };
    const largeGroup = thread && Math.ceil(thread.underWay / 2);
    store = createSqliteStore({ database, about, runId: id, carriedOut: () => about.run, writer, largeGroup, known });
    return { store, warnings };
  } finally {
    if (store === undefined) database.close();
  }
}

/** Under our lock: what was whole and sound at this very moment of the file is so now. */
function stillChecked(
  database: Database,
  version: number,
  { paths, checked }: OpenStoreInput,
): VerifiedFile | undefined {
  if (checked === undefined || !checked.isWhole || version < migrations.length) return undefined;
  return isSameRevision(checked.moment, revisionOf(database, paths.database)) ? checked : undefined;
}

/** Nobody has been contacted by its word: a base URL that was mistyped may be mended. */
function isUntouched(database: Database, file: StateFile): boolean {
  if (file.kind !== 'ours' || file.version < migrations.length) return false;
  const head = database.prepare('SELECT intents FROM head').get();
  // Only an attempt that may have left gives a job its first instant (change.ts), and nothing takes it away.
  const attempted = database.prepare('SELECT 1 FROM job WHERE record ->> 3 IS NOT NULL').get();
  return head?.['intents'] === '[]' && attempted === undefined;
}

function belongTo(database: Database, service: string): void {
  database.transaction(() => {
    setFact(database, 'service', service);
    storeNamesSum(database);
  });
}

/** Whether another file may know more than this one. */
function doubtOf(
  database: Database,
  file: Extract<StateFile, { kind: 'fresh' | 'ours' }>,
  input: OpenStoreInput,
  rollbackGuard: RollbackGuard | undefined,
): Doubtful | undefined {
  if (file.kind === 'fresh') return otherLocation(input, rollbackGuard, undefined);
  const host = readFact(database, 'host');
  if (host !== input.me.host) return { kind: 'otherHost', host };
  const lineage = readFact(database, 'lineage');
  const highWaterMark = rollbackGuard?.highWaterMark(lineage);
  const seq = readSeq(database, file.version);
  if (highWaterMark !== undefined && seq < highWaterMark.seq) return { kind: 'behind', seq, known: highWaterMark.seq };
  // Before its first group of changes a file knows nothing that a copy could repeat.
  if (highWaterMark !== undefined && seq > 0 && isCopy(database, input.paths, rollbackGuard)) {
    return { kind: 'copied', path: highWaterMark.path };
  }
  return otherLocation(input, rollbackGuard, lineage);
}

/** The file was at another path when it was last used, and that path still has a file. */
function isCopy(database: Database, { database: path }: StatePaths, rollbackGuard: RollbackGuard | undefined): boolean {
  const highWaterMark = rollbackGuard?.highWaterMark(readFact(database, 'lineage'));
  return highWaterMark !== undefined && highWaterMark.path !== realpathSync(path) && existsSync(highWaterMark.path);
}

/** A run that another file has carried out: this one knows nothing of it. */
function otherLocation(
  { about, paths }: OpenStoreInput,
  rollbackGuard: RollbackGuard | undefined,
  lineage: string | undefined,
): Doubtful | undefined {
  const carrier = rollbackGuard?.carrier(about);
  if (carrier === undefined || carrier.lineage === lineage) return undefined;
  if ((rollbackGuard?.highWaterMark(carrier.lineage)?.seq ?? 0) === 0) return undefined;
  const isThere = existsSync(carrier.path);
  const isHere = existsSync(paths.database) && realpathSync(paths.database) === carrier.path;
  if (isHere) return { kind: 'replaced' };
  return { kind: 'missing', path: carrier.path, isThere };
}

/** From now on this file is the one: its copies are of another lineage. */
function adopt(database: Database, host: string): void {
  database.transaction(() => {
    setFact(database, 'host', host);
    setFact(database, 'lineage', newLineage());
    storeNamesSum(database);
  });
}

/** Records in the rollback guard who carries out the run, and with which file. Undefined, with a warning, where that is not possible. */
function beginGuard(given: {
  readonly input: OpenStoreInput;
  readonly rollbackGuard: RollbackGuard | undefined;
  readonly claim: RunClaim;
  readonly database: Database;
  readonly runner: string;
  readonly warn: (warning: StoreWarning) => void;
}): GuardFiles | undefined {
  const { input, rollbackGuard, claim, database, runner, warn } = given;
  const { about, paths, rollbackGuard: folder } = input;
  if (rollbackGuard === undefined || folder === undefined) return undefined;
  const without = (message: string): undefined => void warn({ kind: 'noWitness', folder, message });
  if (claim.unguarded !== undefined) return without(claim.unguarded);
  try {
    const seq = Number(database.prepare('SELECT seq FROM head').get()?.['seq']);
    const highWaterMark = { seq, path: realpathSync(paths.database) };
    return rollbackGuard.begin(about, readFact(database, 'lineage'), highWaterMark, runner);
  } catch (error) {
    return without(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Puts our name into the file: what another process does from now on under its own is noticed, by whoever is the second.
 * `left`: what the process before us left `sending`.
 */
function takeFile(
  database: Database,
  { database: path }: StatePaths,
  runner: string,
  guard: GuardFiles | undefined,
): { readonly fence: Fence; readonly left: readonly JobId[] } {
  const left = database.transaction(() => fenceRun(database, runner)).map(({ job }) => job);
  const { ino, dev } = statSync(path);
  return { fence: { runner, file: { path, ino, dev }, ...(guard === undefined ? {} : { guard }) }, left };
}

/** The file is made private again; a folder in which anybody may replace it is told. */
function lookAtFolder({ database, folder }: StatePaths): StoreWarning[] {
  if ((statSync(database).mode & 0o077) !== 0) chmodSync(database, 0o600);
  const { mode } = statSync(folder);
  const [othersWrite, sticky] = [(mode & 0o002) !== 0, (mode & 0o1000) !== 0];
  return process.platform !== 'win32' && othersWrite && !sticky ? [{ kind: 'openFolder', folder }] : [];
}

/**
 * Opens a state file to look at it, or to leave word for a running process (`setControl`), without the lock.
 * Undefined when there is none, or no such run in it.
 */
export function openStoreForReading(input: {
  readonly paths: StatePaths;
  readonly about: StoreAbout;
  /** `none` leaves seconds out, where word to a running process must not wait for them. Default `whole`. */
  readonly check?: 'whole' | 'none';
  /** Open the file for a run that is not in it, too: what other runs have started counts against its rates. */
  readonly orNew?: true;
  /** The file was found sound a moment ago. What a runner has added to it since is as sound as what it adds from now on. */
  readonly checked?: VerifiedFile | undefined;
}): OpenedStore | undefined {
  const { paths, about } = input;
  return refusingTrouble((): OpenedStore | undefined => {
    // Throws where it cannot be known: who may not look does not know that there is nothing.
    if (statSync(paths.database, { throwIfNoEntry: false }) === undefined) return undefined;
    const database = openStateFile(paths.database, { existing: true });
    let store: Store | undefined;
    try {
      const file = recogniseFile(database);
      if (file.kind === 'fresh') return undefined;
      if (file.kind !== 'ours') return { refused: file };
      // An older callsheet is at work on it: its tables stay as they are until it has ended.
      if (file.version < migrations.length && isHeld(paths)) {
        return { refused: lockedBy(readHolder(paths), input) };
      }
      const isOld = file.version < migrations.length;
      const isKnown =
        input.checked !== undefined && isSameFile(input.checked.moment, revisionOf(database, paths.database));
      if (isOld || (input.check !== 'none' && !isKnown)) checkFile(database, file.version);
      migrateFile(database, file, {});
      const row = database.prepare('SELECT id FROM run WHERE label = ?').get(about.run);
      if (row === undefined && input.orNew === undefined) return undefined;
      const runId = Number(row?.['id'] ?? noRun);
      store = createSqliteStore({ database, about, runId, carriedOut: () => runOf(paths, about) });
      return { store, warnings: [], ...(row === undefined ? { isNew: true } : {}) };
    } finally {
      if (store === undefined) database.close();
    }
  });
}

/** No run has this id. */
const noRun = 0;

/** The run of this file that a process is carrying out. */
function runOf(paths: StatePaths, { run }: StoreAbout): string | undefined {
  return isHeld(paths) ? (readHolder(paths)?.run ?? run) : undefined;
}

function refusingTrouble<T>(work: () => T): T | Refused {
  try {
    return work();
  } catch (error) {
    const trouble = stateTrouble(error) ?? (isSqlError(error) ? 'damaged' : undefined);
    if (trouble === undefined) throw error;
    return { refused: { kind: 'trouble', trouble, message: error instanceof Error ? error.message : String(error) } };
  }
}

/** While a file is opened, a statement that does not fit its tables says that they are not ours any more. */
function isSqlError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(ERR_)?SQLITE_/.test(String(error.code));
}
