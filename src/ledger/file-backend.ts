import type { StateBackend } from './backend.ts';
import { openRollbackGuard } from './rollback-guard.ts';
import { noRun } from './run-rows.ts';
import { workInRun } from './sqlite/file/campaign-rows.ts';
import { refusalOfFile } from './sqlite/open/checks.ts';
import { openForRunning } from './sqlite/open/open-for-running.ts';
import { openRecorded } from './sqlite/open/open-recorded.ts';
import { carriedOutIn } from './sqlite/run-lock.ts';
import { createSqliteReader } from './sqlite/sqlite-reader.ts';
import { writeDecisions } from './sqlite/write/job-table.ts';
import type { StatePaths } from './state-paths.ts';
import { besideRuns } from './write-run.ts';

export { discardSandboxRuns } from './sqlite/discard-sandbox-runs.ts';
export { forgetKey, whyNobodyForgotten } from './sqlite/forget-key.ts';
export { claimFiles, whoHolds } from './sqlite/run-lock.ts';

interface FileBackendInput {
  readonly paths: StatePaths;
  /** Folder of what is remembered apart from the state file. None for sandbox runs, which may be thrown away. */
  readonly rollbackGuard?: string | undefined;
}

/** One SQLite file for all campaigns of a project. */
export function createFileBackend(input: FileBackendInput): StateBackend {
  const { paths, rollbackGuard: folder } = input;
  const guard = folder === undefined ? undefined : openRollbackGuard(folder);
  return {
    location: paths.database,
    openForRunning: async (request) => openForRunning({ ...request, paths, guard }),
    async openForReading({ verify = 'whole', orNew, ...request }) {
      const { about } = request;
      return openRecorded({ ...request, paths, verify }, ({ database, ids, keepOpen }) => {
        const isNew = ids.run === noRun;
        if (isNew && orNew === undefined) return undefined;
        const carriedOut = (): string | undefined => carriedOutIn(paths, about.run);
        const checksRows = verify !== 'whole';
        keepOpen();
        return {
          reader: createSqliteReader({ database, about, ids, carriedOut, checksRows, keepHistories: true }),
          isNew,
        };
      });
    },
    decide: async (about, decisions) =>
      openRecorded({ paths, about }, ({ database, ids }) => {
        if (ids.run === noRun) throw new Error(`there is no run ${about.run} in ${paths.database}`);
        return writeDecisions(database, ids, decisions);
      }),
    ...besideRuns(
      (about, work) => openRecorded({ paths, about }, ({ database, ids }) => workInRun(database, ids, work)),
      ({ run }) => carriedOutIn(paths, run),
    ),
    refusal: async (about, host) => refusalOfFile({ about, host, paths, guard }),
  };
}
