import { hasJobIn, isSelectedBy, runsAsNeeded } from '../../campaign/audiences/selection.ts';
import type { Campaign, Step } from '../../campaign/campaign.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import type { JobId } from '../../job/address.ts';
import type { JobRecord } from '../../job/job.ts';
import type { RunReader } from '../../ledger/backend.ts';
import type { Instant } from '../../platform/ports.ts';
import { jobCounts, type RemovedStep, recordedAs, removedSteps } from '../../run/summary.ts';
import { operations } from '../../service/operations/operations.ts';
import { minuteMs } from '../../time/wall-clock.ts';
import type { Axis } from '../document.ts';
import { type Cause, createReasonTally, isNotMeant } from './reasons.ts';

/** The outcomes of all jobs, in sums and samples: as large for a million jobs as for a hundred. */
export interface RunStatistics {
  readonly steps: readonly StepStatistics[];
  readonly total: Counts;
  /** Of all steps, by place in `jobOutcomes`. */
  readonly starts: StartTimes;
  /** Of the pending jobs, those of steps that run only as needed. */
  readonly asNeeded: number;
  readonly cost: { readonly least: number; readonly most: number };
  readonly people: readonly PeopleStatistics[];
  /** Of jobs that are neither accepted nor untouched. */
  readonly causes: readonly Cause[];
  readonly doubts: readonly DoubtfulJob[];
  /** `wasInDoubtBefore` */
  readonly inDoubtBefore: number;
  /** Accepted by a receipt, perhaps with other words than the campaign has now. */
  readonly asEarlier: number;
  /** First and last start of a latest attempt. */
  readonly firstAt?: Instant;
  readonly lastAt?: Instant;
  readonly removed: readonly RemovedStep[];
}

/**
 * The outcomes in a report, in a word or two. A job under way is in doubt once its process has died; `notMeant` is skipped because the
 * step was for others (`onlyIf`, `runs: on-failure`).
 */
export const outcomeWords = {
  accepted: 'accepted',
  rejected: 'rejected',
  inDoubt: 'in doubt',
  underWay: 'in flight',
  skipped: 'skipped',
  notMeant: 'not needed',
  expired: 'expired',
  cancelled: 'given up',
  pending: 'pending',
} as const;
export type JobOutcome = keyof typeof outcomeWords;
export const jobOutcomes = Object.keys(outcomeWords) as readonly JobOutcome[];
export type Counts = Readonly<Record<JobOutcome, number>>;

/** The service may have carried them out: what a person gave up in doubt, too. */
export const unsureOutcomes: readonly JobOutcome[] = ['inDoubt', 'underWay', 'cancelled'];

/** Neither accepted nor unsure, and carried out all the same if a request arrived after which a person had the job sent again. */
export function wasInDoubtBefore({ state, resentInDoubt = 0 }: JobRecord): boolean {
  return resentInDoubt > 0 && ['pending', 'skipped', 'expired', 'rejected'].includes(state);
}

/** All jobs that are recorded as skipped: the number that `run`, `status` and the other reports show. */
export function skipped(counts: Counts): number {
  return counts.skipped + counts.notMeant;
}

export interface StepStatistics {
  readonly step: Step;
  readonly counts: Counts;
  /** Pending and never tried. */
  readonly untouched: number;
  /** Attempts beyond the first of each job. */
  readonly repeats: number;
  /** Requests after which a person had the job sent again: each may have arrived, whatever became of the job since. */
  readonly resentInDoubt: number;
  readonly firstAt?: Instant;
  readonly lastAt?: Instant;
  /** By place in `jobOutcomes`; of the first `lanesKept` steps that started. */
  readonly starts: StartTimes | undefined;
}

/** For how many recipients of an audience the service has accepted at least one job, over all steps. */
interface PeopleStatistics {
  readonly audience: string;
  readonly all: number;
  readonly accepted: number;
  /** No job accepted, and at least one that may have been carried out. */
  readonly unsure: number;
}

export interface DoubtfulJob extends JobId {
  readonly attempts: number;
  readonly at: Instant | undefined;
  readonly reason: string | undefined;
  /** It was under way when the process died: the next run decides first whether it is safe to send again. */
  readonly isUnanswered: boolean;
}

export interface RunStatisticsInput extends Pick<LoadedCampaign, 'campaign' | 'rosters'> {
  /** Absent when nothing has been run. */
  readonly reader: Pick<RunReader, 'jobs' | 'counts'> | undefined;
  /** A process carries out the run. */
  readonly running: boolean;
  /** Called with every job that is counted. */
  readonly onJob?: (step: Step, record: JobRecord, outcome: JobOutcome) => void;
}

/** Jobs in doubt that are listed. */
const doubtsKept = 50;
/** Steps whose start times are kept one by one. */
const lanesKept = 60;

const [hasAccepted, isUnsure] = [1, 2];

/** Reads the state once, step by step. */
export async function runStatistics({
  campaign,
  rosters,
  reader,
  running,
  onJob,
}: RunStatisticsInput): Promise<RunStatistics> {
  const tally = createReasonTally();
  const doubts: DoubtfulJob[] = [];
  const recorded = await jobCounts(reader);
  const reached = new Map([...rosters].map(([name, { size }]) => [name, new Uint8Array(size)]));
  const steps: StepStatistics[] = [];
  const starts = createStartTimes(jobOutcomes.length);
  let [lanes, asEarlier, inDoubtBefore] = [0, 0, 0];
  for (const step of campaign.steps) {
    const roster = step.forEach === undefined ? undefined : rosters.get(step.forEach.audience);
    const marks = reached.get(step.forEach?.audience ?? '');
    const hasJob = hasJobIn(step, roster);
    const isSelected = isSelectedBy(step, roster);
    const counts: Record<JobOutcome, number> = { ...sumOf([]) };
    const own = lanes < lanesKept ? createStartTimes(jobOutcomes.length) : undefined;
    let [untouched, repeats, resentInDoubt] = [0, 0, 0];
    let [firstAt, lastAt] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let index = 0; index < (roster?.size ?? 1); index++) if (isSelected(index)) untouched++;
    const noteStart = ({ attempts }: JobRecord, at: Instant, outcome: JobOutcome): void => {
      repeats += Math.max(0, attempts - 1);
      [firstAt, lastAt] = [Math.min(firstAt, at), Math.max(lastAt, at)];
      for (const times of [starts, own]) times?.note(at, jobOutcomes.indexOf(outcome));
    };
    const note = (job: JobRecord): void => {
      const outcome = outcomeOf(job, running);
      const isThere = hasJob(job.key);
      if (isThere) untouched--;
      if (job.at !== undefined) noteStart(job, job.at, outcome);
      if (outcome !== 'accepted' && outcome !== 'underWay' && (outcome !== 'pending' || job.reason !== undefined))
        tally.note({ ...job, step: step.id }, isThere);
      // A pending job of somebody who has left the audience will not start.
      if (!isThere && outcome === 'pending') return;
      counts[outcome]++;
      onJob?.(step, job, outcome);
      resentInDoubt += job.resentInDoubt ?? 0;
      const wasInDoubt = wasInDoubtBefore(job);
      if (wasInDoubt) inDoubtBefore++;
      const { receipt } = operations[step.uses];
      if (outcome === 'accepted' && receipt !== undefined && job.code === receipt && job.reason !== undefined)
        asEarlier++;
      if (outcome === 'inDoubt' && doubts.length < doubtsKept) doubts.push(doubtOf(job));
      const index = job.key === undefined ? undefined : roster?.indexOf(job.key);
      if (index === undefined || marks === undefined) return;
      if (outcome === 'accepted') marks[index] = hasAccepted;
      else if ((wasInDoubt || unsureOutcomes.includes(outcome)) && marks[index] === 0) marks[index] = isUnsure;
    };
    for await (const page of reader?.jobs({ step: recordedAs(step, recorded) }) ?? []) page.forEach(note);
    const ended = firstAt <= lastAt ? { firstAt, lastAt } : {};
    if (firstAt <= lastAt) lanes++;
    counts.pending += untouched;
    steps.push({ step, counts, untouched, repeats, resentInDoubt, starts: own, ...ended });
  }
  return {
    steps,
    total: sumOf(steps.map(({ counts }) => counts)),
    starts,
    asNeeded: steps.reduce((sum, { step, counts }) => sum + (runsAsNeeded(step) ? counts.pending : 0), 0),
    cost: costOf(campaign, steps),
    people: [...reached].map(([audience, marks]) => peopleOf(audience, marks)),
    causes: tally.causes(),
    doubts,
    inDoubtBefore,
    asEarlier,
    removed: removedSteps(campaign, recorded),
    ...span(steps),
  };
}

/** What a report calls it: a job in flight is in doubt where no process carries out the run. */
export function outcomeOf(job: JobRecord, running: boolean): JobOutcome {
  if (job.state === 'sending') return running ? 'underWay' : 'inDoubt';
  return isNotMeant(job) ? 'notMeant' : job.state;
}

function doubtOf({ step, key, attempts, at, reason, state }: JobRecord): DoubtfulJob {
  return { step, key, attempts, at, reason, isUnanswered: state === 'sending' };
}

function sumOf(all: readonly Counts[]): Counts {
  const sum = (outcome: JobOutcome): number => all.reduce((total, counts) => total + counts[outcome], 0);
  return Object.fromEntries(jobOutcomes.map((outcome) => [outcome, sum(outcome)])) as Record<JobOutcome, number>;
}

/** The price of the accepted jobs, and of those that may have been accepted. */
function costOf({ costs }: Campaign, steps: readonly StepStatistics[]): RunStatistics['cost'] {
  let [least, most] = [0, 0];
  for (const { step, counts, resentInDoubt } of steps) {
    const price = costs[step.uses] ?? 0;
    least += price * counts.accepted;
    most += price * unsureOutcomes.reduce((sum, outcome) => sum + counts[outcome], counts.accepted + resentInDoubt);
  }
  return { least, most };
}

function peopleOf(audience: string, marks: Uint8Array): PeopleStatistics {
  let [accepted, unsure] = [0, 0];
  for (const mark of marks) {
    if (mark === hasAccepted) accepted++;
    else if (mark === isUnsure) unsure++;
  }
  return { audience, all: marks.length, accepted, unsure };
}

function span(steps: readonly StepStatistics[]): Pick<RunStatistics, 'firstAt' | 'lastAt'> {
  const firsts = steps.flatMap(({ firstAt }) => firstAt ?? []);
  const lasts = steps.flatMap(({ lastAt }) => lastAt ?? []);
  return firsts.length === 0 ? {} : { firstAt: Math.min(...firsts), lastAt: Math.max(...lasts) };
}

/** The last interval is a quarter of an hour: zones differ by multiples of it. */
const lengths = [1000, 10_000, minuteMs, 15 * minuteMs];
const cellsKept = 4000;

/**
 * How many jobs of each kind started when, in bounded memory: counted per second, and per longer interval once there are too
 * many. Every interval divides the next one, and every cell of an axis over such a period.
 */
export function createStartTimes(kinds: number) {
  let length = 0;
  let cells = new Map<number, Uint32Array>();

  const countsAt = (at: Instant): Uint32Array => {
    const cell = Math.floor(at / lengths[length]!);
    let counts = cells.get(cell);
    if (counts === undefined) cells.set(cell, (counts = new Uint32Array(kinds)));
    return counts;
  };

  const coarsen = (): void => {
    const finer = cells;
    const finerMs = lengths[length++]!;
    cells = new Map();
    for (const [cell, counts] of finer) addTo(countsAt(cell * finerMs), counts);
  };

  return {
    note(at: Instant, kind: number): void {
      countsAt(at)[kind]!++;
      while (cells.size > cellsKept && length < lengths.length - 1) coarsen();
    },
    /** Counts by kind for each cell of the axis. */
    inCells(axis: Axis): readonly Uint32Array[] {
      const sums = Array.from({ length: axis.cells }, () => new Uint32Array(kinds));
      for (const [cell, counts] of cells) {
        const index = Math.floor((cell * lengths[length]! - axis.from) / axis.cellMs);
        addTo(sums[Math.min(Math.max(index, 0), axis.cells - 1)]!, counts);
      }
      return sums;
    },
  };
}

type StartTimes = ReturnType<typeof createStartTimes>;

function addTo(sums: Uint32Array, counts: Uint32Array): void {
  for (let kind = 0; kind < sums.length; kind++) sums[kind]! += counts[kind]!;
}
