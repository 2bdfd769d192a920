import { statSync } from 'node:fs';
import type { Database } from '../../../platform/sql/sqlite.ts';
import type { OpenForReading, Refused, RunAbout } from '../../backend.ts';
import { findRun, type RunIds, refusedMove } from '../../run-rows.ts';
import { inFile } from '../../sql.ts';
import type { StatePaths } from '../../state-paths.ts';
import { refusedAtOpening } from '../../state-trouble.ts';
import { openStateFile, recogniseFile } from '../file/state-file.ts';
import { countTables, verifyTables, verifyWholeFile } from '../file/verify-file.ts';

interface RecordedFile {
  readonly database: Database;
  readonly ids: RunIds;
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
  let database: Database | undefined;
  let isKept = false;
  try {
    // Throws where this cannot be known: a folder that may not be read is not an empty one.
    if (statSync(paths.database, { throwIfNoEntry: false }) === undefined) return undefined;
    database = openStateFile(paths.database, { existing: true });
    const file = recogniseFile(database);
    if (file.kind === 'fresh') return undefined;
    if (file.kind !== 'ours') return { refused: file };
    if (verify === 'whole') verifyWholeFile(database);
    if (verify === 'counts') verifyTables(database, countTables);
    const found = inFile(database, findRun(about));
    if (found === undefined) return undefined;
    const refused = moves === true ? undefined : refusedMove(found.move);
    if (refused !== undefined) return { refused };
    return use({ database, ids: found.ids, keepOpen: () => void (isKept = true) });
  } catch (error) {
    return { refused: refusedAtOpening(error) };
  } finally {
    if (!isKept) database?.close();
  }
}
