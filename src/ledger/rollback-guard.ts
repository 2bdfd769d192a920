import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fdatasync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../diagnostic/message-of.ts';
import type { SqliteLock } from '../platform/sql/sqlite.ts';
import { makeFolder, writeDurably } from '../platform/write-durably.ts';
import { normalBaseUrl } from '../service/contract/addresses.ts';
import type { OpenForRunning, RunAbout } from './backend.ts';
import type { Doubtful, Holder, StateWarning } from './refusal.ts';
import { takeRunLock } from './run-lock.ts';
import type { LockFiles } from './state-paths.ts';
import { isSameDatabase, isStoreAddress } from './store-address.ts';

export type RollbackGuard = ReturnType<typeof openRollbackGuard>;

/** What a runner checks and advances with each group of changes. Plain data, as it may have to reach another thread. */
export interface GuardFiles {
  /** Holds the number of groups. */
  readonly highWaterMark: string;
  /** Names the runner that carries out the run. */
  readonly claim: string;
}

interface HighWaterMark {
  /** Groups of changes that the file has made durable. */
  readonly seq: number;
  readonly path: string;
}

interface RunLocation {
  readonly lineage: string;
  readonly path: string;
}

export type MarkFile = ReturnType<typeof openMark>;

/** Digits of the counter, which is overwritten in place; more than any file will see. */
const digits = 15;
const seqStart = '{"seq":"'.length;
/** How often the counter is pushed to the disk. Before that it outlives the process, though not a power cut. */
const syncEveryMs = 1_000;

/**
 * What this machine remembers of state files, apart from them: how far each has come, and which file carried out which run.
 * It reveals a file that was restored, copied, truncated or deleted, which by itself looks as sound as any other.
 */
export function openRollbackGuard(folder: string) {
  /** Where it is remembered how far a file has come, for `openMark`. */
  const markPath = (lineage: string): string => join(folder, `${lineage}.json`);
  const runPath = ({ campaign, run, service }: RunAbout, ending: string): string => {
    const hash = createHash('sha256')
      .update(`${campaign}\n${run}\n${normalBaseUrl(service)}`)
      .digest('hex');
    return join(folder, `run-${hash.slice(0, 24)}${ending}`);
  };
  /** How far the file of this lineage had come when it was last written, and where it was then. */
  const highWaterMark = (lineage: string): HighWaterMark | undefined => {
    const { seq, path } = readRecord(markPath(lineage));
    return seq === undefined || path === undefined || !/^\d+$/.test(seq) ? undefined : { seq: Number(seq), path };
  };
  /** On disk. */
  const remember = (lineage: string, { seq, path }: HighWaterMark): void => {
    makeFolder(folder, 0o700);
    writeDurably(markPath(lineage), textOf({ seq: padded(seq), path }));
  };
  return {
    folder,
    highWaterMark,
    remember,
    markPath,
    /** The file that carried out this run. */
    location(about: RunAbout): RunLocation | undefined {
      const { lineage, path } = readRecord(runPath(about, '.json'));
      return lineage === undefined || path === undefined ? undefined : { lineage, path };
    },
    /** The lock of this run: one process on this machine may carry it out, with whichever state file. */
    lockFiles: (about: RunAbout): LockFiles => ({
      lock: runPath(about, '.lock'),
      holder: runPath(about, '.lock.json'),
    }),
    /** Remembers, on disk, which file carries out the run. Under the lock of the run, and before anything is sent. */
    begin(about: RunAbout, by: RunLocation & { readonly runner: string }): GuardFiles {
      const guard = { highWaterMark: markPath(by.lineage), claim: runPath(about, '.json') };
      makeFolder(folder, 0o700);
      writeDurably(guard.claim, textOf({ ...about, ...by }));
      return guard;
    },
  };
}

/**
 * Says whether another runner has claimed the run since, because the lock file was deleted. A record that was deleted claims nothing,
 * and must not stop a run. It is read again only when it was replaced: this is asked with each group of changes.
 */
export function watchClaim({ claim }: GuardFiles, runner: string): () => boolean {
  let read = '';
  let isOthers = false;
  return () => {
    const now = revisionOf(claim);
    if (now === read) return isOthers;
    read = now;
    const claimed = readRecord(claim)['runner'];
    isOthers = claimed !== undefined && claimed !== runner;
    return isOthers;
  };
}

/** Another text when the file was replaced or written; empty when it cannot be found. */
function revisionOf(path: string): string {
  try {
    const { ino, ctimeMs } = statSync(path);
    return `${ino} ${ctimeMs}`;
  } catch {
    return '';
  }
}

/** Opens the file of the number that `RollbackGuard.remember` wrote. */
export function openMark(path: string) {
  const file = openSync(path, 'r+');
  const bytes = Buffer.alloc(digits);
  const known = (): number => Number(bytes.toString('latin1', 0, readSync(file, bytes, 0, digits, seqStart)));
  let syncedAt = performance.now();
  let syncing = false;
  let open = true;
  return {
    /** Never throws: a failure of the guard must not stop a run whose state file works. */
    advance(seq: number): void {
      try {
        // Another process, whose group came later, may have been faster.
        if (known() >= seq) return;
        // A few bytes within one sector, overwritten: what a killed process leaves is the old number or the new one.
        writeSync(file, padded(seq), seqStart, 'latin1');
        if (syncing || performance.now() - syncedAt < syncEveryMs) return;
        syncing = true;
        fdatasync(file, () => {
          syncing = false;
          syncedAt = performance.now();
          if (!open) closeQuietly(file);
        });
      } catch {
        // The state file itself is on disk.
      }
    },
    close(): void {
      open = false;
      try {
        fsyncSync(file);
      } catch {
        // As above.
      }
      if (!syncing) closeQuietly(file);
    },
  };
}

function closeQuietly(file: number): void {
  try {
    closeSync(file);
  } catch {
    // It is no longer needed.
  }
}

function padded(seq: number): string {
  return String(seq).padStart(digits, '0');
}

/** Texts by name. */
type TextRecord = Readonly<Record<string, string | undefined>>;

function textOf(record: TextRecord): string {
  return `${JSON.stringify(record)}\n`;
}

/** Empty when there is no such file, or it is not ours. */
function readRecord(path: string): TextRecord {
  try {
    const record: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof record !== 'object' || record === null) return {};
    return Object.fromEntries(Object.entries(record).filter(([, value]) => typeof value === 'string'));
  } catch {
    return {};
  }
}

export type RollbackMark = ReturnType<typeof openRollbackMark>;

/**
 * What this machine remembers of a store, apart from it: how far it has come, and whether another store or a state file carried out the
 * run. A store that was restored from a backup looks as sound as any other, and an empty one as if nobody had been contacted.
 *
 * No lock of this machine keeps two processes of the store apart: one that was stopped may go on when another one has led for long. It
 * must not put the mark back to where it was.
 */
export function openRollbackMark(folder: string, about: RunAbout, location: string) {
  const guard = openRollbackGuard(folder);
  const known = (lineage: string): number => guard.highWaterMark(lineage)?.seq ?? 0;
  let mark: MarkFile | undefined;
  let lock: SqliteLock | undefined;
  return {
    /**
     * Keeps the state files of this machine away from the run until `close`: before either has recorded anything, nothing else would.
     * Who has one of them, where a process has.
     */
    hold(me: OpenForRunning['me']): { readonly holder: Holder | undefined } | undefined {
      try {
        const held = takeRunLock(guard.lockFiles(about), { ...me, run: about.run, state: location }, 'shared');
        if ('holder' in held) return held;
        lock = held;
      } catch {
        // `begin` says that nothing can be written there.
      }
      return undefined;
    },
    /** Of a store of this lineage that has come so far. */
    check(lineage: string, revision: number): Doubtful | undefined {
      const elsewhere = guard.location(about);
      if (elsewhere !== undefined && elsewhere.lineage !== lineage) {
        const { path } = elsewhere;
        if (known(elsewhere.lineage) > 0)
          return { kind: 'missing', path, isThere: isStoreAddress(path) || existsSync(path) };
      }
      const { seq, path } = guard.highWaterMark(lineage) ?? { seq: 0, path: location };
      if (revision < seq) return { kind: 'behind', seq: revision, known: seq };
      // Before its first group of changes a store knows nothing that a copy could repeat.
      return revision > 0 && !isSameDatabase(path, location) ? { kind: 'copied', path } : undefined;
    },
    /** Remembers that the run is carried out there; a warning where that is not possible. `isAdopted`: from this revision on, it counts. */
    begin({ lineage, leader: { epoch, revision } }: StoreLeader, isAdopted: boolean): StateWarning | undefined {
      try {
        const seq = isAdopted ? revision : Math.max(revision, known(lineage));
        guard.remember(lineage, { seq, path: location });
        const { highWaterMark } = guard.begin(about, {
          lineage,
          path: location,
          runner: `${lineage} ${epoch}`,
        });
        mark = openMark(highWaterMark);
        return undefined;
      } catch (error) {
        return { kind: 'noGuard', folder, message: messageOf(error) };
      }
    },
    advance: (revision: number): void => mark?.advance(revision),
    close(): void {
      mark?.close();
      lock?.release();
    },
  };
}

interface StoreLeader {
  readonly lineage: string;
  readonly leader: { readonly epoch: number; readonly revision: number };
}
