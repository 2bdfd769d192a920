import type { NoticeEvent, NoticeTarget } from '../campaign/campaign.ts';
import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import { formatCount } from '../diagnostic/count-words.ts';
import { createTimeLimit } from '../platform/clocks.ts';
import type { Clock, Instant } from '../platform/ports.ts';
import { outcomeWords } from '../report/jobs/run-statistics.ts';
import { shownReason } from '../report/mask.ts';
import { formatEnd } from '../report/reason-text.ts';
import { formatWaveCounts } from '../report/run/next-text.ts';
import type { CarriedOut } from '../run/carry-out-run.ts';
import type { RunEvent, Summary } from '../run/event.ts';
import type { StopReason } from '../run/stop-reason.ts';
import { proxyFor } from '../service/contract/addresses.ts';
import { formatInstant } from '../time/local-time.ts';
import { postNotice, startCommand } from './notice-target.ts';

export type Notices = ReturnType<typeof createNotices>;

export interface NoticeFailure {
  readonly at: Instant;
  readonly notice: NoticeEvent;
  readonly reason: string;
}

export interface NoticesInput {
  readonly loaded: Pick<LoadedCampaign, 'campaign' | 'directory'>;
  readonly run: string;
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where webhooks go; undefined if the campaign has none. */
  readonly address: URL | undefined;
  /** Jobs that were in doubt when the process before died: it may have sent no notice. */
  readonly unnoticedDoubts?: number;
  readonly onFailure: (failure: NoticeFailure) => void;
  readonly limits?: typeof defaultLimits;
}

const defaultLimits = {
  attempts: 3,
  attemptMs: 10_000,
  /** Before the second attempt; before the third, twice that. */
  backoffMs: 1_000,
  afterEndMs: 30_000,
  doubtsEveryMs: 60_000,
};

/** Tells others how a run goes. Nothing waits for it while the run goes on. */
export function createNotices(input: NoticesInput) {
  const { loaded, run, clock, limits = defaultLimits } = input;
  const { id: campaign, timezone, notices: targets } = loaded.campaign;
  const ended = new AbortController();
  const abandoned = new AbortController();
  const underWay: Promise<void>[] = [];
  let doubts = input.unnoticedDoubts ?? 0;
  let collecting = false;

  const deliver = async (event: NoticeEvent, target: NoticeTarget, body: string): Promise<void> => {
    let reason = '';
    for (let attempt = 1; attempt <= limits.attempts && !abandoned.signal.aborted; attempt++) {
      const limit = createTimeLimit(limits.attemptMs, abandoned.signal);
      const fault = await attemptOf(input, target, body, limit.signal);
      limit.clear();
      if (fault === undefined) return;
      reason = limit.signal.aborted ? givenUp(abandoned.signal) : fault;
      if (attempt === limits.attempts) break;
      await clock.sleepUntil(clock.now() + limits.backoffMs * 2 ** (attempt - 1), abandoned.signal);
    }
    input.onFailure({ at: clock.now(), notice: event, reason });
  };

  const send = (content: Pick<NoticeContent, 'event' | 'counts' | 'exitCode' | 'reason'>): void => {
    const target = targets[content.event];
    if (target === undefined) return;
    const body = noticeBody({ ...content, at: clock.now(), campaign, run, timezone });
    underWay.push(deliver(content.event, target, body));
  };

  const sendDoubts = (): void => {
    if (doubts > 0) send({ event: 'inDoubt', counts: { inDoubt: doubts } });
    doubts = 0;
  };
  const collectDoubts = async (): Promise<void> => {
    collecting = true;
    while (doubts > 0) {
      sendDoubts();
      await clock.sleepUntil(clock.now() + limits.doubtsEveryMs, ended.signal);
    }
    collecting = false;
  };
  if (targets.inDoubt !== undefined) void collectDoubts();

  return {
    onEvent(event: RunEvent): void {
      if (event.event === 'waveOver') {
        const { step, wave, waves, accepted, rejected, inDoubt } = event;
        const reason = `wave ${wave} of ${waves} of \`${step}\` is over`;
        send({ event: 'waiting', counts: { accepted, rejected, inDoubt }, reason });
      }
      if (targets.inDoubt === undefined) return;
      if (event.event === 'job' && event.state === 'inDoubt') doubts += 1;
      else if (event.event === 'recovered') doubts += event.inDoubt;
      else return;
      if (!collecting) void collectDoubts();
    },
    /** Sends the last notice. Resolves when all are delivered or have failed, after `afterEndMs` at the latest. */
    async end(result: CarriedOut | undefined): Promise<void> {
      ended.abort();
      sendDoubts();
      send(lastNotice(result));
      const timer = setTimeout(() => abandoned.abort(tooLong), limits.afterEndMs);
      await Promise.all(underWay);
      clearTimeout(timer);
    },
    /** Gives up those that are not delivered. */
    abandon: () => abandoned.abort('the process was stopped before there was an answer'),
  };
}

const tooLong = 'it took too long';

/** Why an attempt was ended: all of them, or this one. */
function givenUp({ aborted, reason }: AbortSignal): string {
  return aborted ? String(reason) : tooLong;
}

async function attemptOf(
  { loaded, env, address }: NoticesInput,
  target: NoticeTarget,
  body: string,
  limit: AbortSignal,
): Promise<string | undefined> {
  try {
    if (target.kind === 'command')
      return await startCommand(target.argv, { directory: loaded.directory, env }, body, limit);
    return address === undefined
      ? 'it has no address'
      : await postNotice(address, body, { proxy: proxyFor(address, env), signal: limit });
  } catch (error) {
    // An argument that no program may have, such as one with a NUL.
    return error instanceof Error ? error.name : String(error);
  }
}

/** Without a result, the process could not carry the run out to its end. */
function lastNotice(result: CarriedOut | undefined) {
  if (result === undefined) return { event: 'halted', counts: {}, reason: 'an error, which its output shows' } as const;
  const { summary, exitCode, reason } = result;
  const event = reason !== undefined && isHalt(reason) ? 'halted' : 'finished';
  const words = formatEnd(result);
  const said = reason?.kind === 'handOver' ? `${words}; another process may continue it` : words;
  return { event, counts: summary, exitCode, reason: said } as const;
}

/** Whether the run stopped although nobody asked for it. */
function isHalt({ kind }: StopReason): boolean {
  return !['signal', 'handOver', 'cancelled', 'aborted', 'endless', 'refused'].includes(kind);
}

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
