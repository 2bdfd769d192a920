import { isCampaignYear } from '../../campaign/rules/times.ts';
import type { Instant } from '../../platform/ports.ts';
import { readInstant } from '../../time/local-time.ts';

/** The time of `--at`, or why it is not one. A bare number is not a time here, though an audience may have one. */
export function readAt(text: string, timezone: string): Instant | string {
  const isTime = !/^\d+$/.test(text) && isCampaignYear(Number(text.slice(0, 4)));
  const wrong = `--at takes a local date-time such as "2026-11-23 08:30", or an instant with an offset, not ${JSON.stringify(text)}`;
  return (isTime ? readInstant(text, timezone) : undefined) ?? wrong;
}
