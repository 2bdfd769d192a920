import type { Campaign } from '../../campaign/campaign.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Store } from '../../state/store.ts';
import { instantOf } from '../../time/local-time.ts';

/**
 * When the sandbox's clock begins: where its last run stopped; else as told; else now, or at the campaign's `starts` where
 * that is past, so that a worked example runs at any date.
 */
export function sandboxStart(input: {
  readonly campaign: Campaign;
  readonly store: Pick<Store, 'recentStarts'> | undefined;
  readonly at?: Instant | undefined;
  readonly now: Instant;
}): Instant {
  const { campaign, store, at, now } = input;
  const { starts, timezone } = campaign;
  const begins = at ?? (starts === undefined ? now : Math.min(now, instantOf(starts, timezone)));
  return Math.max(begins, ...(store?.recentStarts(1) ?? []).map((latest) => latest + 1_000));
}
