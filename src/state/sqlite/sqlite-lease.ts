import type { JobRecord } from '../../job/job.ts';
import type { Database } from '../../platform/sqlite.ts';
import type { RunAbout, RunLease } from '../backend.ts';
import type { Change } from '../change.ts';
import { createCommitGroup, type GroupWriter } from '../commit-group.ts';
import { decisionsIn } from './file/file-revision.ts';
import { createJobCache, type JobCache } from './read/job-cache.ts';
import { createJobReader } from './read/read-jobs.ts';
import type { StepRows } from './read/step-rows.ts';
import { createSqliteReader } from './sqlite-reader.ts';

/** The lease of one run of an open state file that this process has fenced. */
export function createSqliteLease(input: {
  readonly database: Database;
  readonly about: RunAbout;
  readonly runId: number;
  readonly writer: GroupWriter;
  /** See `CommitGroupInput`. */
  readonly slots?: number | undefined;
  /** This run's jobs, from the verification of the whole file, and those that have changed since. */
  readonly verified?:
    | {
        readonly rows: readonly StepRows[];
        readonly changed: readonly JobRecord[];
        /** How often people had decided by then. */
        readonly decisions: number;
      }
    | undefined;
  readonly onClose: () => void;
}): RunLease {
  // Nothing else of the input is kept: what was verified takes 56 bytes a job.
  const { database, about, runId, writer, onClose } = input;
  /** Keys by step: only this lease can make a job `sending`. */
  const inFlight = new Map<string, Set<string>>();
  const reader = createJobReader({
    database,
    runId,
    mayBeInFlight: ({ step, key = '' }) => inFlight.get(step)?.has(key) === true,
  });
  /** Until a job is started or judged, by this process or by a person: from then on too many change. */
  let cache = input.verified && createJobCache({ ...input.verified, read: reader.job });
  const decidedBefore = input.verified?.decisions;
  const cacheNow = (): JobCache | undefined => {
    if (cache !== undefined && decisionsIn(database) !== decidedBefore) cache = undefined;
    return cache;
  };
  const stepId = database.prepare('SELECT id FROM step WHERE name = ?');

  const beforeWrite = (change: Change): void => {
    switch (change.kind) {
      case 'intend': {
        cache = undefined;
        const { step, key = '' } = change.to;
        const keys = inFlight.get(step);
        if (keys === undefined) inFlight.set(step, new Set([key]));
        else keys.add(key);
        return;
      }
      case 'settle':
      case 'decide':
        cache?.changed(change);
        return;
      case 'drop':
      case 'import':
      case 'renameStep':
        cache = undefined;
        return;
      case 'inputs':
      case 'confirmed':
      case 'confirmedPeople':
      case 'approved':
      case 'decided':
      case 'control':
      case 'begun':
      case 'ended':
      case 'receiving':
      case 'received':
      case 'moved':
        return;
      default:
        change satisfies never;
    }
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
      cache: cacheNow,
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
