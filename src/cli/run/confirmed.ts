import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { isCalendarFile } from '../../campaign/load-holidays.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { isSameService } from '../../job/service-address.ts';
import { type CampaignSettings, campaignSettings } from '../../plan/difference/campaign-settings.ts';
import { variableDigests } from '../../plan/saved/variable-digests.ts';
import type { Instant } from '../../platform/ports.ts';

/** What a person confirmed, but for the people (`ConfirmedPeople`). It does not change as jobs are done. */
export interface Confirmed {
  readonly version: 3;
  readonly at: Instant;
  /** Base URL of the service that it was confirmed for. */
  readonly service: string;
  /** Digest of all inputs that it covers (`LoadedCampaign.digest`): with these, nothing needs to be compared. */
  readonly inputs: string;
  readonly settings: CampaignSettings;
  /** Digest of the `--input` values and of the variables that templates read. */
  readonly values: string;
  /** Files that steps send, such as audio, with their SHA-256. */
  readonly files: Readonly<Record<string, string>>;
  /** Which people belong to it: the digest that their parts begin with, as a crash may come between those and this. */
  readonly people: string;
}

/** What is confirmed by a yes to this campaign at this service. */
export function confirmedBy(loaded: LoadedCampaign, service: string, at: Instant): Confirmed {
  const { campaign, digest: inputs, source } = loaded;
  const lists = campaign.audiences.flatMap(({ file, exclude }) => [file, ...exclude]);
  const notSent = new Set([basename(source.path), ...lists]);
  return {
    version: 3,
    at,
    service,
    inputs,
    people: inputs,
    settings: campaignSettings(campaign),
    values: createHash('sha256')
      .update(JSON.stringify([loaded.inputs, variableDigests(campaign.id, loaded.env)]))
      .digest('hex')
      .slice(0, 32),
    files: Object.fromEntries(
      // The settings have the days of the calendars.
      Object.entries(loaded.fileHashes).filter(([name]) => !notSent.has(name) && !isCalendarFile(name)),
    ),
  };
}

/**
 * What was confirmed for this service; undefined where nobody has confirmed anything, or it was written by another version. A state
 * file may change its service until the first request leaves, and a yes does not follow it.
 */
export function readConfirmed(text: string | undefined, service: string): Confirmed | undefined {
  if (text === undefined) return undefined;
  const value = JSON.parse(text) as Confirmed;
  return value.version === 3 && isSameService(value.service, service) ? value : undefined;
}
