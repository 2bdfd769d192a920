import type { Roster } from '../../audience/roster.ts';
import type { Campaign } from '../campaign.ts';

/** Rows of an audience's file that are nobody's, as their number cannot be read. */
export interface LeftOutRows {
  readonly audience: string;
  /** As the campaign names it. */
  readonly file: string;
  readonly rows: number;
}

/** By audience, in the order of the file; those that leave nobody out have no entry. */
export function leftOutRows({
  campaign,
  rosters,
}: {
  readonly campaign: Campaign;
  readonly rosters: ReadonlyMap<string, Roster>;
}): readonly LeftOutRows[] {
  return campaign.audiences
    .map(({ name, file }) => ({ audience: name, file, rows: rosters.get(name)?.left.invalid ?? 0 }))
    .filter(({ rows }) => rows > 0);
}
