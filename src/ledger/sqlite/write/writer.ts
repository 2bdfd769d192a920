import { statSync } from 'node:fs';
import type { Database } from '../../../platform/sql/sqlite.ts';
import { type Change, isJobChange, type JobChange } from '../../change.ts';
import type { Commit, Refusal } from '../../commit-group.ts';
import type { ContactWriter, ContactWriterInput } from '../../contact-writer.ts';
import { type GuardFiles, openMark, watchClaim } from '../../rollback-guard.ts';
import type { RunIds } from '../../run-rows.ts';
import { inFile } from '../../sql.ts';
import { fencedOut, fileReplaced } from '../../state-trouble.ts';
import { writeRun } from '../../write-run.ts';
import { emptyLog, fileCounter } from '../file/state-file.ts';
import { createJobTable } from './job-table.ts';

/** Makes groups of changes durable, one after another. */
export interface Writer {
  /**
   * Returns, when the group is on disk, the changes that were refused because of the state of their jobs, or by the contact rules. Throws
   * what went wrong with the file; after that the state of the file is unknown, and it always throws, without trying again.
   */
  commit(changes: readonly Change[]): readonly Refusal[];
  judgeContacts(by: ContactWriter): void;
  /** Leaves the database open. */
  close(): void;
}

/** What a writer needs to know; plain data, as it may have to reach another thread. */
export interface WriterInput {
  readonly ids: RunIds;
  readonly fence: Fence;
}

/**
 * If a lock file is deleted, or the state file moved away, a second runner can get in. The first to notice stops before its group is
 * durable, so that nothing of it is sent.
 */
export interface Fence {
  /** The name in the file of the one process that may add to the runs of the campaign. */
  readonly runner: string;
  /** Absent in memory. */
  readonly file?: { readonly path: string; readonly ino: number; readonly dev: number };
  /** Where groups are counted and the run is claimed, apart from the file; see `rollback-guard.ts`. */
  readonly guard?: GuardFiles;
}

export function createWriter(database: Database, { fence, ids }: WriterInput): Writer {
  const jobs = createJobTable(database, ids);
  const isOurs = database.prepare('SELECT 1 FROM campaign WHERE id = ? AND runner = ?');
  const counter = fileCounter(database);
  let seq = 0;
  const { guard } = fence;
  const mark = guard && openMark(guard.highWaterMark);
  const isClaimedByOther = guard && watchClaim(guard, fence.runner);
  let broken: { readonly error: unknown } | undefined;
  let contacts: ContactWriter | undefined;

  /** A job's change is looked up by the name that its step has at that point. */
  function writeInOrder(changes: readonly Change[]): readonly Refusal[] {
    const refused: Refusal[] = [];
    let pending: JobChange[] = [];
    const writeJobs = (end: number): void => {
      for (const { place, error } of jobs.write(pending, contacts))
        refused.push({ place: end - pending.length + place, error });
      pending = [];
    };
    changes.forEach((change, at) => {
      if (isJobChange(change)) {
        pending.push(change);
        return;
      }
      writeJobs(at);
      if (change.kind === 'renameStep') jobs.renameStep(change);
      inFile(database, writeRun(ids, change));
      if (change.kind === 'receiving') jobs.forget();
    });
    writeJobs(changes.length);
    return refused;
  }

  function write(changes: readonly Change[]): readonly Refusal[] {
    const refused = writeInOrder(changes);
    if (isOurs.get(ids.campaign, fence.runner) === undefined) throw fencedOut();
    // Other campaigns have written since.
    seq = counter.read();
    // Only jobs count, and where they are: a file without any knows nothing that a copy could repeat.
    if (changes.some((change) => isJobChange(change) || change.kind === 'renameStep' || change.kind === 'receiving'))
      counter.write(++seq);
    if (fence.file !== undefined && !isThere(fence.file)) throw fileReplaced();
    if (isClaimedByOther?.() === true) throw fencedOut();
    return refused;
  }

  return {
    commit(changes) {
      if (broken !== undefined) throw broken.error;
      try {
        const work = (): readonly Refusal[] => write(changes);
        const around = contacts?.around;
        const refused = database.transaction(() => (around === undefined ? work() : around(work)));
        mark?.advance(seq);
        return refused;
      } catch (error) {
        broken = { error };
        throw error;
      }
    },
    judgeContacts: (by) => void (contacts = by),
    close() {
      mark?.close();
      emptyLog(database);
    },
  };
}

function isThere({ path, ino, dev }: NonNullable<Fence['file']>): boolean {
  const now = statSync(path, { throwIfNoEntry: false });
  return now?.ino === ino && now.dev === dev;
}

/** Writes to a file, here or on another thread. */
export interface FileWriter {
  readonly commit: Commit<Change>;
  /** From now on the contacts of intents are judged. */
  judgeContacts(by: ContactWriterInput): void;
  close(): Promise<void>;
}

/** Writes on this thread. */
export function writerHere(writer: Writer, contactWriter: (by: ContactWriterInput) => ContactWriter): FileWriter {
  return {
    commit: async (changes) => writer.commit(changes),
    judgeContacts: (by) => writer.judgeContacts(contactWriter(by)),
    close: async () => writer.close(),
  };
}
