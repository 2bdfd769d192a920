import { latestStarts } from '../job/history.ts';
import type { Instant } from '../platform/ports.ts';
import { activeSteps, advanceSteps, type SchedulerContext } from './advance-steps.ts';
import { createContacts } from './contacts.ts';
import { createSteps } from './create-steps.ts';
import { createPace, mostRemembered } from './pace.ts';
import { createReadySteps } from './ready-steps.ts';
import { type DropReason, dropState } from './reasons.ts';
import type { Decision, ScheduledJob, Scheduler, SchedulerInput } from './scheduler.ts';
import { settleJob } from './settle-job.ts';
import { endNotBefore, progressOf, type StepState } from './step-state.ts';
import type { HeldBy } from './trace.ts';
import { createTracer } from './trace.ts';
import type { Peek } from './zone-queues.ts';

export type { Scheduler } from './scheduler.ts';

const never = Number.POSITIVE_INFINITY;
const always = Number.NEGATIVE_INFINITY;
/** After a longer wait for a rate, the window may be closed: the queue is asked as well. */
const longWaitMs = 1000;

export function createScheduler(input: SchedulerInput): Scheduler {
  const { campaign, history, isApproved, now: createdAt } = input;
  const { rate } = campaign.limits;
  const pace = rate && createPace(rate, latestStarts(history.starts, Math.min(rate.count, mostRemembered)));
  const steps = createSteps(input);
  const contacts = createContacts(campaign, steps, history);
  const byId = new Map(steps.map((state) => [state.step.id, state]));
  const changed = new Set(steps);
  const context: SchedulerContext = {
    campaign,
    isApproved,
    createdAt,
    begunAt: Math.min(history.begunAt ?? createdAt, createdAt),
    steps,
    byId,
    contacts,
    changed,
    active: undefined,
    dropped: 0,
    ended: [],
  };
  const ready = createReadySteps(steps);
  const trace = createTracer();
  let inFlight = 0;

  const hasChanged = (state: StepState): void => {
    changed.add(state);
    ready.forget(state);
  };

  const jobOf = ({ step, roster, times, jobs }: StepState, index: number): ScheduledJob => {
    const retry = jobs.retries.get(index);
    return {
      step,
      recipient: roster === undefined ? undefined : index,
      key: roster?.key(index),
      zone: times.zones[times.zoneOf[index] ?? 0] ?? '',
      attempts: retry?.attempts ?? 0,
      tried: retry !== undefined,
    };
  };

  const drop = (step: StepState, index: number, reason: DropReason, now: Instant): Decision => {
    const job = jobOf(step, index);
    const state = step.jobs.retries.get(index)?.doubtful === true ? 'inDoubt' : dropState(reason);
    const decidedAt = step.jobs.droppedAt(index) ?? now;
    step.jobs.setState(index, state);
    hasChanged(step);
    endNotBefore(step, decidedAt);
    return { kind: 'drop', job, state, reason, decidedAt };
  };

  /** Drops that need no waiting. */
  const nextDrop = (now: Instant): Decision | undefined => {
    const active = activeSteps(context).steps;
    // A step knows these drops when it opens: steps that were examined have none left.
    for (; context.dropped < active.length; context.dropped++) {
      const state = active[context.dropped]!;
      if (state.status === 'open' && state.queue !== undefined) {
        const index = state.queue.nextDrop();
        if (index !== -1) return drop(state, index, state.queue.dropReason(index), now);
      }
      if (state.status === 'notNeeded' && state.jobs.count('pending') > 0) {
        while (state.jobs.state(state.started) !== 'pending') state.started++;
        return drop(state, state.started, { word: 'notNeeded' }, now);
      }
    }
    return undefined;
  };

  const start = (state: StepState, now: Instant): Decision => {
    const { step, jobs } = state;
    const queue = state.queue!;
    const found = queue.peek(now);
    const { recipient, mayStartUntil } = found;
    traceStart(state, found);
    const job = jobOf(state, recipient);
    queue.take();
    ready.forget(state);
    jobs.setState(recipient, 'sending');
    state.inFlight++;
    inFlight++;
    state.started++;
    state.startedAt ??= now;
    if (step.expiresMs !== undefined) state.firstStarts.set(recipient, jobs.retries.firstAt(recipient) ?? now);
    pace?.take(now);
    state.pace?.take(now);
    contacts.note(state, recipient, now);
    return { kind: 'start', job, mayStartUntil, trace };
  };

  /** The rules that held a job, in the order in which the scheduler applies them. */
  const traceStart = (state: StepState, { recipient, opens, firstOpens }: Peek): void => {
    const slot = slotOf(state);
    const rate = state.pace !== undefined && state.pace.readyAt() === slot ? state.ratePlace : campaignRate;
    trace.begin(state.opening, Math.max(state.opensAt ?? createdAt, createdAt));
    trace.add('window', firstOpens, undefined);
    // Its zone was open before: then the rate did not allow it.
    if (slot > always) trace.add('rate', opens, rate);
    else trace.add('window', opens, undefined);
    trace.add('perRecipient', contacts.freeAt(state)?.(recipient) ?? always, perRecipient);
    trace.add('rate', slot, rate);
    const retry = state.jobs.retries.get(recipient);
    if (retry !== undefined) trace.add(retry.heldBy, retry.notBefore, undefined);
  };

  const slotOf = (state: StepState): Instant => {
    const own = state.pace === undefined ? always : state.pace.readyAt();
    return pace === undefined ? own : Math.max(own, pace.readyAt());
  };

  const next = (now: Instant): Decision => {
    advanceSteps(context, now);
    return nextDrop(now) ?? choose(now);
  };

  /** Examines every open step, once for every start of a million: no closures here. */
  const choose = (now: Instant): Decision => {
    let best = -1;
    const wait: Wait = { until: never, heldBy: 'needs', step: '' };
    const sharedSlot = pace === undefined ? always : pace.readyAt();
    for (const index of activeSteps(context).indices) {
      if (ready.isKnown(index, now)) {
        if (sharedSlot > now) waitAtMost(wait, sharedSlot, 'rate', steps[index]!);
        else if (best === -1 || ready.goesBefore(index, best)) best = index;
        continue;
      }
      const state = steps[index]!;
      if (state.status === 'waiting' && state.opensAt !== undefined) {
        waitAtMost(wait, state.opensAt, state.opening.at(-1)?.rule ?? 'starts', state);
      }
      if (state.status !== 'open' || state.queue === undefined || state.jobs.count('pending') === 0) continue;
      const slot = slotOf(state);
      if (slot > now && slot - now < longWaitMs) {
        waitAtMost(wait, slot, 'rate', state);
        continue;
      }
      const found = state.queue.peek(now);
      if (found.kind === 'unreachable') {
        state.queue.take();
        return drop(state, found.recipient, state.queue.deadlineReason(found.recipient), now);
      }
      if (found.kind === 'wait') {
        if (slot > found.until) waitAtMost(wait, slot, 'rate', state);
        else waitAtMost(wait, found.until, delayedBy(state, found), state);
      }
      if (found.kind !== 'ready') continue;
      ready.note(state, found, state.pace === undefined ? state.queue.sameUntil() : now);
      if (slot > now) waitAtMost(wait, slot, 'rate', state);
      else if (best === -1 || ready.goesBefore(index, best)) best = index;
    }
    if (best !== -1) return start(steps[best]!, now);
    if (wait.until < never) return { kind: 'wait', ...wait };
    return { kind: inFlight > 0 ? 'inFlight' : 'finished' };
  };

  return {
    next,
    settle(job, settlement, now) {
      const state = byId.get(job.step.id);
      if (state === undefined) return;
      inFlight--;
      hasChanged(state);
      settleJob(state, job, settlement, now);
      if (settlement.kind === 'stopStep') context.ended.push(state);
    },
    progress: () => steps.map(progressOf),
    progressOf(step) {
      const state = byId.get(step);
      return state && progressOf(state);
    },
    ended() {
      const ended = context.ended.sort((a, b) => a.index - b.index).map(progressOf);
      context.ended = [];
      return ended;
    },
  };
}

const campaignRate = ['limits', 'rate'];
const perRecipient = ['limits', 'perRecipient'];

/** What the queue's next job waits for. */
function delayedBy(state: StepState, { waitsFor, recipient }: Peek): HeldBy {
  return waitsFor === 'window' ? 'window' : (state.jobs.retries.get(recipient)?.heldBy ?? 'perRecipient');
}

interface Wait {
  until: Instant;
  heldBy: HeldBy;
  step: string;
}

function waitAtMost(wait: Wait, until: Instant, heldBy: HeldBy, state: StepState): void {
  if (until >= wait.until) return;
  wait.until = until;
  wait.heldBy = heldBy;
  wait.step = state.step.id;
}
