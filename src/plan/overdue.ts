import type { Campaign } from '../campaign/campaign.ts';
import type { Instant } from '../platform/ports.ts';
import { instantOf } from '../time/local-time.ts';
import { minuteMs } from '../time/wall-clock.ts';

/** A start that is missed by no more than this is punctual. */
export const overdueGraceMs = 15 * minuteMs;

/**
 * By how many milliseconds a campaign whose `starts` has passed is late, when nothing of it has been done yet; undefined
 * when it is not. Whoever finds a schedule of last week must say that it shall still go out (`run --late`).
 */
export function overdueBy(input: {
  readonly campaign: Campaign;
  readonly now: Instant;
  /** Something was accepted, or refused, or may have been. */
  readonly begun: boolean;
}): number | undefined {
  const { campaign, now, begun } = input;
  if (campaign.starts === undefined || begun) return undefined;
  const late = now - instantOf(campaign.starts, campaign.timezone);
  return late > overdueGraceMs ? late : undefined;
}
