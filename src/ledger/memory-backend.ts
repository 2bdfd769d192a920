import { openDatabase } from '../platform/sql/sqlite.ts';
import { isSameService } from '../service/contract/addresses.ts';
import type { RunAbout, RunLease, RunReader, StateBackend } from './backend.ts';
import type { Change } from './change.ts';
import { createCommitGroup } from './commit-group.ts';
import { findRun, noRun, type RunIds } from './run-rows.ts';
import { inFile } from './sql.ts';
import { fenceRun, makeRun, mayHaveContacted, serviceOf, workInRun } from './sqlite/file/campaign-rows.ts';
import { makeTables, recogniseFile } from './sqlite/file/state-file.ts';
import { createSqliteReader } from './sqlite/sqlite-reader.ts';
import { writeDecisions } from './sqlite/write/job-table.ts';
import { createWriter, type Writer } from './sqlite/write/writer.ts';
import { besideRuns } from './write-run.ts';

/** The state of rehearsals and simulations: the tables of a file, in memory, and a disk that may lose what was not synced. */
export interface MemoryBackend extends StateBackend {
  /** The lease of a process that may die. The process that has the lease now is fenced out. */
  openLease(input: {
    readonly about: RunAbout;
    /** Resolves when what has been written is on disk. */
    readonly sync?: () => Promise<void>;
  }): MemoryLease;
}

export interface MemoryLease extends RunLease {
  /**
   * The process, or the machine, dies: of the changes that are not on disk yet, in their order, as many are kept as `keep`
   * says. No promise that is still open resolves any more, and none that is made later.
   */
  die(keep: (unsynced: number) => number): void;
}

export function createMemoryBackend(): MemoryBackend {
  const database = openDatabase(':memory:');
  let leases = 0;
  /** The lease that counts. */
  let held: { readonly run: string; readonly writer: Writer } | undefined;
  const isFresh = (): boolean => recogniseFile(database).kind === 'fresh';
  const idsOf = (about: RunAbout): RunIds | undefined =>
    isFresh() ? undefined : inFile(database, findRun(about))?.ids;
  const readerOf = (about: RunAbout, ids: RunIds): RunReader => ({
    ...createSqliteReader({ database, about, ids, carriedOut: () => held?.run }),
    close: () => Promise.resolve(),
  });

  function openLease({
    about,
    sync = () => Promise.resolve(),
  }: Parameters<MemoryBackend['openLease']>[0]): MemoryLease {
    if (isFresh()) makeTables(database, '');
    const ids = makeRun(database, about);
    const runner = `lease ${++leases}`;
    fenceRun(database, ids.campaign, runner);
    const writer = createWriter(database, { ids, fence: { runner } });
    const own = { run: about.run, writer };
    held = own;
    const unsynced: Change[] = [];
    let dead = false;
    const group = createCommitGroup<Change>(async (changes) => {
      await sync();
      if (dead) return new Promise(() => {});
      unsynced.splice(0, changes.length);
      return writer.commit(changes);
    }, queueMicrotask);
    const release = (): void => {
      if (held === own) held = undefined;
    };

    return {
      ...readerOf(about, ids),
      apply(changes) {
        unsynced.push(...changes);
        return group.add(changes);
      },
      judgeContacts(place, rules) {
        if (place.kind !== 'sqlite') return false;
        const { pepper } = place;
        writer.judgeContacts(place.writer({ rules, pepper, campaign: about.campaign, run: about.run }));
        return true;
      },
      async close() {
        if (!dead) await group.close();
        release();
      },
      die(keep) {
        if (dead) return;
        dead = true;
        const kept = keep(unsynced.length);
        if (held === own && kept > 0) writer.commit(unsynced.slice(0, kept));
        release();
      },
    };
  }

  return {
    location: 'memory',
    openLease,
    async openForRunning({ about }) {
      if (held !== undefined) return { refused: { kind: 'locked', holder: undefined } };
      const service = isFresh() ? undefined : serviceOf(database, about.campaign);
      if (service !== undefined && !isSameService(service, about.service) && mayHaveContacted(database, about.campaign))
        return { refused: { kind: 'otherService', service } };
      return { lease: openLease({ about }), move: { from: undefined, to: undefined }, warnings: [] };
    },
    async openForReading({ about, orNew }) {
      const ids = idsOf(about);
      const isNew = ids?.run === noRun;
      return ids === undefined || (isNew && orNew === undefined) ? undefined : { reader: readerOf(about, ids), isNew };
    },
    async decide(about, decisions) {
      const ids = idsOf(about);
      if (ids === undefined || ids.run === noRun) throw new Error(`there is no run ${about.run} in memory`);
      return writeDecisions(database, ids, decisions);
    },
    ...besideRuns(
      (about, work) => {
        const ids = idsOf(about);
        return ids && workInRun(database, ids, work);
      },
      () => held?.run,
    ),
    refusal: () => Promise.resolve(undefined),
  };
}
