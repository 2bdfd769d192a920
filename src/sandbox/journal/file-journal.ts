import type { Database } from '../../platform/sql/sqlite.ts';
import type { Journal } from './journal.ts';

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
    'SELECT seq, line FROM journal WHERE account = ? AND seq < ? ORDER BY seq DESC LIMIT ?',
  );
  const one = database.prepare('SELECT line FROM journal WHERE account = ? AND seq = ?');
  const cut = database.prepare('DELETE FROM journal WHERE account = ? AND seq > ?');
  const last = database.prepare('SELECT max(seq) AS last FROM journal WHERE account = ?').get(account);
  let count = Number(last?.last ?? 0);
  return {
    get count() {
      return count;
    },
    append(line) {
      insert.run(account, count + 1, line);
      count++;
    },
    // In pages, because a statement that is still being read would block the next request's line.
    *lines(from = 1) {
      for (let next = from; next <= count; ) {
        const rows = forwards.all(account, next, pageSize);
        if (rows.length === 0) return;
        for (const row of rows) yield String(row.line);
        next += rows.length;
      }
    },
    *linesBackwards() {
      for (let before = count + 1; before > 1; ) {
        const rows = backwards.all(account, before, pageSize);
        if (rows.length === 0) return;
        for (const row of rows) yield String(row.line);
        before = Number(rows.at(-1)?.seq);
      }
    },
    line(seq) {
      const row = one.get(account, seq);
      return row === undefined ? undefined : String(row.line);
    },
    truncate(seq) {
      cut.run(account, seq);
      count = Math.min(count, seq);
    },
  };
}

const pageSize = 500;
