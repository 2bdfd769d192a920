import type { Database } from '../../../platform/sqlite.ts';
import type { OpenedReader, OpenForReading, Refused } from '../../backend.ts';
import type { StatePaths } from '../../state-paths.ts';
import { contentRevisionOf, isSameContent } from '../file/file-revision.ts';
import { carriedOutIn } from '../file/run-lock.ts';
import type { VerifiedFile } from '../file/verified-file.ts';
import { claimedReader } from '../read/intents.ts';
import { createJobCache, type JobCache } from '../read/job-cache.ts';
import { createJobReader, type JobReader } from '../read/read-jobs.ts';
import { createSqliteReader } from '../sqlite-reader.ts';
import { openRecorded } from './open-recorded.ts';

export function openForReading(
  input: OpenForReading & {
    readonly paths: StatePaths;
    readonly verified: VerifiedFile | undefined;
  },
): OpenedReader | Refused | undefined {
  const { paths, about, verify = 'whole', orNew } = input;
  return openRecorded({ ...input, verify }, ({ database, runId = noRun, verified, keepOpen }) => {
    const isNew = runId === noRun;
    if (isNew && orNew === undefined) return undefined;
    const carriedOut = (): string | undefined => carriedOutIn(paths, about.run);
    const { indexes } = verified ?? {};
    const reader = createJobReader({ database, runId, mayBeInFlight: () => true, indexes });
    const cache = verified && cacheOf(verified, { database, runId, reader });
    keepOpen();
    return {
      reader: createSqliteReader({ database, about, runId, carriedOut, reader, cache, keepHistories: true }),
      isNew,
    };
  });
}

/** No run has this id. */
const noRun = 0;

/** The jobs that the verification has read, while nothing changes. */
function cacheOf(
  { revision, isWhole, rows }: VerifiedFile,
  { database, runId, reader }: { readonly database: Database; readonly runId: number; readonly reader: JobReader },
): () => JobCache | undefined {
  let cache: JobCache | undefined;
  if (isWhole) {
    const changed = claimedReader(database)().flatMap(({ run, job }) => (run === runId ? [job] : []));
    cache = createJobCache({ rows, changed, read: reader.job });
  }
  return () => {
    if (cache !== undefined && !isSameContent(revision, contentRevisionOf(database))) cache = undefined;
    return cache;
  };
}
