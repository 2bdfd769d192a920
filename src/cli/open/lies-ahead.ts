import type { LoadRequest } from '../../campaign/loaded-campaign.ts';
import type { Clock } from '../../platform/ports.ts';

/** What a check asks of the clock; a campaign without `lastInbound` does not pay for time zones. */
export function liesAhead({ now }: Pick<Clock, 'now'>): NonNullable<LoadRequest['liesAhead']> {
  return async (campaign) => (await import('../../schedule/audience-times.ts')).liesAhead(campaign, now());
}
