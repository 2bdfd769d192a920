import { renameSync } from 'node:fs';
import type { Database } from '../../platform/sqlite.ts';
import type { LedgerRefusal } from '../ledger-refusal.ts';
import type { LedgerRows } from '../moved-rows.ts';
import { inLedger, type LedgerFileInput, openExistingLedgerFile } from './ledger-file.ts';

/**
 * Gives all rows of a ledger's file to `put`, and renames the file when they are there: no run uses it any more. `busy`: runs that are
 * under way, or were not continued, have contacts in it that are not settled.
 */
export async function takeRows(
  input: LedgerFileInput,
  put: (rows: LedgerRows) => Promise<void>,
): Promise<{ readonly renamed: string } | { readonly busy: number } | LedgerRefusal | undefined> {
  const file = openExistingLedgerFile(input);
  if (file === undefined || 'kind' in file) return file;
  const { database } = file;
  try {
    const busy = Number(inLedger(() => database.prepare('SELECT count(*) AS jobs FROM reserved').get())?.['jobs']);
    if (busy > 0) return { busy };
    await put(inLedger(() => readRows(database)));
    inLedger(() => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
  } finally {
    database.close();
  }
  const renamed = `${input.paths.database}.moved`;
  renameSync(input.paths.database, renamed);
  return { renamed };
}

/** All rows of a ledger that are moved. */
export function readRows(database: Database): LedgerRows {
  const all = (sql: string): unknown => database.prepare(sql).all();
  return {
    ledger: database.prepare("SELECT value FROM meta WHERE name = 'ledger'").get()?.['value'],
    touches: all(
      'SELECT person, campaign, run, step, at, channel, purpose FROM touch JOIN scope ON scope.id = touch.scope',
    ),
    suppressions: all('SELECT person, source, channel, purpose, reason, starts, ends FROM suppression'),
    lists: all('SELECT name, imported FROM list'),
    consents: all('SELECT person, purpose, channel, basis, at, evidence, expires FROM consent'),
    forgotten: all('SELECT person, at FROM forgotten'),
  } as LedgerRows;
}
