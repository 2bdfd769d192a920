import type { Instant } from '../platform/ports.ts';
import { reachesPeople } from '../service/operations/operations.ts';
import { advanceWave, firstWave, gateOf, haltsOthers } from './advance-waves.ts';
import type { SchedulerContext } from './scheduler-context.ts';
import { evaluateNeeds, fallbacksOf, lastNeed, openingOf, otherBranchesOf } from './step-needs.ts';
import { createStepQueue, type OtherStep, type StepQueue } from './step-queue.ts';
import { block, endOf, finish, omit, openStep, type StepState, schedule } from './step-state.ts';

/**
 * Changes the status of every step as far as possible without starting or dropping a job. Only steps that changed are
 * examined: a campaign of thousands of steps has few of them open at once.
 */
export function advanceSteps(context: SchedulerContext, now: Instant): void {
  const { changed, opening, open, dropping } = context;
  while (opening.firstOrder() <= now) changed.add(context.steps[opening.pop()]!);
  for (let state = changed.take(); state !== undefined; state = changed.take()) {
    const { status, opensAt } = state;
    advanceStep(context, state, now);
    if (state.opensAt !== opensAt) {
      changed.add(state);
      if (state.opensAt! > now) opening.push(state.opensAt!, state.index);
    }
    if (state.status !== status) {
      changed.add(state);
      open.changed(state);
      dropping.put(state.index);
      if (state.status !== 'open') context.ended.push(state);
    }
    countEnd(context, state);
  }
}

/** A step is examined when the last of its needs has ended. */
function countEnd({ changed }: SchedulerContext, state: StepState): void {
  if (state.hasEnded || endOf(state) === undefined) return;
  state.hasEnded = true;
  for (const waiting of state.neededBy) if (--waiting.openNeeds === 0) changed.add(waiting);
}

/** At most one transition. */
function advanceStep(context: SchedulerContext, state: StepState, now: Instant): void {
  const { status, opensAt, jobs } = state;
  if (status === 'open') {
    if (state.inFlight > 0) return;
    if (jobs.count('pending') === 0) {
      if (!haltsOthers(context, state)) finish(state, opensAt ?? now);
    } else
      advanceWave(context, state, now, (wave) => {
        state.queue = openQueue(context, state, now, wave);
        context.open.changed(state);
        context.dropping.put(state.index);
        context.changed.add(state);
      });
  } else if (status === 'waiting') {
    if (opensAt === undefined) leaveWaiting(context, state, now);
    else if (opensAt <= now) {
      openStep(state, openQueue(context, state, opensAt, firstWave(context, state)));
    }
  }
}

function leaveWaiting(context: SchedulerContext, state: StepState, now: Instant): void {
  const { campaign, createdAt, begunAt } = context;
  if (state.openNeeds > 0) return;
  const hasPending = state.jobs.count('pending') > 0;
  if (!hasPending && state.jobs.lastSettled !== undefined)
    return haltsOthers(context, state) ? schedule(state, now, []) : finish(state, now);
  const verdict = evaluateNeeds(state);
  if (verdict === 'opens') {
    // A step without recipients leaves no record: it ends when it could have opened, however often the run was resumed.
    const { at, holds } = openingOf({ campaign, state, earliest: hasPending ? createdAt : begunAt });
    return schedule(state, at, holds);
  }
  // It ended when its needs did, in whichever run they ended.
  const endedAt = lastNeed(state)?.endedAt ?? now;
  return verdict === 'notNeeded' ? omit(state, endedAt) : block(state, verdict, endedAt);
}

function openQueue(
  context: SchedulerContext,
  state: StepState,
  openedAt: Instant,
  wave: number | undefined,
): StepQueue {
  const { campaign, approvalOf, byId, contacts, books } = context;
  const { step, roster, times, jobs } = state;
  const asSeen = (other: StepState): OtherStep => ({
    id: other.step.id,
    jobs: other.jobs,
    indexOf: indexIn(state, other),
  });
  const earlier = (id: string | undefined): OtherStep | undefined => {
    const other = id === undefined ? undefined : byId.get(id);
    return other && asSeen(other);
  };
  return createStepQueue({
    campaign,
    approvalOf,
    step,
    roster,
    times,
    jobs,
    onlyIf: earlier(step.forEach?.onlyIf?.step),
    reads: step.reads.steps.flatMap((id) => earlier(id) ?? []),
    fallbacks: reachesPeople(step.uses) ? fallbacksOf(state).map(asSeen) : [],
    branches: reachesPeople(step.uses) ? otherBranchesOf(state, context.steps).map(asSeen) : [],
    openedAt,
    freeAt: contacts?.freeAt(state),
    judge: books?.[state.index]?.judge,
    isForbidden: books?.[state.index]?.isForbidden,
    wave: gateOf(context, state, wave, openedAt),
  });
}

/** From a recipient's place in one step's audience to their place in another's. */
function indexIn(state: StepState, other: StepState): (recipient: number) => number | undefined {
  if (other.roster === undefined) return () => 0;
  if (other.roster === state.roster) return (recipient) => recipient;
  return (recipient) => (state.roster === undefined ? undefined : other.roster?.indexOf(state.roster.key(recipient)));
}
