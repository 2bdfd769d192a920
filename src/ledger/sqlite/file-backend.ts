import type { StateBackend } from '../backend.ts';
import { openRollbackGuard } from '../rollback-guard.ts';
import type { StatePaths } from '../state-paths.ts';
import { carriedOutIn } from './file/run-lock.ts';
import { refusalOfFile } from './open/checks.ts';
import { openForReading } from './open/open-for-reading.ts';
import { openForRunning } from './open/open-for-running.ts';
import { openRecorded } from './open/open-recorded.ts';
import { writeDecisions } from './write/decision-writer.ts';
import { recordApproval, recordPromotion, recordRequest } from './write/run-table.ts';

interface FileBackendInput {
  readonly paths: StatePaths;
  /** Folder of what is remembered apart from the state file. None for sandbox runs, which may be thrown away. */
  readonly rollbackGuard?: string | undefined;
}

/** One SQLite file for all campaigns of a project. */
export function createFileBackend(input: FileBackendInput): StateBackend {
  const { paths, rollbackGuard: guardFolder } = input;
  const guard = guardFolder === undefined ? undefined : openRollbackGuard(guardFolder);
  return {
    location: paths.database,
    openForRunning: async (request) => openForRunning({ ...request, paths, guard, guardFolder }),
    openForReading: async (request) => openForReading({ ...request, paths }),
    decide: async (about, decisions) =>
      openRecorded({ paths, about }, ({ database, campaignId, runId }) => {
        if (runId === undefined) throw new Error(`there is no run ${about.run} in ${paths.database}`);
        return writeDecisions(database, { campaignId, runId }, decisions);
      }),
    approve: async (about, approval) =>
      openRecorded({ paths, about }, ({ database, campaignId, runId }) =>
        runId === undefined ? undefined : recordApproval(database, { campaignId, runId }, approval),
      ),
    promote: async (about, signed) =>
      openRecorded({ paths, about }, ({ database, campaignId, runId }) =>
        runId === undefined ? undefined : recordPromotion(database, { campaignId, runId }, signed),
      ),
    requestControl: async (about, control, signed) =>
      openRecorded({ paths, about }, ({ database, campaignId, runId }) => {
        if (runId === undefined) return undefined;
        const before = recordRequest(database, { campaignId, runId }, { control, signed });
        return { carriedOut: carriedOutIn(paths, about.run), before };
      }),
    refusal: async (about, host) => refusalOfFile({ about, host, paths, guard }),
  };
}
