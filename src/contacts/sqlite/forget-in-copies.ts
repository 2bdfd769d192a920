import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type Database, databaseTrouble, openDatabase } from '../../platform/sqlite.ts';
import type { Person } from '../person.ts';
import { cleanTexts } from './clean-texts.ts';
import { inLedger, isLedger } from './ledger-file.ts';
import { movedName } from './move-mark.ts';
import { isUnfinished } from './put-rows.ts';

export interface ForgottenInCopies {
  /** Undefined where no key is known. */
  readonly person: Person | undefined;
  readonly clean: (text: string) => string;
}

/** Takes a person out of what moves of a ledger have left beside it: the file whose rows are in a store, and files of attempts that were killed. */
export function forgetInCopies(path: string, forgotten: ForgottenInCopies): void {
  for (const copy of copiesOf(path)) inLedger(() => forgetInCopy(copy, forgotten));
}

function copiesOf(path: string): readonly string[] {
  const [folder, moved] = [dirname(path), basename(movedName(path))];
  return readdirSync(folder)
    .filter((name) => name === moved || isUnfinished(name, path))
    .map((name) => `${folder}/${name}`);
}

function forgetInCopy(path: string, { person, clean }: ForgottenInCopies): void {
  const database = openDatabase(path, { existing: true, busyMs: 5_000 });
  try {
    if (!isLedger(database)) return;
    database.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
    database.transaction(() => {
      if (person !== undefined) removePerson(database, person);
      cleanTexts(database, clean);
    });
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    // It is named as a file that has the number.
    if (databaseTrouble(error) !== 'damaged') throw error;
  } finally {
    database.close();
  }
}

/** From all tables that this version, or the one that made the file, has for people. */
function removePerson(database: Database, person: Person): void {
  const tables = database.prepare(
    `SELECT one.name FROM sqlite_master AS one JOIN pragma_table_info(one.name) AS field
     WHERE one.type = 'table' AND one.name <> 'forgotten' AND field.name = 'person'`,
  );
  for (const { name } of tables.all()) database.prepare(`DELETE FROM ${String(name)} WHERE person = ?`).run(person);
}
