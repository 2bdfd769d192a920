import type { Campaign } from '../campaign/campaign.ts';
import type { Instant } from '../platform/ports.ts';
import { instantOf } from '../time/local-time.ts';
import { minuteMs } from '../time/wall-clock.ts';

/** A start within this time after `starts` is on time. */
export const overdueGraceMs = 15 * minuteMs;

/**
 * By how many milliseconds a campaign is late: its `starts` has passed, and it has not started. Undefined when it is not late.
 * An overdue campaign starts only with `run --late`.
 */
export function overdueBy(input: {
  readonly campaign: Campaign;
  readonly now: Instant;
  /** At least one job was accepted or rejected, or may have been. */
  readonly begun: boolean;
}): number | undefined {
  const { campaign, now, begun } = input;
  if (campaign.starts === undefined || begun) return undefined;
  const late = now - instantOf(campaign.starts, campaign.timezone);
  return late > overdueGraceMs ? late : undefined;
}
