import type { Campaign } from '../../campaign/campaign.ts';
import type { LoadRequest } from '../../campaign/loaded-campaign.ts';
import { isCampaignYear } from '../../campaign/rules/times.ts';
import type { RunReader } from '../../ledger/backend.ts';
import type { Clock, Instant } from '../../platform/ports.ts';
import { instantOf, readInstant } from '../../time/local-time.ts';
import type { OpenedCampaign } from './open-campaign.ts';

/**
 * When the sandbox's clock begins: where its last run stopped, or at `at`, or now, or at the campaign's `starts` where that
 * is past, so that a worked example runs at any date.
 */
export async function sandboxStart(
  { starts, timezone }: Campaign,
  reader: SandboxReader | undefined,
  now: Instant,
  at?: Instant,
): Promise<Instant> {
  const begins = at ?? (starts === undefined ? now : Math.min(now, instantOf(starts, timezone)));
  return Math.max(begins, (reader && (await sandboxStopped(reader))) ?? begins);
}

type SandboxReader = Pick<RunReader, 'recentStarts' | 'status'>;

/** Where the clock of the last sandbox run stopped, with or without a start shortly before. Undefined before the first one. */
export async function sandboxStopped(reader: SandboxReader): Promise<Instant | undefined> {
  const [latest] = await reader.recentStarts(1);
  const { ended } = await reader.status();
  if (latest === undefined) return ended?.at;
  return Math.max(latest + 1_000, ended?.at ?? latest);
}

/** What a check asks of the clock; a campaign without `lastInbound` does not pay for time zones. */
export function isInFuture({ now }: Pick<Clock, 'now'>): NonNullable<LoadRequest['isInFuture']> {
  return async (campaign) => (await import('../../schedule/audience-times.ts')).isInFuture(campaign, now());
}

/** The time of `--at`, or why it is not one. A bare number is not a time here, though an audience may have one. */
export function readAt(text: string, timezone: string): Instant | string {
  const isTime = !/^\d+$/.test(text) && isCampaignYear(Number(text.slice(0, 4)));
  const wrong = `--at takes a local date-time such as "2026-11-23 08:30", or an instant with an offset, not ${JSON.stringify(text)}`;
  return (isTime ? readInstant(text, timezone) : undefined) ?? wrong;
}

/** The time that a command takes of an opened campaign: that at which its sandbox's clock would begin, or now. */
export async function nowOf(
  { campaign, shared, project, host }: Pick<OpenedCampaign, 'campaign' | 'shared' | 'project' | 'host'>,
  now = host.clock.now(),
): Promise<Instant> {
  return project.sandbox ? sandboxStart(campaign, shared, now) : now;
}
