import type { LoadedCampaign } from '../loaded-campaign.ts';

/** The numbers of all whom the campaign may contact. Who is in two audiences comes twice. */
export function* everybodyIn({ rosters }: Pick<LoadedCampaign, 'rosters'>): Generator<string> {
  for (const roster of rosters.values()) for (let index = 0; index < roster.size; index++) yield roster.key(index);
}
