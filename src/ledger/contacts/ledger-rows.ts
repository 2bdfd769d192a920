import { createHash } from 'node:crypto';
import type { Consent, Suppression } from './facts.ts';
import type { RecordedContact } from './judge-changes.ts';
import { nameOf, type Person } from './person.ts';

/** The columns that every ledger has of what it knows and nobody can tell again. */
export const rowColumns = {
  touches: ['person', 'campaign', 'run', 'step', 'at', 'channel', 'purpose', 'open'],
  suppressions: ['person', 'source', 'channel', 'purpose', 'reason', 'starts', 'ends'],
  lists: ['name', 'imported'],
  consents: ['person', 'purpose', 'channel', 'basis', 'at', 'evidence', 'expires'],
  forgotten: ['person', 'at'],
} as const;

type RowTable = keyof typeof rowColumns;

/** Those that are not texts. */
interface RowCells {
  readonly person: Person;
  readonly at: number;
  readonly open: RecordedContact['open'];
  readonly starts: number;
  readonly ends: number | null;
  readonly imported: number;
  readonly expires: number | null;
}

/** A row, to be put into another ledger with the same pepper. */
export type LedgerRow<Table extends RowTable> = {
  readonly [Name in (typeof rowColumns)[Table][number]]: Name extends keyof RowCells ? RowCells[Name] : string;
};

/** `ledger`: the id of the one that they come from. */
export type LedgerRows = { readonly [Table in RowTable]: readonly LedgerRow<Table>[] } & { readonly ledger: string };

/** An empty text stands for every channel, and every purpose: it is part of a key. */
export function suppressionRow(person: Person, one: Suppression): LedgerRow<'suppressions'> {
  const { source, channel = '', purpose = '', reason, from, until } = one;
  const ends = until === undefined ? null : Math.floor(until);
  return { person, source, channel, purpose, reason, starts: Math.floor(from), ends };
}

/** The same of a consent. */
export function consentRow(person: Person, one: Consent): LedgerRow<'consents'> {
  const { purpose, channel = '', basis, at, evidence, expires } = one;
  const ends = expires === undefined ? null : Math.floor(expires);
  return { person, purpose, channel, basis, at: Math.floor(at), evidence, expires: ends };
}

/** The same for the same rows, in whatever order and of whatever driver. */
export function digestOf(rows: LedgerRows): string {
  const hash = createHash('sha256');
  for (const table of Object.keys(rowColumns) as RowTable[]) {
    const cellsOf = (row: Readonly<Record<string, unknown>>): readonly unknown[] =>
      rowColumns[table].map((name) => (name === 'person' ? nameOf(row[name] as Person) : row[name]));
    const lines = rows[table].map((row) => JSON.stringify(cellsOf({ ...row })));
    for (const line of lines.sort()) hash.update(`${line}\n`);
    hash.update('\n');
  }
  return hash.digest('hex');
}
