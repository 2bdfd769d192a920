import type { LoadRequest } from '../../campaign/loaded-campaign.ts';
import type { Clock } from '../../platform/ports.ts';

/** What a check asks of the clock; a campaign without `lastInbound` does not pay for time zones. */
export function isInFuture({ now }: Pick<Clock, 'now'>): NonNullable<LoadRequest['isInFuture']> {
  return async (campaign) => (await import('../../schedule/audience-times.ts')).isInFuture(campaign, now());
}
