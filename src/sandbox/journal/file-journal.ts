import { type Database, databaseTrouble, openDatabase, type Row, takeSqliteLock } from '../../platform/sql/sqlite.ts';
import { type Journal, journalOf } from './journal.ts';

export interface JournalFile {
  readonly database: Database;
  close(): void;
}

/**
 * Opens a sandbox's file, or throws an error with a message for the user. Two sandboxes on one file would each know half of it, so
 * the first one locks it, by an open transaction on a file beside it, which ends together with the process.
 */
export function openJournalFile(path: string): JournalFile {
  const opened: (() => void)[] = [];
  const close = (): void => {
    for (const end of opened.toReversed()) end();
  };
  try {
    const lock = takeSqliteLock(`${path}.lock`);
    opened.push(() => lock.release());
    const database = openDatabase(path);
    opened.push(() => database.close());
    // WAL without a sync for each line: a killed process loses nothing, because the operating system has the data; a power cut may lose
    // the last moments, which is good enough for a sandbox.
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS journal (account TEXT NOT NULL, seq INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (account, seq)) WITHOUT ROWID;
    `);
    return { database, close };
  } catch (error) {
    close();
    throw explained(path, error);
  }
}

function explained(path: string, error: unknown): unknown {
  const trouble = databaseTrouble(error);
  if (trouble === 'busy')
    return new Error(
      `${path} is in use by another sandbox; end that run, \`callsheet inbox\`, \`callsheet open\` or \`callsheet serve\` first`,
      { cause: error },
    );
  return trouble === 'damaged' ? new Error(`${path} is not a file of a sandbox`, { cause: error }) : error;
}

/** Whether a file is one of a sandbox, whatever its name. */
export function isJournalFile(path: string): boolean {
  try {
    const database = openDatabase(path, { readOnly: true });
    try {
      const columns = database.prepare("SELECT group_concat(name) AS names FROM pragma_table_info('journal')").get();
      return columns?.['names'] === 'account,seq,line';
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

/** The lines of one account; several share a file. */
export function createFileJournal(database: Database, account: string): Journal {
  const insert = database.prepare('INSERT INTO journal (account, seq, line) VALUES (?, ?, ?)');
  const forwards = database.prepare('SELECT line FROM journal WHERE account = ? AND seq >= ? ORDER BY seq LIMIT ?');
  const backwards = database.prepare(
    'SELECT line FROM journal WHERE account = ? AND seq <= ? ORDER BY seq DESC LIMIT ?',
  );
  const cut = database.prepare('DELETE FROM journal WHERE account = ? AND seq > ?');
  const last = database.prepare('SELECT max(seq) AS last FROM journal WHERE account = ?').get(account);
  let count = Number(last?.last ?? 0);
  return journalOf({
    get count() {
      return count;
    },
    append(line) {
      insert.run(account, count + 1, line);
      count++;
    },
    truncate(seq) {
      cut.run(account, seq);
      count = Math.min(count, seq);
    },
    // A statement that is still being read would block the next request's line.
    from: (seq, most) => forwards.all(account, seq, most).map(lineOf),
    upTo: (seq, most) => backwards.all(account, seq, most).map(lineOf).toReversed(),
  });
}

function lineOf({ line }: Row): string {
  return String(line);
}
