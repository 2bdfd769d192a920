import type { NoticeEvent, NoticeTarget } from '../campaign/campaign.ts';
import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import { createTimeLimit } from '../platform/clocks.ts';
import type { Clock, Instant } from '../platform/ports.ts';
import { formatEnd } from '../report/reason-text.ts';
import type { CarriedOut } from '../run/carry-out-run.ts';
import type { RunEvent } from '../run/event.ts';
import type { StopReason } from '../run/stop-reason.ts';
import { proxyFor } from '../service/contract/proxy.ts';
import { type NoticeContent, noticeBody } from './notice-body.ts';
import { postNotice } from './post-notice.ts';
import { startCommand } from './start-command.ts';

/** Tells others how a run goes. Nothing waits for it while the run goes on. */
export interface Notices {
  onEvent(event: RunEvent): void;
  /** Sends the last notice. Resolves when all are delivered or have failed, after `afterEndMs` at the latest. */
  end(result: CarriedOut | undefined): Promise<void>;
  /** Stops waiting for notices, if the run has ended; false while it goes on. */
  abandon(): boolean;
}

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
  readonly onFailure: (failure: NoticeFailure) => void;
  readonly limits?: NoticeLimits;
}

export interface NoticeLimits {
  readonly attempts: number;
  readonly attemptMs: number;
  /** Before the second attempt; before the third, twice that. */
  readonly backoffMs: number;
  readonly afterEndMs: number;
  readonly doubtsEveryMs: number;
}

const defaultLimits: NoticeLimits = {
  attempts: 3,
  attemptMs: 10_000,
  backoffMs: 1_000,
  afterEndMs: 30_000,
  doubtsEveryMs: 60_000,
};

export function createNotices(input: NoticesInput): Notices {
  const { loaded, run, clock, limits = defaultLimits } = input;
  const { id: campaign, timezone, notices: targets } = loaded.campaign;
  const ended = new AbortController();
  const abandoned = new AbortController();
  const underWay: Promise<void>[] = [];
  let doubts = 0;
  let collecting = false;

  const deliver = async (event: NoticeEvent, target: NoticeTarget, body: string): Promise<void> => {
    let reason = '';
    for (let attempt = 1; attempt <= limits.attempts && !abandoned.signal.aborted; attempt++) {
      const limit = createTimeLimit(limits.attemptMs, abandoned.signal);
      const fault = await attemptOf(input, target, body, limit.signal);
      limit.clear();
      if (fault === undefined) return;
      reason = limit.signal.aborted ? 'it took too long' : fault;
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

  return {
    onEvent(event) {
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
    async end(result) {
      ended.abort();
      sendDoubts();
      send(lastNotice(result));
      const timer = setTimeout(() => abandoned.abort(), limits.afterEndMs);
      await Promise.all(underWay);
      clearTimeout(timer);
    },
    abandon() {
      if (ended.signal.aborted) abandoned.abort();
      return ended.signal.aborted;
    },
  };
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
