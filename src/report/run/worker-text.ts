import { formatCount } from '../../diagnostic/count-words.ts';
import type { Instant } from '../../platform/ports.ts';
import { formatJobs } from '../plan/words.ts';
import { withInstants } from './event-json.ts';

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
