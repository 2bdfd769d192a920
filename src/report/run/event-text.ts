import { counted, formatCount } from '../../diagnostic/count-words.ts';
import { formatAddress } from '../../job/address.ts';
import type { Instant } from '../../platform/ports.ts';
import type { RunEvent } from '../../run/event.ts';
import { formatInstant } from '../../time/local-time.ts';
import { outcomeWords } from '../jobs/run-statistics.ts';
import { shownAddress, shownReason } from '../mask.ts';
import {
  formatClock,
  formatCounts,
  formatDayTime,
  formatJobs,
  formatPeople,
  formatRequests,
  heldWords,
} from '../plan/words.ts';
import { codeAndReason, formatBlockText, formatStopReason } from '../reason-text.ts';
import { formatWaveCounts } from './next-text.ts';

interface EventTextOptions {
  readonly timezone: string;
  readonly showNumbers: boolean;
  /** The name of the step with this id. */
  readonly stepName: (id: string) => string;
}

/** One event as one line for people, without its end; undefined for those that are only counted. */
export function eventToText(event: RunEvent, options: EventTextOptions): string | undefined {
  const { timezone, showNumbers, stepName } = options;
  const because = (reason = ''): string => shownReason(reason, showNumbers);
  const line = (text: string): string => `${formatDayTime(event.at, timezone, true)}  ${text}`;
  switch (event.event) {
    case 'started':
      return line(
        `${event.campaign}, run ${event.run}, ${event.resumed ? 'resumes' : 'starts'} ${event.service === 'sandbox' ? 'in the sandbox' : `at ${event.service}`} (times are ${timezone})${event.limitedTo === undefined ? '' : `, only for ${counted(event.limitedTo, 'recipient')}`}`,
      );
    case 'recovered': {
      const { again, edited = 0, inDoubt } = event;
      const now = [
        ...(again > 0 ? [`${formatCount(again)} will be retried, which is safe`] : []),
        ...(edited > 0 ? [`${counted(edited, 'is', 'are')} edited since, and not sent again`] : []),
        ...(inDoubt > 0 ? [`${counted(inDoubt, 'is', 'are')} in doubt`] : []),
      ];
      return line(
        `the previous process left ${formatRequests(again + edited + inDoubt)} unanswered: ${now.join(', ')}`,
      );
    }
    case 'job':
      return jobText(event, options, line);
    case 'waiting':
      return line(
        `${stepName(event.step)} waits for ${heldWords[event.heldBy]}${event.heldBy === 'cap' ? ' at least' : ''} until ${formatDayTime(event.until, timezone, true)}`,
      );
    case 'step':
      return stepText(event, stepName(event.step), because, line);
    case 'wave':
      return line(
        `${stepName(event.step)}: wave ${event.wave} of ${event.waves} begins, up to ${formatCount(event.people)} of ${formatPeople(event.of)}`,
      );
    case 'waveOver':
      return line(
        `${stepName(event.step)}: wave ${event.wave} of ${event.waves} is over, ${formatWaveCounts(event)}; the next one begins with \`callsheet promote\``,
      );
    case 'resting':
      return line(`nothing starts until ${formatClock(event.until, timezone, true)}: ${because(event.reason)}`);
    case 'clock':
      return line(
        `the service's clock is ${Math.abs(event.aheadMs) / 1000} s ${event.aheadMs < 0 ? 'behind' : 'ahead of'} ours: signing with its time`,
      );
    case 'clockJumped':
      return line(
        `system clock jumped by ${Math.round(event.byMs / 1000)} s (changed, or the machine slept); overdue jobs wait for their next window`,
      );
    case 'paused':
      return line('paused: nothing new starts until `callsheet resume`');
    case 'resumed':
      return line('resumed');
    case 'draining':
      return line(
        `stopping (${because(formatStopReason(event.reason))}): waiting for ${formatJobs(event.inFlight)} in flight${event.handedOut === undefined ? '' : ' or with workers'}`,
      );
    case 'following':
    case 'finished':
      return undefined;
    default:
      return event satisfies never;
  }
}

type StepEvent = Extract<RunEvent, { event: 'step' }>;
type JobEvent = Extract<RunEvent, { event: 'job' }>;
type Line = (text: string) => string;

/** Every change of a step that runs once; of recipients' jobs only those that need attention. */
function jobText(event: JobEvent, options: EventTextOptions, line: Line): string | undefined {
  const { step, key } = event.job;
  const single = key === undefined;
  if (!single && event.state !== 'rejected' && event.state !== 'inDoubt') return undefined;
  const name = single ? options.stepName(step) : shownAddress(event.job, options.showNumbers);
  const why = event.reason === undefined ? undefined : codeAndReason(event, options.showNumbers);
  const reason = why === undefined ? '' : `: ${why}`;
  switch (event.state) {
    case 'again': {
      const when =
        event.notBefore === undefined || event.notBefore <= event.at
          ? ''
          : ` at ${formatClock(event.notBefore, options.timezone, true)}`;
      return line(`${name}: will retry${when}${why === undefined ? '' : ` (${why})`}`);
    }
    case 'accepted':
      return line(`${name} accepted${event.receipt ? ` (${event.reason ?? 'an earlier attempt had succeeded'})` : ''}`);
    case 'inDoubt':
      return line(`${name} is in doubt${reason}`);
    case 'rejected':
    case 'skipped':
    case 'expired':
    case 'cancelled':
      return line(`${name} ${outcomeWords[event.state]}${reason}`);
    default:
      return event.state satisfies never;
  }
}

/** Of a step that starts in this process, what earlier ones have done, as a plan counts it: a job in doubt is not done. */
function doneBefore({
  accepted,
  rejected,
  cancelled = 0,
}: Pick<StepEvent['jobs'], 'accepted' | 'rejected' | 'cancelled'>): number {
  return accepted + rejected + cancelled;
}

function stepText(
  event: StepEvent,
  name: string,
  because: (reason?: string) => string,
  line: Line,
): string | undefined {
  const { toDo, accepted, rejected, skipped, expired = 0, inDoubt } = event.jobs;
  const many = toDo + accepted + rejected + skipped + expired + inDoubt > 1;
  switch (event.state) {
    case 'open': {
      if (!many) return undefined;
      const before = formatCounts({ 'done before': doneBefore(event.jobs), 'in doubt': inDoubt });
      const jobs =
        event.capped === true ? `at most ${formatJobs(toDo)}, as far as contact caps allow` : formatJobs(toDo);
      return line(before.length === 0 ? `${name} started: ${jobs}` : `${name} goes on: ${jobs}; ${before.join(', ')}`);
    }
    case 'finished': {
      if (!many) return undefined;
      const others = formatCounts({ rejected, skipped, expired, 'in doubt': inDoubt });
      return line(`${name} finished: ${[`${formatCount(accepted)} accepted`, ...others].join(', ')}`);
    }
    case 'blocked':
      return line(`${name} does not start: ${because(formatBlockText(event.reason ?? ''))}`);
    case 'stopped':
      return line(`${name} stopped: ${because(event.reason)}`);
    case 'notNeeded':
      return undefined;
    default:
      return event.state satisfies never;
  }
}

/** An event as NDJSON and the log have it: instants as ISO 8601 with offset, a job by its address, why it stops as text. */
export function eventToJson(event: RunEvent, timezone: string): Record<string, unknown> {
  return withInstants(asPrinted(event), timezone);
}

function asPrinted(event: RunEvent): Printed {
  if (event.event === 'draining') return { ...event, reason: formatStopReason(event.reason) };
  if (event.event !== 'job') return { ...event };
  const { event: name, at, job, ...rest } = event;
  return { event: name, at, address: formatAddress(job), ...rest };
}

interface Printed {
  readonly at: Instant;
  readonly [field: string]: unknown;
}

/** Instants as ISO 8601 with offset, everything else as it is. */
export function withInstants(event: Printed, timezone: string): Record<string, unknown> {
  const record: Record<string, unknown> = { ...event };
  for (const field of ['at', 'until', 'notBefore']) {
    if (typeof record[field] === 'number') record[field] = formatInstant(record[field], timezone);
  }
  return record;
}

/** What a worker does for the leaders of one campaign. */
export interface WorkerEvent {
  readonly event: 'worker';
  readonly at: Instant;
  readonly campaign: string;
  /** `lost`: its lease has ended, and it begins again. */
  readonly state: 'waiting' | 'sending' | 'stopping' | 'lost' | 'ended';
  /** With `sending`. */
  readonly run?: string;
  /** With `stopping`: the signal, how many jobs it has given back, and how many requests it waits for. */
  readonly reason?: string;
  readonly gaveBack?: number;
  readonly inFlight?: number;
  /** With `waiting` and `ended`: what it has sent since it last said so, by state; absent where it has sent nothing. */
  readonly jobs?: Readonly<Record<string, number>>;
}

export function workerToText(event: WorkerEvent): string {
  const { campaign, jobs, state, run = '', reason = '', gaveBack = 0, inFlight = 0 } = event;
  const sums = Object.entries(jobs ?? {}).map(([of, count]) => `${formatCount(count)} ${stateWords[of] ?? of}`);
  const words: Readonly<Record<WorkerEvent['state'], string>> = {
    waiting: 'waiting for a leader',
    sending: `sending for run ${run}`,
    stopping: `${reason}: gave back ${formatJobs(gaveBack)}, waiting for ${formatCount(inFlight)} in flight`,
    lost: 'its lease has ended; what it was sending is treated as after a crash. It begins again',
    ended: '',
  };
  const lines = [sums.join(', '), words[state]].filter((line) => line !== '');
  return lines.map((line) => `${campaign}: ${line}\n`).join('');
}

const stateWords: Readonly<Record<string, string>> = { inDoubt: 'in doubt', again: 'to be tried again' };

export function workerToJson(event: WorkerEvent, timezone: string): Record<string, unknown> {
  return withInstants({ ...event }, timezone);
}
