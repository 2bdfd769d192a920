import type { StepHistory } from '../../job/history.ts';
import type { Database } from '../../platform/sql/sqlite.ts';
import type { RunAbout, RunReader } from '../backend.ts';
import { createRunRowReader, type RunIds, readOtherRuns, readStatus } from '../run-rows.ts';
import { inFile } from '../sql.ts';
import { revisionOf } from './file/campaign-rows.ts';
import { createJobReader } from './read/read-jobs.ts';

interface KeptHistories {
  /** What they were read from. */
  readonly key: string;
  readonly histories: ReadonlyMap<string, StepHistory>;
}

/** Reads one run of an open state file whose tables are up to date. */
export function createSqliteReader(input: {
  readonly database: Database;
  readonly about: RunAbout;
  readonly ids: RunIds;
  /** The run of this campaign that a process is carrying out. */
  readonly carriedOut: () => string | undefined;
  /** As of `createJobReader`. */
  readonly checksRows?: boolean;
  /** Histories are read once for each revision of the file: a command asks for them more than once. */
  readonly keepHistories?: boolean;
}): RunReader {
  const { database, about, ids, carriedOut } = input;
  const { rowOf: _, ...reader } = createJobReader(input);
  let kept: KeptHistories | undefined;

  return {
    ...reader,
    ...createRunRowReader((asked) => inFile(database, asked), ids),
    about,
    // First who carries it out: a process that ends in between has written its exit code by then.
    status: async () => ({ carriedOut: carriedOut(), ...inFile(database, readStatus(ids)) }),
    async stepHistories(detail) {
      if (input.keepHistories !== true) return reader.stepHistories(detail);
      // A step may be renamed without a further group of jobs.
      const key = JSON.stringify([detail, revisionOf(database, ids.campaign), await reader.counts()]);
      if (kept?.key !== key) kept = { key, histories: await reader.stepHistories(detail) };
      return kept.histories;
    },
    otherRuns: async () =>
      inFile(database, readOtherRuns(ids)).map(({ id, run }) => {
        const { stepHistories } = createJobReader({ database, ids: { ...ids, run: id } });
        return { run, stepHistories: () => stepHistories('times') };
      }),
    close: async () => database.close(),
  };
}
