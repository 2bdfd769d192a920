import type { LoadedCampaign } from '../loaded-campaign.ts';

/** How many rows of an audience's file are left out because their number cannot be read. */
export interface LeftOutRows {
  readonly audience: string;
  /** As the campaign names it. */
  readonly file: string;
  readonly rows: number;
}

/** By audience, in the order of the file, without audiences that leave nobody out. */
export function leftOutRows({
  campaign,
  rosters,
}: Pick<LoadedCampaign, 'campaign' | 'rosters'>): readonly LeftOutRows[] {
  return campaign.audiences
    .map(({ name, file }) => ({ audience: name, file, rows: rosters.get(name)?.left.invalid ?? 0 }))
    .filter(({ rows }) => rows > 0);
}

/** How many rows of an audience's file are left out because their people asked to be forgotten. */
export interface ForgottenRows {
  readonly audience: string;
  readonly rows: number;
}

/** By audience, in the order of the file. Snapshots count theirs themselves: there it may be the row that is gone. */
export function forgottenRows({
  campaign,
  rosters,
}: Pick<LoadedCampaign, 'campaign' | 'rosters'>): readonly ForgottenRows[] {
  return campaign.audiences
    .filter(({ source }) => source === undefined)
    .map(({ name }) => ({ audience: name, rows: rosters.get(name)?.left.forgotten ?? 0 }))
    .filter(({ rows }) => rows > 0);
}
