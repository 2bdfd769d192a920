import type { Instant } from '../platform/ports.ts';
import { type JobState, type JobTimes, jobStates } from './job.ts';

/** What has happened, as far as planning needs it: read once, and a value from then on. */
export interface History {
  /** By the name that a step had when its jobs were recorded; with steps that the campaign no longer has. */
  readonly steps: ReadonlyMap<string, StepHistory>;
  /** Starts of the latest attempts, oldest first, of all runs that share the rates: they still count against these. */
  readonly starts: readonly Instant[];
  /** The same for each step that has a rate of its own. */
  readonly stepStarts: ReadonlyMap<string, readonly Instant[]>;
  /** When this run was first carried out; undefined when it never was. */
  readonly begunAt: Instant | undefined;
}

/** What has become of one step's jobs, in columns: plain data, which moves from one thread to another without a copy. */
export interface StepHistory {
  /** Six numbers a job: key, state (its place in `jobStates`), attempts, `at`, `firstAt`, `settledAt`; NaN where there is none. */
  readonly blocks: readonly Float64Array[];
  /**
   * By key (empty for a step that runs once): jobs that six numbers do not describe, and jobs that have changed since the blocks were
   * read. They replace a job of the blocks.
   */
  readonly others: ReadonlyMap<string, JobTimes>;
}

export const emptyHistory: History = { steps: new Map(), starts: [], stepStarts: new Map(), begunAt: undefined };

/** Visits every job of a step that has a record, in any order. */
export function forEachJob({ steps }: Pick<History, 'steps'>, step: string, visit: (job: JobTimes) => void): void {
  const history = steps.get(step);
  if (history === undefined) return;
  forEachRow(history, (block, at) => visit(plainJob(step, block, at)));
  for (const job of history.others.values()) visit(job);
}

/** The same for states alone, which takes a fraction of the time. `key` is undefined for a step that runs once. */
export function forEachState(history: StepHistory, visit: (key: string | undefined, state: JobState) => void): void {
  forEachRow(history, (block, at) => visit(block[at]!.toFixed(0), jobStates[block[at + 1]!]!));
  for (const { key, state } of history.others.values()) visit(key, state);
}

/** Whether any job is in this state. */
export function hasState({ steps }: Pick<History, 'steps'>, state: JobState): boolean {
  const number = jobStates.indexOf(state);
  return [...steps.values()].some((history) => {
    let found = [...history.others.values()].some((job) => job.state === state);
    if (!found) forEachRow(history, (block, at) => void (found ||= block[at + 1] === number));
    return found;
  });
}

/** At most `limit` of the latest starts, oldest first. */
export function latestStarts(starts: readonly Instant[] | undefined, limit: number): readonly Instant[] {
  return starts === undefined ? [] : starts.slice(Math.max(0, starts.length - limit));
}

/** Keys of the jobs of the blocks that are in this state. */
export function keysInState({ blocks }: StepHistory, state: JobState): readonly string[] {
  const number = jobStates.indexOf(state);
  const keys: string[] = [];
  for (const block of blocks) {
    for (let at = 0; at < block.length; at += perJob) if (block[at + 1] === number) keys.push(block[at]!.toFixed(0));
  }
  return keys;
}

export const perJob = 6;
const jobsInBlock = 1_000;

/** Collects the jobs of one step. */
export interface StepHistoryBuilder {
  add(job: JobTimes): void;
  value(): StepHistory;
}

export function createStepHistory(): StepHistoryBuilder {
  const full: Float64Array[] = [];
  const others = new Map<string, JobTimes>();
  let block = new Float64Array(0);
  let filled = 0;
  return {
    add(job) {
      const { key = '' } = job;
      const number = needsMore(job) ? Number.NaN : numericKey(key);
      if (Number.isNaN(number)) {
        others.set(key, job);
        return;
      }
      if (filled === block.length) {
        block = new Float64Array(jobsInBlock * perJob);
        full.push(block);
        filled = 0;
      }
      block[filled] = number;
      block[filled + 1] = jobStates.indexOf(job.state);
      block[filled + 2] = job.attempts;
      block[filled + 3] = job.at ?? Number.NaN;
      block[filled + 4] = job.firstAt ?? Number.NaN;
      block[filled + 5] = job.settledAt ?? Number.NaN;
      filled += perJob;
    },
    value: () => ({ blocks: [...full.slice(0, -1), ...(filled === 0 ? [] : [block.subarray(0, filled)])], others }),
  };
}

/**
 * Whether six numbers do not describe it. Every job without an answer is among `others`: what a run makes of these depends on more
 * than their columns.
 */
export function needsMore({ state, doubtful, notBefore, maybeSent }: JobTimes): boolean {
  if (state === 'sending' || doubtful === true || notBefore !== undefined) return true;
  return maybeSent === true && (state === 'pending' || state === 'skipped' || state === 'expired');
}

/** NaN for a key that does not read as it is written: not digits, a zero in front, more than a number holds. */
function numericKey(key: string): number {
  return /^[1-9]\d{0,14}$/.test(key) ? Number(key) : Number.NaN;
}

function forEachRow({ blocks, others }: StepHistory, visit: (block: Float64Array, at: number) => void): void {
  const replaced = new Set<number>();
  for (const key of others.keys()) replaced.add(numericKey(key));
  for (const block of blocks) {
    for (let at = 0; at < block.length; at += perJob) {
      if (replaced.size === 0 || !replaced.has(block[at]!)) visit(block, at);
    }
  }
}

function plainJob(step: string, block: Float64Array, at: number): JobTimes {
  const job: { -readonly [K in keyof JobTimes]: JobTimes[K] } = {
    step,
    key: block[at]!.toFixed(0),
    state: jobStates[block[at + 1]!]!,
    attempts: block[at + 2]!,
  };
  const [latest, first, settled] = [block[at + 3]!, block[at + 4]!, block[at + 5]!];
  if (!Number.isNaN(first)) job.firstAt = first;
  if (!Number.isNaN(latest)) job.at = latest;
  if (!Number.isNaN(settled)) job.settledAt = settled;
  return job;
}
