import type { AudienceFile } from '../../audience/audience.ts';
import { type KeyReader, readRecipientKey } from '../../audience/number/written-number.ts';
import type { Audience, Campaign } from '../campaign.ts';
import type { CampaignPaths } from '../campaign-paths.ts';

/** The file with the rows of an audience: its own, or its snapshot. `shown` is the path for people. */
export function audienceFile(
  { snapshot, file, format, sep, encoding }: Audience,
  paths: CampaignPaths,
): AudienceFile & { readonly shown: string } {
  if (snapshot !== undefined) return { path: snapshot.path, shown: snapshot.shown, format };
  return { path: paths.absolute(file), shown: paths.shown(file), format, sep, encoding };
}

/**
 * How the keys of these rows are read. A snapshot has whole numbers, without `+`: they were read with the country of the audience once,
 * and read so again some would be the number of another person.
 */
export function rowKeyReader({ snapshot }: Pick<Audience, 'snapshot'>, readKey: KeyReader): KeyReader {
  return snapshot === undefined ? readKey : readRecipientKey;
}

/** Where the people of an audience are, if they are in one place. */
export function homeZone(
  { timezone: zone }: Pick<Campaign, 'timezone'>,
  { timezone }: Pick<Audience, 'timezone'>,
): string {
  return 'zone' in timezone ? timezone.zone : zone;
}
