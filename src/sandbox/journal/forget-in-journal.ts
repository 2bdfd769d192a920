import { cleanedJson } from '../../diagnostic/cleaned-json.ts';
import type { JournalFile } from './file-journal.ts';

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
