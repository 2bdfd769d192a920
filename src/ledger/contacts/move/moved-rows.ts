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

/** The same for the same rows, in whatever order and of whatever driver. */
export function digestOf(rows: LedgerRows): string {
  const hash = createHash('sha256');
  const note = (all: readonly (readonly (string | number | null)[])[]): void => {
    for (const line of all.map((cells) => JSON.stringify(cells)).sort()) hash.update(`${line}\n`);
    hash.update('\n');
  };
  note(
    rows.touches.map(({ person, campaign, run, step, at, channel, purpose }) => [
      nameOf(person),
      campaign,
      run,
      step,
      at,
      channel,
      purpose,
    ]),
  );
  note(
    rows.suppressions.map(({ person, source, channel, purpose, reason, starts, ends }) => [
      nameOf(person),
      source,
      channel,
      purpose,
      reason,
      starts,
      ends,
    ]),
  );
  note(rows.lists.map(({ name, imported }) => [name, imported]));
  note(
    rows.consents.map(({ person, purpose, channel, basis, at, evidence, expires }) => [
      nameOf(person),
      purpose,
      channel,
      basis,
      at,
      evidence,
      expires,
    ]),
  );
  note(rows.forgotten.map(({ person, at }) => [nameOf(person), at]));
  return hash.digest('hex');
}
