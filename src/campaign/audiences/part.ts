import type { Roster } from '../../audience/roster.ts';
import type { Campaign } from '../campaign.ts';
import { askedKeys } from './asked-number.ts';

/** The recipients that a run or a plan is limited to. Everything else stays as it is, for a later run. */
export interface Part {
  /** How many there are. */
  readonly recipients: number;
  includes(roster: Roster, index: number): boolean;
}

/** Undefined for everybody; `unknown` is a number that is in no audience, as it was written. */
export async function partOf(
  { only = [], first }: { readonly only?: readonly string[]; readonly first?: number },
  { campaign, rosters }: { readonly campaign: Campaign; readonly rosters: ReadonlyMap<string, Roster> },
): Promise<Part | undefined | { readonly unknown: string }> {
  if (first !== undefined) {
    const recipients = [...rosters.values()].reduce((sum, { size }) => sum + Math.min(size, first), 0);
    return { recipients, includes: (_, index) => index < first };
  }
  if (only.length === 0) return undefined;
  const keys = new Set<number>();
  for (const written of only) {
    const theirs = (await askedKeys(written, campaign.audiences)).map(Number);
    const known = theirs.filter((key) => [...rosters.values()].some((roster) => roster.indexOf(key) !== undefined));
    if (known.length === 0) return { unknown: written };
    for (const key of known) keys.add(key);
  }
  return { recipients: keys.size, includes: (roster, index) => keys.has(roster.number(index)) };
}
