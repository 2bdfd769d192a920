import type { Database } from '../../platform/sqlite.ts';
import type { LedgerRows } from '../move/moved-rows.ts';

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
