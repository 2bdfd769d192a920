import type { Database } from '../../platform/sqlite.ts';
import type { RunAbout, RunLease } from '../backend.ts';
import type { Change } from '../change.ts';
import { createCommitGroup, type GroupWriter } from '../commit-group.ts';
import { createJobReader } from './read/read-jobs.ts';
import { createSqliteReader } from './sqlite-reader.ts';

/** The lease of one run of an open state file that this process has fenced. */
export function createSqliteLease(input: {
  readonly database: Database;
  readonly about: RunAbout;
  readonly runId: number;
  readonly writer: GroupWriter;
  /** See `CommitGroupInput`. */
  readonly slots?: number | undefined;
  readonly onClose: () => void;
}): RunLease {
  const { database, about, runId, writer, onClose } = input;
  /** Keys by step: only this lease can make a job `sending`. */
  const inFlight = new Map<string, Set<string>>();
  const reader = createJobReader({
    database,
    runId,
    mayBeInFlight: ({ step, key = '' }) => inFlight.get(step)?.has(key) === true,
  });
  const stepId = database.prepare('SELECT id FROM step WHERE name = ?');

  const beforeWrite = (change: Change): void => {
    if (change.kind !== 'intend') return;
    const { step, key = '' } = change.to;
    const keys = inFlight.get(step);
    if (keys === undefined) inFlight.set(step, new Set([key]));
    else keys.add(key);
  };
  const onDisk = (change: Change): void => {
    if (change.kind === 'settle') inFlight.get(change.to.step)?.delete(change.to.key ?? '');
    if (change.kind !== 'renameStep' || stepId.get(change.was) !== undefined) return;
    const keys = inFlight.get(change.was);
    inFlight.delete(change.was);
    if (keys !== undefined) inFlight.set(change.id, keys);
  };
  const group = createCommitGroup({ writer, slots: input.slots, onDisk });

  return {
    ...createSqliteReader({
      database,
      about,
      runId,
      carriedOut: () => about.run,
      reader,
    }),
    apply(changes) {
      for (const change of changes) beforeWrite(change);
      return group.add(changes);
    },
    expectIntent: group.expectIntent,
    async close() {
      try {
        await group.close();
        database.close();
      } finally {
        onClose();
      }
    },
  };
}
