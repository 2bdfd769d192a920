import { statSync } from 'node:fs';
import type { JobState } from '../../job/job.ts';
import type { Database } from '../../platform/sqlite.ts';
import { mayClaim } from '../change.ts';
import { gone, taken } from '../state-trouble.ts';
import { keepTide } from '../witness.ts';
import type { Group, RowBefore, Written } from './group.ts';
import { putRows, stateOf } from './job-row.ts';

/** Makes groups of changes durable, one after another. */
export interface Writer {
  /**
   * Returns when the group is on disk, or when a job's row refuses to be claimed: the group may come again without it. Throws what
   * went wrong with the file; after that its state is not known to us, and it throws for ever, without asking the disk again.
   */
  commit(group: Group): Written;
  /** Leaves the database open. */
  close(): void;
}

/** What a writer needs to know; plain data, as it may have to reach another thread. */
export interface WriterInput {
  readonly runId: number;
  readonly fence: Fence;
}

/**
 * Where the lock's file was deleted, or the state file moved away, a second runner can get in: the first to notice stops, before
 * the group is durable, so that nothing of it is sent.
 */
export interface Fence {
  /** The name in the file of the one process that may add to it. */
  readonly runner: string;
  readonly file: { readonly path: string; readonly ino: number; readonly dev: number };
  /** Where the groups are counted apart from the file; see `witness.ts`. */
  readonly tide?: string;
}

export function createWriter(database: Database, { runId, fence }: WriterInput): Writer {
  const statements = prepare(database);
  const tide = fence.tide === undefined ? undefined : keepTide(fence.tide);
  let broken: { readonly error: unknown } | undefined;

  function rowsBefore({ claims }: Group): readonly (RowBefore & { readonly state: JobState })[] {
    return claims.flatMap(({ step, keys }) =>
      statements.rows.all(keys, runId, step).map(({ key, record, state }) => ({
        step,
        key: String(key),
        record: String(record),
        state: stateOf(state),
      })),
    );
  }

  function write({ rows, seq, intents, intentsSum }: Group): void {
    for (const { step, records } of rows) statements.put.run(runId, step, records);
    if (statements.head.run(seq, intents, intentsSum, fence.runner).changes === 0) throw taken();
    const { path, ino, dev } = fence.file;
    const now = statSync(path, { throwIfNoEntry: false });
    if (now?.ino !== ino || now.dev !== dev) throw gone();
  }

  return {
    commit(group) {
      if (broken !== undefined) throw broken.error;
      try {
        const written = database.transaction((): Written => {
          const before = rowsBefore(group);
          const refused = before.filter(({ state }) => !mayClaim(state));
          if (refused.length > 0) return { refused };
          write(group);
          return { before };
        });
        if ('before' in written) tide?.raise(group.seq);
        return written;
      } catch (error) {
        broken = { error };
        throw error;
      }
    },
    close() {
      tide?.close();
      try {
        // A copy of the file alone is whole from now on; libsql leaves the log lying when it closes.
        database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      } catch {
        // What is in the log is as durable there.
      }
    },
  };
}

function prepare(database: Database) {
  return {
    rows: database.prepare(
      `SELECT job.key, job.record, job.state FROM json_each(?) AS wanted
       CROSS JOIN job ON job.run = ? AND job.step = ? AND job.key = wanted.value`,
    ),
    put: database.prepare(putRows),
    head: database.prepare('UPDATE head SET seq = ?, intents = ?, intents_sum = ? WHERE runner = ?'),
  };
}
