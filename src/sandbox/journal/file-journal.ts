import { cleanedJson } from '../../diagnostic/cleaned-json.ts';
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

interface Finder {
  isIn(text: string): boolean;
  replace(text: string, token: string): string;
}

/**
 * Takes a number out of a sandbox's file: the requests about it stay without their bodies and names, so that money and counts stay true.
 * No free page has the old bytes.
 */
export function forgetInJournal({ database }: JournalFile, finder: Finder, token: string): void {
  database.exec('PRAGMA secure_delete = ON; PRAGMA synchronous = FULL');
  database.transaction(() => {
    const put = database.prepare('UPDATE journal SET line = ?3 WHERE account = ?1 AND seq = ?2');
    const next = database.prepare(
      'SELECT account, seq, line FROM journal WHERE (account, seq) > (?, ?) ORDER BY account, seq LIMIT 500',
    );
    let [account, seq] = ['', 0];
    for (let rows = next.all(account, seq); rows.length > 0; rows = next.all(account, seq)) {
      for (const row of rows) {
        const line = String(row['line']);
        if (finder.isIn(line)) put.run(row['account'] ?? '', row['seq'] ?? 0, cleanLine(line, finder, token));
      }
      const last = rows.at(-1)!;
      [account, seq] = [String(last['account']), Number(last['seq'])];
    }
  });
  database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
}

function cleanLine(line: string, finder: Finder, token: string): string {
  const { body, ...entry } = JSON.parse(line) as Record<string, unknown>;
  const left = body === undefined ? entry : { ...entry, body: withoutTexts(body) };
  const kept = JSON.stringify(left, (name, value: unknown) =>
    // Of a fact: what the person wrote.
    name === 'orderId' || (name === 'text' && typeof value === 'string') ? undefined : value,
  );
  return cleanedJson(kept, (text) => finder.replace(text, token));
}

/** What the inbox needs to show that there was a request. */
function withoutTexts(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return null;
  const { recipient, to, number, businessPhone, type } = body as Record<string, unknown>;
  const message = type === undefined ? {} : { type: 'text', text: { body: '' } };
  return { recipient, to, number, businessPhone, ...message };
}
