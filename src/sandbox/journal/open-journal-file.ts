import { type Database, databaseTrouble, openDatabase } from '../../platform/sqlite.ts';
import { prepareJournalFile } from './file-journal.ts';

export interface JournalFile {
  readonly database: Database;
  close(): void;
}

/**
 * Opens a sandbox's file, or throws an error with a message for the user. Two sandboxes on one file would each know half of it, so
 * the first one locks it, by an open transaction on a file beside it, which ends together with the process.
 */
export function openJournalFile(path: string): JournalFile {
  const lock = openOrSay(path, `${path}.lock`, takeLock);
  try {
    const database = openOrSay(path, path, prepareJournalFile);
    return {
      database,
      close() {
        database.close();
        releaseLock(lock);
      },
    };
  } catch (error) {
    releaseLock(lock);
    throw error;
  }
}

function takeLock(database: Database): void {
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
}

function releaseLock(lock: Database): void {
  lock.exec('ROLLBACK');
  lock.close();
}

function openOrSay(shown: string, path: string, prepare: (database: Database) => void): Database {
  let database: Database | undefined;
  try {
    database = openDatabase(path);
    prepare(database);
    return database;
  } catch (error) {
    database?.close();
    const trouble = databaseTrouble(error);
    if (trouble === 'busy') throw new Error(`${shown} is in use by another sandbox`, { cause: error });
    if (trouble === 'damaged') throw new Error(`${shown} is not a file of a sandbox`, { cause: error });
    throw error;
  }
}
