import { createHash } from 'node:crypto';
import { hasJobIn, isSelectedBy } from '../campaign/audiences/selection.ts';
import type { Step } from '../campaign/campaign.ts';
import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import { type JobRecord, type JobState, jobStates } from '../job/job.ts';
import { isOpen, type JobKind } from '../plan/kinds-left.ts';
import { stepsToCount, type UntriedLeft, untriedLeft } from '../plan/open-run.ts';
import type { Instant } from '../platform/ports.ts';
import type { UntriedJobs } from '../schedule/untried-jobs.ts';
import type { RunLease, RunStatus, StepCount } from '../state/backend.ts';
import type { Change } from '../state/change.ts';
import { damaged } from '../state/state-trouble.ts';
import type { Summary } from './event.ts';
import {
  type JobCounts,
  jobCounts,
  type RunSummary,
  recordedAs,
  type StepSummary,
  summariseCounted,
} from './summary.ts';

/**
 * How many jobs each step has, in the order of the file: those of the files, and those of recipients who are no longer in them that have
 * a record and are not pending. What is not settled of these is pending, so nobody has to read a list to know how much is left.
 */
export type CountedJobs = readonly number[];

type Files = Pick<LoadedCampaign, 'jobsDigest' | 'campaign'>;

interface Written {
  /** `LoadedCampaign.jobsDigest`: bytes of the files, and not their times, which a copy may keep. */
  readonly of: string;
  readonly jobs: CountedJobs;
  /** What was left when the process ended; absent while one is under way. */
  readonly left?: Left;
  /** What is left while a process is under way, and when it died. */
  readonly open?: Open;
}

/** Recorded with the intents that change it. */
export interface Open {
  /** Of each step whose untried jobs are counted and that has opened, by its place in the file. */
  readonly untried: Readonly<Record<number, UntriedLeft>>;
  /** No earlier attempt of a job that is left was made with other files. */
  readonly unedited: boolean;
}

/** What is left, so that nobody has to read a list to know what is next. */
export interface Left {
  readonly endedAt: Instant;
  /** Of each step. */
  readonly kinds: readonly (readonly JobKind[])[];
  /** Of the counts of that moment: with others, other jobs are left. */
  readonly of: string;
  /** Jobs that were tried are kinds of their own; absent where an earlier version wrote it, which left them out. */
  readonly withTried?: true;
}

/** Undefined where nobody has counted them, or the files were others then. */
export function readCounted(
  { counted }: Pick<RunStatus, 'counted'>,
  { jobsDigest, campaign }: Files,
): Pick<Written, 'jobs' | 'left' | 'open'> | undefined {
  if (counted === undefined) return undefined;
  const written = JSON.parse(counted) as Written;
  return written.of === jobsDigest && written.jobs.length === campaign.steps.length ? written : undefined;
}

/** The digest that `Left` has of the counts. */
export function countsDigest(counts: readonly StepCount[]): string {
  return createHash('sha256').update(JSON.stringify(counts)).digest('hex').slice(0, 32);
}

export interface Counting {
  readonly changes: readonly Change[];
  /** Makes the record of what is left, where it is worth one. */
  readonly record?: RecordUntried;
  readonly countsUntried?: (step: Step) => boolean;
}

export type RecordUntried = (untried: readonly (UntriedJobs | undefined)[]) => Change;

/**
 * As a process of the run begins: the lists alone count where nothing is recorded. Else an earlier process has counted, or this one will.
 * `isWhole`: any job of the run may start.
 */
export async function countAtBegin(
  { loaded, isWhole }: { readonly loaded: LoadedCampaign; readonly isWhole: boolean },
  lease: Pick<RunLease, 'status' | 'counts' | 'steps'>,
): Promise<Counting> {
  const status = await lease.status();
  const isFresh = (await lease.steps()).length === 0;
  const known = isFresh ? undefined : readCounted(status, loaded);
  if (!isFresh && known === undefined) return { changes: status.counted === undefined ? [] : [uncounted] };
  const jobs = known?.jobs ?? loaded.campaign.steps.map(jobsOf(loaded));
  const countsUntried = isWhole ? stepsToCount(loaded.campaign) : undefined;
  const left = known?.left;
  // What an earlier process has recorded would not become what this one leaves.
  if (countsUntried === undefined)
    return { changes: isFresh || known?.open !== undefined ? [written(loaded, jobs, { left })] : [] };
  const hasTried = (await lease.counts()).some(({ state }) => triedStates.includes(state));
  const unedited = !hasTried || left !== undefined || known?.open?.unedited === true;
  const record: RecordUntried = (untried) => written(loaded, jobs, { open: { untried: ofSteps(untried), unedited } });
  const open = { untried: known?.open?.untried ?? {}, unedited };
  return { changes: [written(loaded, jobs, { left, open })], record, countsUntried };
}

/** In which jobs are, or may be, that were tried and are left. */
const triedStates: readonly JobState[] = ['pending', 'sending', 'skipped', 'expired'];

function ofSteps(untried: readonly (UntriedJobs | undefined)[]): Open['untried'] {
  const entries = untried.map((jobs, step) => [step, jobs && untriedLeft(jobs)] as const);
  return Object.fromEntries(entries.filter(([, jobs]) => jobs !== undefined)) as Open['untried'];
}

/** Of a run that has ended: undefined where something is left for a later process, or nobody has counted the jobs. Reads no job. */
export async function summaryIfNothingIsLeft(
  loaded: LoadedCampaign,
  lease: Pick<RunLease, 'keepsCounts' | 'status' | 'counts'>,
): Promise<RunSummary | undefined> {
  const counted = lease.keepsCounts ? readCounted(await lease.status(), loaded)?.jobs : undefined;
  if (counted === undefined) return undefined;
  const { campaign } = loaded;
  const counts = await jobCounts(lease);
  const found = summariseCounted(campaign, counted, counts);
  const isLeft = campaign.steps.some((step) => {
    const states = counts.get(recordedAs(step, counts)) ?? {};
    return jobStates.some((state) => states[state] !== undefined && isOpen(step, state));
  });
  // A count that is wrong, of one step too many and of another too few, is found out where everything is read.
  return isLeft || found.steps.some(({ summary }) => summary.pending !== 0) ? undefined : found;
}

/** What was counted holds no longer. */
const uncounted: Change = { kind: 'counted', text: '' };

/** As it ends, when everything has been read. Throws where it was counted before, and differently. */
export function countAtEnd(
  loaded: LoadedCampaign,
  status: RunStatus,
  { steps, left }: { readonly steps: readonly StepSummary[]; readonly left: Left | undefined },
): Change {
  const jobs = steps.map(({ summary }) => jobsIn(summary));
  const before = readCounted(status, loaded)?.jobs;
  if (before !== undefined && before.join() !== jobs.join()) {
    throw damaged('the number of its jobs is not what was counted');
  }
  return written(loaded, jobs, { left });
}

/** Counts the jobs of each step from its records, in whatever order they are read. */
export interface JobCounter {
  note(job: JobRecord): void;
  jobs(): CountedJobs;
}

export function createJobCounter(loaded: LoadedCampaign, counts: JobCounts): JobCounter {
  const { campaign, rosters } = loaded;
  const jobs = campaign.steps.map(jobsOf(loaded));
  const places = campaign.steps.map((step, place) => {
    const roster = step.forEach === undefined ? undefined : rosters.get(step.forEach.audience);
    return { place, name: recordedAs(step, counts), hasJob: hasJobIn(step, roster) };
  });
  const byName = new Map(places.map(({ name }) => [name, places.filter((one) => one.name === name)]));
  return {
    note({ step, key, state }) {
      if (state === 'pending') return;
      for (const { place, hasJob } of byName.get(step) ?? []) if (!hasJob(key)) jobs[place]!++;
    },
    jobs: () => jobs,
  };
}

function written(
  { jobsDigest }: Files,
  jobs: CountedJobs,
  { left, open }: { readonly left?: Left | undefined; readonly open?: Open | undefined } = {},
): Change {
  const text: Written = {
    of: jobsDigest,
    jobs,
    ...(left === undefined ? {} : { left }),
    ...(open === undefined ? {} : { open }),
  };
  return { kind: 'counted', text: JSON.stringify(text) };
}

/** Of the files, and of those who have left them, as `CountedJobs`. */
export function jobsIn({ cancelled = 0, ...states }: Summary): number {
  return Object.values(states).reduce((sum, jobs) => sum + jobs, cancelled);
}

function jobsOf({ rosters }: LoadedCampaign): (step: LoadedCampaign['campaign']['steps'][number]) => number {
  return (step) => {
    const roster = step.forEach === undefined ? undefined : rosters.get(step.forEach.audience);
    if (roster === undefined) return 1;
    if (Object.keys(step.forEach?.where ?? {}).length === 0) return roster.size;
    const isSelected = isSelectedBy(step, roster);
    let jobs = 0;
    for (let index = 0; index < roster.size; index++) if (isSelected(index)) jobs++;
    return jobs;
  };
}
