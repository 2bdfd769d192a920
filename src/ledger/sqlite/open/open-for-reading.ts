import type { OpenedReader, OpenForReading, Refused } from '../../backend.ts';
import type { StatePaths } from '../../state-paths.ts';
import { carriedOutIn } from '../file/run-lock.ts';
import { noRun } from '../read/find-run.ts';
import { createJobReader } from '../read/read-jobs.ts';
import { createSqliteReader } from '../sqlite-reader.ts';
import { openRecorded } from './open-recorded.ts';

export function openForReading(
  input: OpenForReading & { readonly paths: StatePaths },
): OpenedReader | Refused | undefined {
  const { paths, about, verify = 'whole', orNew } = input;
  return openRecorded({ ...input, verify }, ({ database, campaignId, runId = noRun, keepOpen }) => {
    const isNew = runId === noRun;
    if (isNew && orNew === undefined) return undefined;
    const carriedOut = (): string | undefined => carriedOutIn(paths, about.run);
    const checksRows = verify !== 'whole';
    const ids = { campaignId, runId };
    const reader = createJobReader({ database, ...ids, mayBeInFlight: () => true, checksRows });
    keepOpen();
    return { reader: createSqliteReader({ database, about, ...ids, carriedOut, reader, keepHistories: true }), isNew };
  });
}
