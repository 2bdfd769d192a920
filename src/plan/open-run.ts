import type { Audience, Campaign, Step } from '../campaign/campaign.ts';
import type { History } from '../job/history.ts';
import type { JobState, JobTimes } from '../job/job.ts';
import type { Instant } from '../platform/ports.ts';
import type { UntriedJobs } from '../schedule/untried-jobs.ts';
import { operations } from '../service/contract/operations.ts';
import {
  areKindsEnough,
  isOpen,
  type JobKind,
  mostKinds,
  reducedToKinds,
  type Tried,
  waitsForOthers,
} from './kinds-left.ts';
import { type WhatNext, whatNextAndProgress } from './what-next.ts';

/**
 * The jobs of a step that were never tried, as the process that carries the run out records them, with the intent that changed them: if
 * it dies, nobody has to read a list to know what is next.
 */
export type UntriedLeft = readonly [
  zones: readonly string[],
  /** Places of the zones in which jobs are left. */
  left: readonly number[],
  hasDropped: boolean,
];

/** More of these would make the record large, and each step that opens writes it. */
const mostSteps = 100;
/** More would take longer than to read everything. */
const mostLooks = 20_000;

/** The steps whose untried jobs a process counts while it carries the run out. Undefined where that would not be enough. */
export function stepsToCount(campaign: Campaign): ((step: Step) => boolean) | undefined {
  if (!areKindsEnough(campaign)) return undefined;
  const counted = new Set(campaign.steps.filter((step) => canCount(step, audienceOf(campaign, step))));
  return counted.size > mostSteps ? undefined : (step) => counted.has(step);
}

function canCount(step: Step, audience: Audience | undefined): boolean {
  return audience !== undefined && operations[step.uses].effect !== 'query' && !waitsForOthers(step, audience);
}

function audienceOf({ audiences }: Campaign, { forEach }: Step): Audience | undefined {
  return audiences.find(({ name }) => name === forEach?.audience);
}

/** As it is recorded: undefined where the step has not opened. */
export function untriedLeft({ zones, counts, hasDropped }: UntriedJobs): UntriedLeft | undefined {
  if (zones.length > mostKinds) return undefined;
  return [zones, [...counts.keys()].filter((zone) => counts[zone]! > 0), hasDropped];
}

export interface OpenRun extends Pick<History, 'starts' | 'stepStarts' | 'begunAt'> {
  readonly campaign: Campaign;
  /** How many jobs each step has. */
  readonly jobs: readonly number[];
  /** Of each step; undefined where it is not known. */
  readonly untried: readonly (UntriedLeft | undefined)[];
  /** Number of jobs with a record, by step and state. Without the state of those in `tried` that are in flight. */
  readonly counts: ReadonlyMap<string, Partial<Record<JobState, number>>>;
  /** By step: jobs that are left, and of which an intent was recorded, as the next process takes them. */
  readonly tried: ReadonlyMap<string, readonly JobTimes[]>;
  readonly now: Instant;
}

/** What is next in a run that a process carries out, or in which one died. Undefined where single jobs matter more. */
export function whatNextOfOpen(run: OpenRun): WhatNext | undefined {
  const { campaign, starts, stepStarts } = run;
  if (!areKindsEnough(campaign)) return undefined;
  const steps = campaign.steps.map((step, at) => kindsOf(run, step, at));
  if (steps.some((kinds) => kinds === undefined)) return undefined;
  const known = steps as readonly StepKinds[];
  // Nobody knows in which zones those are that were tried: where it makes no difference, nobody has to.
  const several = known.filter(({ tried, zones }) => tried.length > 0 && zones.length > 1);
  if (several.length > 1) return undefined;
  const zones = several[0]?.zones ?? [''];
  const size = known.reduce((sum, { untried, tried }) => sum + untried.length + tried.length, 0);
  if (size > mostKinds || size * zones.length > mostLooks) return undefined;
  let found: WhatNext | undefined;
  for (const zone of zones) {
    const kinds = known.map(({ untried, tried, zones }) => {
      const own = zones.length > 1 ? zone : (zones[0] ?? '');
      return [...untried, ...tried.map((one): JobKind => [own, true, one])];
    });
    const { what, progress } = whatNextAndProgress(reducedToKinds({ ...run, kinds }, { starts, stepStarts }));
    const hasOpened = known.some(
      ({ isUnknown }, at) => isUnknown && !['waiting', 'blocked', 'notNeeded'].includes(progress[at]!.state),
    );
    if (hasOpened || (found !== undefined && JSON.stringify(found) !== JSON.stringify(what))) return undefined;
    found = what;
  }
  return found;
}

interface StepKinds {
  readonly untried: readonly JobKind[];
  readonly tried: readonly Tried[];
  /** In which those may be that were tried; one where the step has no column of them. */
  readonly zones: readonly string[];
  /** Which of its jobs are left is not known: it matters as soon as the step opens. */
  readonly isUnknown: boolean;
}

/** Undefined where what is recorded cannot be. */
function kindsOf({ campaign, jobs, untried, counts, tried }: OpenRun, step: Step, at: number): StepKinds | undefined {
  const settled = Object.entries(counts.get(step.id) ?? {}).reduce(
    (sum, [state, jobs]) => sum + (isOpen(step, state as JobState) ? 0 : jobs),
    0,
  );
  const again = tried.get(step.id) ?? [];
  const rest = (jobs[at] ?? 0) - settled - again.length;
  if (rest < 0) return undefined;
  const kinds = { tried: distinct(again), zones: [''], isUnknown: false };
  const audience = audienceOf(campaign, step);
  if (audience === undefined) return { ...kinds, untried: rest > 0 ? [['', true]] : [] };
  const isUnknown = rest + again.length > 0;
  const any: JobKind = ['', true];
  const entry = untried[at];
  if (entry === undefined || !canCount(step, audience)) return { ...kinds, untried: rest > 0 ? [any] : [], isUnknown };
  const [zones, left, hasDropped] = entry;
  if (rest > 0 && left.length === 0 && !hasDropped) return undefined;
  const haveOwn = !('zone' in audience.timezone);
  const there = left.map((zone): JobKind => [haveOwn ? zones[zone]! : '', true]);
  const dropped: readonly JobKind[] = hasDropped ? [['', false]] : [];
  return { ...kinds, zones: haveOwn ? zones : [''], untried: rest > 0 ? [...there, ...dropped] : [] };
}

function distinct(jobs: readonly JobTimes[]): readonly Tried[] {
  const kinds = new Map<string, Tried>();
  for (const { attempts, firstAt, notBefore, doubtful, maybeSent } of jobs) {
    const kind = { attempts, firstAt, notBefore, doubtful, maybeSent };
    kinds.set(`${String(notBefore)} ${JSON.stringify(kind)}`, kind);
  }
  return [...kinds.values()];
}
