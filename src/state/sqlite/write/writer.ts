import { statSync } from 'node:fs';
import type { Database } from '../../../platform/sqlite.ts';
import type { Change } from '../../change.ts';
import { type GuardFiles, isClaimedByOther, keepMark } from '../../rollback-guard.ts';
import { fencedOut, fileReplaced } from '../../state-trouble.ts';
import { intentsSum } from '../read/intents.ts';
import { createJobTable } from './job-table.ts';

/** Makes groups of changes durable, one after another. */
export interface Writer {
  /**
   * Returns, when the group is on disk, the places in it of changes that were refused by the state of their jobs. Throws what
   * went wrong with the file; after that its state is not known to us, and it throws for ever, without asking the disk again.
   */
  commit(changes: readonly Change[]): readonly number[];
  /** Leaves the database open. */
  close(): void;
}

/** What a writer needs to know; plain data, as it may have to reach another thread. */
export interface WriterInput {
  readonly runId: number;
  readonly fence: Fence;
}

/**
 * Where a lock's file was deleted, or the state file moved away, a second runner can get in: the first to notice stops, before
 * the group is durable, so that nothing of it is sent.
 */
export interface Fence {
  /** The name in the file of the one process that may add to it. */
  readonly runner: string;
  readonly file: { readonly path: string; readonly ino: number; readonly dev: number };
  /** Where the groups are counted and the run is claimed, apart from the file; see `witness.ts`. */
  readonly guard?: GuardFiles;
}

export function createWriter(database: Database, { runId, fence }: WriterInput): Writer {
  const table = createJobTable(database, runId);
  const writeHead = database.prepare('UPDATE head SET seq = ?, intents = ?, intents_sum = ? WHERE runner = ?');
  let seq = Number(database.prepare('SELECT seq FROM head').get()?.['seq']);
  const { guard } = fence;
  const highWaterMark = guard && keepMark(guard.highWaterMark);
  let broken: { readonly error: unknown } | undefined;

  function write(changes: readonly Change[]): readonly number[] {
    const refused = table.write(changes);
    const intents = table.intents();
    seq++;
    if (writeHead.run(seq, intents, intentsSum(seq, intents), fence.runner).changes === 0) throw fencedOut();
    const { path, ino, dev } = fence.file;
    const now = statSync(path, { throwIfNoEntry: false });
    if (now?.ino !== ino || now.dev !== dev) throw fileReplaced();
    if (guard !== undefined && isClaimedByOther(guard, fence.runner)) throw fencedOut();
    return refused;
  }

  return {
    commit(changes) {
      if (broken !== undefined) throw broken.error;
      try {
        const refused = database.transaction(() => write(changes));
        highWaterMark?.raise(seq);
        return refused;
      } catch (error) {
        broken = { error };
        throw error;
      }
    },
    close() {
      highWaterMark?.close();
      try {
        // A copy of the file alone is whole from now on; libsql leaves the log lying when it closes.
        database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      } catch {
        // What is in the log is as durable there.
      }
    },
  };
}
