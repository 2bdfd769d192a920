import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import type { Instant } from '../../../platform/ports.ts';
import type { Database, Row } from '../../../platform/sql/sqlite.ts';
import {
  emptyLog,
  lookInFile,
  makeTables,
  openStateFile,
  prepareToWrite,
  recogniseFile,
  type StateFile,
} from '../../sqlite/file/state-file.ts';
import { verifyTables } from '../../sqlite/file/verify-file.ts';
import { makeStateFolder } from '../../state-paths.ts';
import { opening } from '../../state-trouble.ts';
import type { LedgerRefusal } from '../ledger-refusal.ts';
import { noteForgotten, type Pepper, pepperCheck, pepperOf } from '../pepper.ts';
import { personOf } from '../person.ts';
import { beginMark, changeRows, type LedgerFileInput, whyBehind } from './ledger-file.ts';

type Place = Omit<LedgerFileInput, 'project'>;

/** Who was forgotten in a project, whatever their campaigns, as its file has it; none where there is no file. */
export function readTombstones(path: string): readonly Row[] | LedgerRefusal {
  if (!existsSync(path)) return [];
  return opening(() => lookInFile(path, read));
}

/** Why nobody can be added; undefined where a person can. It writes nothing. */
export function whyNobodyAdded({ paths, pepper: given }: Place): LedgerRefusal | undefined {
  const known = readTombstones(paths.database);
  if ('kind' in known) return known;
  // A key is made with the first person.
  if (known.length === 0 && given === undefined && !existsSync(paths.key)) return undefined;
  const pepper = pepperOf(known, { key: paths.key, pepper: given });
  return 'kind' in pepper ? pepper : undefined;
}

/** Adds a person, on disk when it returns; under the lock of `keepRunsAway`. */
export function addTombstone(place: Place, digits: string, at: Instant): Pepper | LedgerRefusal {
  return add(place, ({ bytes }) => [
    { person: personOf(bytes, digits), pepper_check: pepperCheck(bytes), at: Math.floor(at) },
  ]);
}

/** Adds those of a store. */
export function addTombstones(place: Place, tombstones: readonly Row[]): Pepper | LedgerRefusal {
  return add(place, () => tombstones);
}

/** Makes the file where there is none. */
function add(place: Place, rowsWith: (pepper: Pepper) => readonly Row[]): Pepper | LedgerRefusal {
  const { paths } = place;
  return opening((): Pepper | LedgerRefusal => {
    makeStateFolder(dirname(paths.database));
    const database = openStateFile(paths.database);
    try {
      const known = read(database, recogniseFile(database));
      if ('kind' in known) return known;
      const pepper = pepperOf(known, { key: paths.key, pepper: place.pepper });
      if ('kind' in pepper) return pepper;
      const rows = rowsWith(pepper);
      if (rows.some((row) => row['pepper_check'] !== pepperCheck(pepper.bytes))) return { kind: 'wrongPepper' };
      prepareToWrite(database);
      makeTables(database, hostname());
      verifyTables(database);
      const behind = whyBehind(place, database);
      if (behind !== undefined) return behind;
      const mark = beginMark(place, database);
      const insert = database.prepare(
        'INSERT INTO tombstone (person, pepper_check, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      );
      changeRows(database, mark, () => {
        for (const row of rows) insert.run(row['person']!, row['pepper_check']!, Number(row['at']));
      });
      mark?.close();
      noteForgotten(paths.key, rowsOf(database).length);
      return pepper;
    } finally {
      emptyLog(database);
      database.close();
    }
  });
}

function read(database: Database, file: StateFile): readonly Row[] | LedgerRefusal {
  if (file.kind === 'newer' || file.kind === 'foreign') return file;
  if (file.kind === 'fresh') return [];
  verifyTables(database, ['tombstone']);
  return rowsOf(database);
}

function rowsOf(database: Database): readonly Row[] {
  return database.prepare('SELECT person, pepper_check, at FROM tombstone').all();
}
