import type { Database, Row } from '../../platform/sql/sqlite.ts';
import { type Journal, journalOf } from './journal.ts';

/**
 * The journal in a SQLite file. WAL without a sync for each line: a killed process loses nothing, because the operating system has
 * the data; a power cut may lose the last moments, which is good enough for a sandbox.
 */
export function prepareJournalFile(database: Database): void {
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS journal (account TEXT NOT NULL, seq INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (account, seq)) WITHOUT ROWID;
  `);
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
    upTo: (seq, most) => backwards.all(account, seq, most).map(lineOf).reverse(),
  });
}

function lineOf({ line }: Row): string {
  return String(line);
}
