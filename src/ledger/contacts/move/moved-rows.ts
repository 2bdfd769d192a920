import { createHash } from 'node:crypto';
import { nameOf, type Person } from '../person.ts';

/** All that a ledger knows and nobody can tell again, to be put into another one with the same pepper. */
export interface LedgerRows {
  /** The id of the ledger that they come from. */
  readonly ledger: string;
  readonly touches: readonly (MovedPerson & {
    readonly campaign: string;
    readonly run: string;
    readonly step: string;
    readonly at: number;
    readonly channel: string;
    readonly purpose: string;
  })[];
  readonly suppressions: readonly (MovedPerson & {
    readonly source: string;
    readonly channel: string;
    readonly purpose: string;
    readonly reason: string;
    readonly starts: number;
    readonly ends: number | null;
  })[];
  readonly lists: readonly { readonly name: string; readonly imported: number }[];
  readonly consents: readonly (MovedPerson & {
    readonly purpose: string;
    readonly channel: string;
    readonly basis: string;
    readonly at: number;
    readonly evidence: string;
    readonly expires: number | null;
  })[];
  readonly forgotten: readonly (MovedPerson & { readonly at: number })[];
}

interface MovedPerson {
  readonly person: Person;
}

type MovedTable = Exclude<keyof LedgerRows, 'ledger'>;

/** The columns of these rows, in every ledger. */
export const movedColumns = {
  touches: ['person', 'campaign', 'run', 'step', 'at', 'channel', 'purpose'],
  suppressions: ['person', 'source', 'channel', 'purpose', 'reason', 'starts', 'ends'],
  lists: ['name', 'imported'],
  consents: ['person', 'purpose', 'channel', 'basis', 'at', 'evidence', 'expires'],
  forgotten: ['person', 'at'],
} as const satisfies { readonly [Table in MovedTable]: readonly (keyof LedgerRows[Table][number])[] };

/** The same for the same rows, in whatever order and of whatever driver. */
export function digestOf(rows: LedgerRows): string {
  const hash = createHash('sha256');
  for (const table of Object.keys(movedColumns) as MovedTable[]) {
    const cellsOf = (row: Readonly<Record<string, unknown>>): readonly unknown[] =>
      movedColumns[table].map((name) => (name === 'person' ? nameOf(row[name] as Person) : row[name]));
    const lines = rows[table].map((row) => JSON.stringify(cellsOf({ ...row })));
    for (const line of lines.sort()) hash.update(`${line}\n`);
    hash.update('\n');
  }
  return hash.digest('hex');
}
