import type { Campaign } from '../campaign/campaign.ts';
import { type History, type HistoryRow, someRow } from '../job/history.ts';
import type { Instant } from '../platform/ports.ts';
import { instantOf } from '../time/local-time.ts';
import { minuteMs } from '../time/wall-clock.ts';

/** A start within this time after `starts` is on time. */
const overdueGraceMs = 15 * minuteMs;

/**
 * By how many milliseconds a campaign is late: its `starts` has passed, and it has not started. Undefined when it is not late.
 * An overdue campaign starts only with `run --late`.
 */
export function overdueBy(input: {
  readonly campaign: Campaign;
  readonly now: Instant;
  /** `hasBegunIn`. */
  readonly begun: boolean;
}): number | undefined {
  const { campaign, now, begun } = input;
  if (campaign.starts === undefined || begun) return undefined;
  const late = now - instantOf(campaign.starts, campaign.timezone);
  return late > overdueGraceMs ? late : undefined;
}

/** What an overdue campaign needs: a late start sends nothing after its end. */
export function overdueRemedy({ ends, timezone }: Campaign, now: Instant, late: string): string {
  return ends !== undefined && now >= instantOf(ends, timezone)
    ? 'Its end is past, too: change `starts` and `ends`'
    : `Use ${late} to start it now, or change \`starts\``;
}

/** Whether a job of the campaign was accepted or rejected, or may have reached the service. */
export function hasBegunIn({ steps }: Pick<Campaign, 'steps'>, histories: History['steps']): boolean {
  const isBegun = (name: string | undefined): boolean => {
    const history = name === undefined ? undefined : histories.get(name);
    return history !== undefined && someRow(history, mayHaveReached);
  };
  return steps.some(({ id, was }) => isBegun(id) || isBegun(was));
}

export function mayHaveReached({
  state,
  doubtful,
  maybeSent,
}: Pick<HistoryRow, 'state' | 'doubtful' | 'maybeSent'>): boolean {
  switch (state) {
    case 'accepted':
    case 'rejected':
    case 'inDoubt':
    case 'sending':
      return true;
    case 'pending':
      return doubtful || maybeSent;
    case 'skipped':
    case 'expired':
    case 'cancelled':
      return false;
    default:
      return state satisfies never;
  }
}
