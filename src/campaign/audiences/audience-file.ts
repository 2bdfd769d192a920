import type { AudienceFile } from '../../audience/audience.ts';
import type { Audience } from '../campaign.ts';
import type { CampaignPaths } from '../campaign-paths.ts';

/** The file with the rows of an audience: its own, or its snapshot. `shown` is the path for people. */
export function audienceFile(
  { snapshot, file, format, sep }: Audience,
  paths: CampaignPaths,
): AudienceFile & { readonly shown: string } {
  if (snapshot !== undefined) return { path: snapshot.path, shown: snapshot.shown, format };
  return { path: paths.absolute(file), shown: paths.shown(file), format, sep };
}
