import type { Person } from './person.ts';

/** All that a ledger knows and nobody can tell again, to be put into another one with the same pepper. */
export interface LedgerRows {
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
