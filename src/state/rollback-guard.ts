import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fdatasync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../platform/make-folder.ts';
import { isSameService } from '../service/contract/base-url.ts';
import type { LockFiles } from './sqlite/file/run-lock.ts';
import type { StoreAbout } from './store.ts';

/**
 * What this machine remembers of state files, apart from them: how far each has come, and which file carried out which run.
 * With it a file that was put back, copied, cut or deleted is noticed, which by itself looks as sound as any.
 */
export interface RollbackGuard {
  /** How far the file of this lineage had come when it was last written, and where it was then. */
  highWaterMark(lineage: string): HighWaterMark | undefined;
  /** The file that carried out this run. */
  carrier(about: StoreAbout): RunLocation | undefined;
  /** The lock of this run: one process on this machine may carry it out, with whichever state file. */
  lockFiles(about: StoreAbout): LockFiles;
  /** Remembers both, on disk, before anything is sent. Under the lock of the run. */
  begin(about: StoreAbout, lineage: string, highWaterMark: HighWaterMark, runner: string): GuardFiles;
}

/** What a runner looks at and advances with each group of changes. Plain data, as it may have to reach another thread. */
export interface GuardFiles {
  /** Holds the number of groups. */
  readonly highWaterMark: string;
  /** Names the runner that carries out the run. */
  readonly carrier: string;
}

export interface HighWaterMark {
  /** Groups of changes that the file has made durable. */
  readonly seq: number;
  readonly path: string;
}

export interface RunLocation {
  readonly lineage: string;
  readonly path: string;
}

export interface MarkKeeper {
  /** Never throws: a second witness must not stop the first. */
  raise(seq: number): void;
  close(): void;
}

/** `$XDG_STATE_HOME/callsheet`, `~/.local/state/callsheet` where that is not set; undefined where there is no home. */
export function rollbackGuardFolder(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const { XDG_STATE_HOME: set, HOME: home, LOCALAPPDATA: windows } = env;
  // A relative path is to be taken as not set, says the XDG specification.
  if (set?.startsWith('/')) return join(set, 'callsheet');
  if (home !== undefined && home !== '') return join(home, '.local', 'state', 'callsheet');
  return windows === undefined || windows === '' ? undefined : join(windows, 'callsheet', 'state');
}

/** Digits of the counter, which is overwritten in place; more than any file will see. */
const digits = 15;
const seqStart = '{"seq":"'.length;
/** How often the counter is pushed to the disk. Before that it outlives the process, though not a power cut. */
const syncEveryMs = 1_000;

export function openRollbackGuard(folder: string): RollbackGuard {
  const tidePath = (lineage: string): string => join(folder, `${lineage}.json`);
  const runPath = ({ campaign, run, service }: StoreAbout, ending: string): string => {
    const hash = createHash('sha256').update(`${campaign}\n${run}\n${service}`).digest('hex');
    return join(folder, `run-${hash.slice(0, 24)}${ending}`);
  };
  const highWaterMark = (lineage: string): HighWaterMark | undefined => {
    const { seq, path } = readRecord(tidePath(lineage));
    return seq === undefined || path === undefined || !/^\d+$/.test(seq) ? undefined : { seq: Number(seq), path };
  };
  /** From before service addresses had one spelling. */
  const otherSpelling = ({ campaign, run, service }: StoreAbout): TextRecord | undefined => {
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^run-[0-9a-f]+\.json$/.test(name)) : [];
    return names
      .map((name) => readRecord(join(folder, name)))
      .filter((record) => record['campaign'] === campaign && record['run'] === run)
      .filter((record) => isSameService(record['service'] ?? '', service))
      .find((record) => (highWaterMark(record['lineage'] ?? '')?.seq ?? 0) > 0);
  };
  return {
    highWaterMark,
    carrier(about) {
      const record = readRecord(runPath(about, '.json'));
      const { lineage, path } = record['lineage'] === undefined ? (otherSpelling(about) ?? {}) : record;
      return lineage === undefined || path === undefined ? undefined : { lineage, path };
    },
    lockFiles: (about) => ({ lock: runPath(about, '.lock'), holder: runPath(about, '.lock.json') }),
    begin(about, lineage, { seq, path }, runner) {
      const guard = { highWaterMark: tidePath(lineage), carrier: runPath(about, '.json') };
      makeFolder(folder, 0o700);
      writeRecord(guard.highWaterMark, { seq: padded(seq), path });
      writeRecord(guard.carrier, { ...about, lineage, path, runner });
      return guard;
    },
  };
}

/**
 * Whether another runner has claimed the run since: somebody deleted the file of its lock. A record that is gone claims nothing, and
 * must not stop a run.
 */
export function isClaimedByOther({ carrier }: GuardFiles, runner: string): boolean {
  const claimed = readRecord(carrier)['runner'];
  return claimed !== undefined && claimed !== runner;
}

/** Raises the number in the file that `Witness.begin` made. */
export function keepMark(path: string): MarkKeeper {
  const file = openSync(path, 'r+');
  let syncedAt = performance.now();
  let syncing = false;
  let open = true;
  return {
    raise(seq) {
      try {
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
        // The state file itself is sound and on disk.
      }
    },
    close() {
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
    // It is not needed any more.
  }
}

function padded(seq: number): string {
  return String(seq).padStart(digits, '0');
}

/** Texts by name. */
type TextRecord = Readonly<Record<string, string | undefined>>;

/** Empty when there is no such file, or it is not one of ours. */
function readRecord(path: string): TextRecord {
  try {
    const record: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof record !== 'object' || record === null) return {};
    return Object.fromEntries(Object.entries(record).filter(([, value]) => typeof value === 'string'));
  } catch {
    return {};
  }
}

/** The old record or the new one, never half. */
function writeRecord(path: string, record: Readonly<Record<string, string>>): void {
  const beside = `${path}.${randomBytes(4).toString('hex')}`;
  const file = openSync(beside, 'wx', 0o600);
  try {
    writeSync(file, `${JSON.stringify(record)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(beside, path);
}
