import type { Campaign } from '../../campaign/campaign.ts';
import type { RunReader } from '../../ledger/backend.ts';
import type { Instant } from '../../platform/ports.ts';
import { instantOf } from '../../time/local-time.ts';

/**
 * When the sandbox's clock begins: where its last run stopped, or at `at`, or now, or at the campaign's `starts` where that
 * is past, so that a worked example runs at any date.
 */
export async function sandboxStart(
  { starts, timezone }: Campaign,
  reader: Pick<RunReader, 'recentStarts'> | undefined,
  now: Instant,
  at?: Instant,
): Promise<Instant> {
  const begins = at ?? (starts === undefined ? now : Math.min(now, instantOf(starts, timezone)));
  return Math.max(begins, ...((await reader?.recentStarts(1)) ?? []).map((latest) => latest + 1_000));
}
