import { type JobState, jobStates } from '../../job/job.ts';
import type { LeftOutAs } from '../../plan/plan.ts';
import { skippedIn } from '../../plan/unsent-jobs.ts';
import { type SeenRun, withPlan } from '../../run/run-state.ts';
import { dropState, isNotNeeded } from '../../schedule/reasons.ts';
import { type KnownPlan, plannedStep } from './known-plan.ts';
import type { RunLook } from './run-look.ts';
import type { ShownCounts, ShownState, StepLane } from './views.ts';

/** A step's jobs with a record; what is still to come is what its plan had in all, less what has a record by now. */
export function stepCounts(
  recorded: string,
  id: string,
  { counts, isUnderWay }: Pick<RunLook, 'counts' | 'isUnderWay'>,
  known: KnownPlan | undefined,
): ShownCounts {
  const {
    accepted = 0,
    rejected = 0,
    skipped = 0,
    expired = 0,
    cancelled = 0,
    inDoubt = 0,
    sending = 0,
  } = counts.get(recorded) ?? {};
  const planned = plannedStep(known, id)?.jobs;
  const all = planned && planned.toSend + planned.done + planned.inDoubt;
  const settled = accepted + rejected + cancelled + inDoubt + sending;
  const pending = all === undefined ? undefined : Math.max(0, all - settled);
  const again = known?.isEarlier === true ? {} : (planned?.again ?? {});
  // Of a run that was stopped and would send nothing more: as `status` counts them.
  const unrecorded = (state: LeftOutAs): number => {
    const all = isOver(known) ? skippedIn(planned).filter(({ reason }) => dropState(reason) === state) : [];
    return Math.max(0, all.reduce((sum, { jobs }) => sum + jobs, 0) - (planned?.before?.[state] ?? 0));
  };
  return {
    accepted,
    rejected,
    skipped: Math.max(0, skipped - (again.skipped ?? 0)) + unrecorded('skipped'),
    expired: Math.max(0, expired - (again.expired ?? 0)) + unrecorded('expired'),
    cancelled,
    // What a process was sending when it died is in doubt, as `status` says.
    inDoubt: isUnderWay ? inDoubt : inDoubt + sending,
    sending: isUnderWay ? sending : 0,
    pending,
  };
}

/** Of those that are skipped, as a report says it; 0 while something is left: only the plan of what is left has the reasons. */
export function notNeededOf({ skipped }: ShownCounts, known: KnownPlan | undefined): number {
  if (!isOver(known)) return 0;
  const all =
    known?.plan?.steps.flatMap(({ jobs }) => skippedIn(jobs)).filter(({ reason }) => isNotNeeded(reason)) ?? [];
  return Math.min(
    skipped,
    all.reduce((sum, { jobs }) => sum + jobs, 0),
  );
}

/** The next process would send nothing. */
function isOver(known: KnownPlan | undefined): boolean {
  return known?.plan?.totals.toSend === 0 && known.isEarlier !== true;
}

/** Of several steps; of none, as where the campaign has errors, nothing is known of what is to come. */
export function sumCounts(all: readonly ShownCounts[]): ShownCounts {
  const sum = (state: JobState): number => all.reduce((total, counts) => total + (counts[state] ?? 0), 0);
  const sums = Object.fromEntries(jobStates.map((state) => [state, sum(state)])) as Record<JobState, number>;
  const isUnknown = all.length === 0 || all.some(({ pending }) => pending === undefined);
  return { ...sums, pending: isUnknown ? undefined : sums.pending };
}

/** Requests that left, answered or not: what a person gave up in doubt, too. */
export function sent({ accepted, rejected, inDoubt, sending, cancelled }: ShownCounts): number {
  return accepted + rejected + inDoubt + sending + cancelled;
}

/** By what is recorded, and by the plan of what the next process would do. */
export function seenWith<S extends SeenRun<ShownState>>(
  look: S,
  known: KnownPlan | undefined,
  lanes: readonly StepLane[],
): S {
  // What the next process sends again is in doubt until then, and not among what is still to come.
  if (known?.plan !== undefined && known.isEarlier !== true)
    return { ...look, ...withPlan(look, known.plan.totals.toSend > 0) };
  const isLeft = lanes.some(({ planned, counts }) => planned.length > 0 && (counts.pending ?? 0) > 0);
  return { ...look, ...withPlan(look, isLeft || undefined) };
}
