import type { Database } from '../../../platform/sqlite.ts';
import type { LedgerMove } from '../../backend.ts';
import { storeNamesSum } from './checksum.ts';
import { setFact } from './state-file.ts';

const facts = { from: 'copied from', to: 'moved to' } as const;

export function readMove(database: Database): LedgerMove {
  const select = database.prepare('SELECT value FROM meta WHERE name = ?');
  const read = (name: string): string | undefined => {
    const value = String(select.get(name)?.['value'] ?? '');
    return value === '' ? undefined : value;
  };
  return { from: read(facts.from), to: read(facts.to) };
}

/** Empty where it is not so any more. In a transaction. */
export function writeMove(database: Database, move: Partial<Record<keyof typeof facts, string>>): void {
  for (const [name, place] of Object.entries(move)) setFact(database, facts[name as keyof typeof facts], place);
  storeNamesSum(database);
}
