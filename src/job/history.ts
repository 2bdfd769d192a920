import type { Instant } from '../platform/ports.ts';
import { type JobState, type JobTimes, jobStates } from './job.ts';
import type { Rest } from './rest.ts';
import { noWaves, type WaveLog } from './waves.ts';

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
  /** The latest rests of this run and its steps, which may be over. */
  readonly rests: readonly Rest[];
  readonly waves: WaveLog;
}

/** What has become of one step's jobs, in columns. */
export interface StepHistory {
  /**
   * `perJob` numbers a job: key, state and marks (`stateAndMarks`), attempts, `at`, `firstAt`, `settledAt`, `notBefore`; NaN where
   * there is none.
   */
  readonly blocks: readonly Float64Array[];
  /**
   * By key (empty for a step that runs once): jobs in flight, jobs whose key is not a number, and jobs that were put in the
   * place of one of the blocks.
   */
  readonly others: ReadonlyMap<string, OtherJob>;
}

/** What planning needs of a job's record beside its times. */
export interface JobMarks {
  /** Accepted by a receipt or by a person, so that nobody knows what it gave, until a person says it. */
  readonly lacksOutputs?: boolean;
  /** Skipped only until a person decides about another job. */
  readonly undecided?: boolean;
  /** A person has decided that it is sent again: it is to be, or its latest attempt came after that. */
  readonly toResend?: boolean;
  readonly resent?: boolean;
}

export type OtherJob = JobTimes & JobMarks;

/** How the reason of an undecided job begins (`schedule/reasons.ts` has all of them). */
export const undecidedReason = 'undecided:';

/**
 * One job of a history, without an object of its own: a visit fills the same row for each job, and nobody keeps it. That of a step that
 * runs once has no key.
 */
export type HistoryRow = { state: JobState; attempts: number } & Record<
  'key' | 'at' | 'firstAt' | 'settledAt' | 'notBefore',
  number | undefined
> &
  Record<'doubtful' | 'maybeSent' | keyof JobMarks, boolean>;

export const emptyHistory: History = {
  steps: new Map(),
  starts: [],
  stepStarts: new Map(),
  begunAt: undefined,
  rests: [],
  waves: noWaves,
};

/** Visits every job of a step that has a record, in any order. */
export function forEachJob({ steps }: Pick<History, 'steps'>, step: string, visit: (job: JobTimes) => void): void {
  forEachRow(
    steps.get(step),
    ({ key, state, attempts, at, firstAt, settledAt, notBefore, doubtful, maybeSent }, other) => {
      visit(
        other ?? {
          step,
          key: key!.toFixed(0),
          state,
          attempts,
          at,
          firstAt,
          settledAt,
          notBefore,
          doubtful,
          maybeSent,
        },
      );
    },
  );
}

/** The same without an object for each, in a fraction of the time. */
export function forEachRow(
  history: StepHistory | undefined,
  visit: (row: HistoryRow, other: OtherJob | undefined) => void,
): void {
  if (history === undefined) return;
  someRow(history, (row, other) => {
    visit(row, other);
    return false;
  });
}

/** Whether any job is such a one. `other`: the job itself, where it is in none of the blocks. */
export function someRow(
  { blocks, others }: StepHistory,
  isSuch: (row: HistoryRow, other: OtherJob | undefined) => boolean,
): boolean {
  const row = { ...emptyRow };
  const replaced = new Set(Array.from(others.keys(), numericKey));
  for (const block of blocks) {
    for (let at = 0; at < block.length; at += perJob) {
      if (replaced.size > 0 && replaced.has(block[at]!)) continue;
      const marked = block[at + 1]!;
      row.key = block[at]!;
      row.state = jobStates[marked & statesMask]!;
      row.attempts = block[at + 2]!;
      row.at = numberOrNone(block[at + 3]!);
      row.firstAt = numberOrNone(block[at + 4]!);
      row.settledAt = numberOrNone(block[at + 5]!);
      row.notBefore = numberOrNone(block[at + 6]!);
      row.doubtful = (marked & marks.doubtful) !== 0;
      row.maybeSent = (marked & marks.maybeSent) !== 0;
      row.lacksOutputs = (marked & marks.lacksOutputs) !== 0;
      row.undecided = (marked & marks.undecided) !== 0;
      row.toResend = (marked & marks.toResend) !== 0;
      row.resent = (marked & marks.resent) !== 0;
      if (isSuch(row, undefined)) return true;
    }
  }
  for (const other of others.values()) {
    const { key, doubtful = false, maybeSent = false, ...job } = other;
    const number = key === undefined ? undefined : Number(key);
    if (isSuch({ ...emptyRow, ...job, doubtful, maybeSent, key: number }, other)) return true;
  }
  return false;
}

const emptyRow: HistoryRow = {
  key: undefined,
  state: 'pending',
  attempts: 0,
  at: undefined,
  firstAt: undefined,
  settledAt: undefined,
  notBefore: undefined,
  doubtful: false,
  maybeSent: false,
  lacksOutputs: false,
  undecided: false,
  toResend: false,
  resent: false,
};

/** Whether any job is in this state. */
export function hasState({ steps }: Pick<History, 'steps'>, wanted: JobState): boolean {
  return [...steps.values()].some((history) => someRow(history, ({ state }) => state === wanted));
}

/** At most `limit` of the latest starts, oldest first. */
export function latestStarts(starts: readonly Instant[] | undefined, limit: number): readonly Instant[] {
  return starts === undefined ? [] : starts.slice(Math.max(0, starts.length - limit));
}

export const perJob = 7;
/** Each block is twice as large as the one before it: a campaign may have thousands of steps with a few jobs each. */
const [jobsInFirstBlock, jobsInBlock] = [8, 1_000];
const marks = { doubtful: 8, maybeSent: 16, lacksOutputs: 32, undecided: 64, toResend: 128, resent: 256 } as const;
const markNames = Object.keys(marks) as readonly (keyof typeof marks)[];
const statesMask = 7;

/** The second column of a job: the place of its state in `jobStates`, and what is marked. */
function stateAndMarks(job: OtherJob): number {
  let value = jobStates.indexOf(job.state);
  for (const name of markNames) if (job[name] === true) value |= marks[name];
  return value;
}

/** Collects the jobs of one step. */
export function createStepHistory() {
  const full: Float64Array[] = [];
  const others = new Map<string, OtherJob>();
  let block = new Float64Array(0);
  let filled = 0;
  return {
    add(job: OtherJob): void {
      const { key = '' } = job;
      // Jobs in flight are few, and what a run makes of them is in no column.
      const number = job.state === 'sending' ? Number.NaN : numericKey(key);
      if (Number.isNaN(number)) {
        others.set(key, job);
        return;
      }
      if (filled === block.length) {
        const jobs = Math.min(jobsInBlock, Math.max(jobsInFirstBlock, (2 * filled) / perJob));
        block = new Float64Array(jobs * perJob);
        full.push(block);
        filled = 0;
      }
      block[filled] = number;
      block[filled + 1] = stateAndMarks(job);
      block[filled + 2] = job.attempts;
      block[filled + 3] = job.at ?? Number.NaN;
      block[filled + 4] = job.firstAt ?? Number.NaN;
      block[filled + 5] = job.settledAt ?? Number.NaN;
      block[filled + 6] = job.notBefore ?? Number.NaN;
      filled += perJob;
    },
    value: (): StepHistory => ({
      blocks: [...full.slice(0, -1), ...(filled === 0 ? [] : [block.subarray(0, filled)])],
      others,
    }),
  };
}

export type StepHistoryBuilder = ReturnType<typeof createStepHistory>;

/** NaN for a key that does not read as it is written: not digits, a zero in front, more than a number holds. */
function numericKey(key: string): number {
  return /^[1-9]\d{0,14}$/.test(key) ? Number(key) : Number.NaN;
}

function numberOrNone(value: number): number | undefined {
  return Number.isNaN(value) ? undefined : value;
}
