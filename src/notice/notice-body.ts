import type { NoticeEvent } from '../campaign/campaign.ts';
import { formatCount } from '../diagnostic/count-words.ts';
import type { Instant } from '../platform/ports.ts';
import { outcomeWords } from '../report/jobs/run-statistics.ts';
import { shownReason } from '../report/mask.ts';
import { formatWaveCounts } from '../report/run/next-text.ts';
import type { Summary } from '../run/event.ts';
import { formatInstant } from '../time/local-time.ts';

export interface NoticeContent {
  readonly event: NoticeEvent;
  readonly at: Instant;
  readonly campaign: string;
  readonly run: string;
  readonly timezone: string;
  /** Of `inDoubt`, the jobs newly in doubt since the last notice; of `waiting`, the wave; else the whole run. */
  readonly counts: Partial<Summary>;
  readonly exitCode?: number | undefined;
  readonly reason?: string | undefined;
}

/** The notice as JSON. `text` says all of it in a sentence, because chats show that field. */
export function noticeBody({ timezone, at, reason, ...content }: NoticeContent): string {
  const masked = reason === undefined ? undefined : shownReason(reason, false);
  const { event, campaign, run, counts, exitCode } = content;
  const words = { event, counts, exitCode, reason: masked };
  return JSON.stringify({
    event,
    at: formatInstant(at, timezone),
    campaign,
    run,
    exitCode,
    reason: masked,
    counts,
    text: `${campaign}, run ${run}: ${noticeText(words)}`,
  });
}

function noticeText({
  event,
  counts,
  exitCode,
  reason,
}: Pick<NoticeContent, 'event' | 'counts' | 'exitCode' | 'reason'>): string {
  const because = reason === undefined ? '' : `: ${reason}`;
  const counted = countsText(counts);
  const { accepted = 0, rejected = 0, inDoubt = 0 } = counts;
  switch (event) {
    case 'inDoubt':
      return `${counted}. ${inDoubt === 1 ? 'It is' : 'They are'} not resent automatically: decide with \`callsheet reconcile\`.`;
    case 'waiting':
      return `${reason ?? 'a wave is over'}. ${formatWaveCounts({ accepted, rejected, inDoubt })}. Let the next one begin with \`callsheet promote\`.`;
    case 'halted':
      return `halted${because}. ${counted}`.trim();
    case 'finished':
      return `${endedText(counts, exitCode)}${because}. ${counted}`.trim();
    default:
      return event satisfies never;
  }
}

/** The counts say what failed. */
function endedText({ pending = 0 }: Partial<Summary>, exitCode: NoticeContent['exitCode']): string {
  if (pending > 0) return 'ended with work left';
  return exitCode === 0 ? 'done' : 'finished';
}

function countsText(counts: Partial<Summary>): string {
  return (Object.keys(counts) as (keyof Summary)[])
    .filter((state) => (counts[state] ?? 0) > 0)
    .map((state) => `${formatCount(counts[state] ?? 0)} ${outcomeWords[state]}`)
    .join(', ');
}
