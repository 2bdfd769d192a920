import type { OpenedReader, OpenForReading, Refused } from '../../backend.ts';
import type { StatePaths } from '../../state-paths.ts';
import { carriedOutIn } from '../file/run-lock.ts';
import type { OnMigration } from '../file/state-file.ts';
import type { VerifiedFile } from '../file/verified-file.ts';
import { createSqliteReader } from '../sqlite-reader.ts';
import { openRecorded } from './open-recorded.ts';

export function openForReading(
  input: OpenForReading & {
    readonly paths: StatePaths;
    readonly verified: VerifiedFile | undefined;
    readonly onMigration?: OnMigration | undefined;
  },
): OpenedReader | Refused | undefined {
  const { paths, about, verify = 'whole', orNew, verified, onMigration } = input;
  return openRecorded({ paths, about, verify, verified, onMigration }, ({ database, runId, keepOpen }) => {
    const isNew = runId === undefined;
    if (isNew && orNew === undefined) return undefined;
    const carriedOut = (): string | undefined => carriedOutIn(paths, about.run);
    const reader = createSqliteReader({ database, about, runId: runId ?? noRun, carriedOut, keepHistories: true });
    keepOpen();
    return { reader, isNew };
  });
}

/** No run has this id. */
const noRun = 0;
