import { statSync } from 'node:fs';
import type { Database } from '../../../platform/sql/sqlite.ts';
import type { OpenForReading, Refused, RunAbout } from '../../backend.ts';
import { refusedMove } from '../../move/refused-move.ts';
import type { StatePaths } from '../../state-paths.ts';
import { findRun, readMove } from '../file/campaign-rows.ts';
import { openStateFile, recogniseFile } from '../file/state-file.ts';
import { verifyCounts, verifyWholeFile } from '../file/verify-file.ts';
import { refusingTrouble } from './refusing-trouble.ts';

export interface RecordedFile {
  readonly database: Database;
  readonly campaignId: number;
  /** Undefined where the file has no such run. */
  readonly runId: number | undefined;
  /** Leaves the database open. */
  keepOpen(): void;
}

/** Opens a file that exists, without the lock, and closes it after `use`. Undefined where nothing is recorded of the campaign. */
export function openRecorded<T>(
  input: {
    readonly paths: StatePaths;
    readonly about: RunAbout;
    readonly verify?: OpenForReading['verify'];
    readonly moves?: true | undefined;
  },
  use: (file: RecordedFile) => T,
): T | Refused | undefined {
  const { paths, about, verify = 'none', moves } = input;
  return refusingTrouble((): T | Refused | undefined => {
    // Throws where this cannot be known: a folder that may not be read is not an empty one.
    if (statSync(paths.database, { throwIfNoEntry: false }) === undefined) return undefined;
    const database = openStateFile(paths.database, { existing: true });
    let isKept = false;
    try {
      const file = recogniseFile(database);
      if (file.kind === 'fresh') return undefined;
      if (file.kind !== 'ours') return { refused: file };
      if (verify === 'whole') verifyWholeFile(database);
      if (verify === 'counts') verifyCounts(database);
      const { campaignId, runId } = findRun(database, about);
      if (campaignId === undefined) return undefined;
      const refused = moves === true ? undefined : refusedMove(readMove(database, campaignId));
      if (refused !== undefined) return { refused };
      return use({ database, campaignId, runId, keepOpen: () => void (isKept = true) });
    } finally {
      if (!isKept) database.close();
    }
  });
}
