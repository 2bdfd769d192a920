import { type Database, databaseTrouble, openDatabase } from '../../platform/sql/sqlite.ts';
import { takeSqliteLock } from '../../platform/sql/sqlite-lock.ts';
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
  const lock = explained(path, () => takeSqliteLock(`${path}.lock`));
  try {
    const database = explained(path, () => openPrepared(path));
    return {
      database,
      close() {
        database.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Whether a file is one of a sandbox, whatever its name. */
export function isJournalFile(path: string): boolean {
  try {
    const database = openDatabase(path, { readOnly: true });
    try {
      const columns = "SELECT name FROM pragma_table_info('journal')";
      return (
        database
          .prepare(columns)
          .all()
          .map(({ name }) => name)
          .join() === 'account,seq,line'
      );
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

function openPrepared(path: string): Database {
  const database = openDatabase(path);
  try {
    prepareJournalFile(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function explained<T>(path: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    const trouble = databaseTrouble(error);
    if (trouble === 'busy')
      throw new Error(
        `${path} is in use by another sandbox; end that run, \`callsheet inbox\`, \`callsheet open\` or \`callsheet serve\` first`,
        { cause: error },
      );
    if (trouble === 'damaged') throw new Error(`${path} is not a file of a sandbox`, { cause: error });
    throw error;
  }
}
