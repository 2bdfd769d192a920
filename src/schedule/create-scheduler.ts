import type { Instant } from '../platform/ports.ts';
import type { Rate } from '../time/duration.ts';
import { nextOpening } from '../time/window.ts';
import { advanceSteps } from './advance-steps.ts';
import { newWait, waveProgress } from './advance-waves.ts';
import { type Pace, resumedPace } from './pace.ts';
import { type DropReason, dropState, hasNoOutcome } from './reasons.ts';
import type { Decision, ScheduledJob, Scheduler, SchedulerInput, StepProgress } from './scheduler.ts';
import { createContext, type Waiting } from './scheduler-context.ts';
import { endNotBefore, progressOf, type StepState, settleJob } from './step-state.ts';
import { createTrace, type HeldBy, type Trace } from './trace.ts';
import type { Peek } from './zone-queues.ts';

const always = Number.NEGATIVE_INFINITY;

export function createScheduler(input: SchedulerInput): Scheduler {
  const { campaign, history, now: createdAt } = input;
  const ownPace = (rate: Rate | undefined): Pace | undefined => rate && resumedPace(rate, history.starts, createdAt);
  const pace = ownPace(campaign.limits.rate);
  const accountPace = input.accountPace ?? ownPace(campaign.limits.account?.rate);
  const context = createContext(input);
  const { steps, byId, contacts, books, changed, open, opening, dropping } = context;
  const shown = (state: StepState): StepProgress => progressOf(state, waveProgress(context, state));
  const otherStepsHold = campaign.limits.perRecipient !== undefined || books !== undefined;
  let inFlight = 0;

  const hasChanged = (state: StepState): void => {
    changed.add(state);
    open.changed(state);
  };

  const jobOf = ({ step, roster, times, jobs }: StepState, index: number, startedAt?: Instant): ScheduledJob => {
    const retry = jobs.retries.get(index);
    return {
      step,
      recipient: roster === undefined ? undefined : index,
      key: roster?.key(index),
      zone: times.zones[times.zoneOf[index] ?? 0] ?? '',
      attempts: retry?.attempts ?? 0,
      tried: retry !== undefined,
      startedAt,
    };
  };

  const drop = (step: StepState, index: number, reason: DropReason, now: Instant): Decision => {
    const job = jobOf(step, index);
    const state = step.jobs.retries.get(index)?.doubtful === true ? 'inDoubt' : dropState(reason);
    // That it is too late is news of somebody who had waited for a decision.
    const isNews = state === 'expired' && step.jobs.wasUndecided(index);
    const decidedAt = (isNews ? undefined : step.jobs.droppedAt(index)) ?? now;
    step.jobs.setState(index, state);
    if (hasNoOutcome(reason)) step.jobs.hold(index, reason);
    hasChanged(step);
    endNotBefore(step, decidedAt);
    return { kind: 'drop', job, state, reason, decidedAt };
  };

  /** Drops that need no waiting: a step knows them when it opens. */
  const nextDrop = (now: Instant): Decision | undefined => {
    for (let index = dropping.first(); index !== -1; index = dropping.first()) {
      const state = steps[index]!;
      const recipient = state.status === 'open' ? state.queue!.nextDrop() : -1;
      if (recipient !== -1) return drop(state, recipient, state.queue!.dropReason(recipient), now);
      if (state.status === 'notNeeded' && state.jobs.count('pending') > 0) {
        while (state.jobs.state(state.started) !== 'pending') state.started++;
        return drop(state, state.started, { word: 'notNeeded' }, now);
      }
      dropping.remove(index);
    }
    return undefined;
  };

  const start = (state: StepState, now: Instant): Decision => {
    const { jobs } = state;
    const queue = state.queue!;
    const found = queue.peek(now);
    const { recipient, mayStartUntil } = found;
    const trace = traceOf(state, found);
    const job = jobOf(state, recipient, now);
    queue.take();
    open.changed(state);
    jobs.setState(recipient, 'sending');
    state.inFlight++;
    inFlight++;
    state.started++;
    state.startedAt ??= now;
    pace?.take(now);
    accountPace?.take(now);
    state.pace?.take(now);
    contacts?.note(state, recipient, now);
    books?.[state.index]?.started(recipient, now);
    return { kind: 'start', job, mayStartUntil, trace };
  };

  /** The rules that held a job, in the order in which the scheduler applies them. */
  const traceOf = (state: StepState, { recipient, opens, firstOpens }: Peek): Trace => {
    const slot = slotOf(state);
    const rate =
      state.pace?.readyAt() === slot ? state.ratePlace : accountPace?.readyAt() === slot ? accountRate : campaignRate;
    const trace = createTrace(state.opening, Math.max(state.opensAt ?? createdAt, createdAt));
    /** Where it ends outside their hours, these come next. */
    const held = (rule: HeldBy, until: Instant, place?: readonly string[]): void => {
      if (trace.add(rule, until, place)) trace.add('window', opensFrom(state, recipient, until));
    };
    if (state.wave !== undefined && state.wave.index > 0)
      trace.add('wave', state.wave.begun.at, ['steps', state.step.id, 'forEach', 'waves']);
    trace.add('window', firstOpens);
    held('rest', state.restUntil);
    const capped = state.queue!.cappedUntil(recipient);
    if (capped !== undefined) held('cap', capped.until, ['contacts', 'caps', String(capped.cap)]);
    held('perRecipient', contacts?.freeAt(state)?.(recipient) ?? always, perRecipient);
    const retry = state.jobs.retries.get(recipient);
    if (retry !== undefined) held(retry.heldBy, retry.notBefore);
    // Its zone was open before: then the rate did not allow it.
    if (slot > always) trace.add('rate', Math.max(opens, slot), rate);
    else trace.add('window', opens);
    return trace;
  };

  const opensFrom = ({ step, times }: StepState, recipient: number, from: Instant): Instant => {
    const zone = times.zoneOf[recipient]!;
    const [clock, country] = [times.zones[zone]!, times.countries?.[zone]];
    return (
      nextOpening({ window: step.window, clock, country, from, guardMs: campaign.limits.guardMs })?.opens ?? always
    );
  };

  const slotOf = (state: StepState): Instant =>
    Math.max(state.pace?.readyAt() ?? always, pace?.readyAt() ?? always, accountPace?.readyAt() ?? always);

  const waved = steps.filter(({ step }) => step.forEach?.waves !== undefined);
  /** Said before anything else starts. */
  const nextOfWaves = (): Decision | undefined => {
    const begun = context.begun.shift();
    if (begun !== undefined) return { kind: 'wave', begun };
    for (const state of waved) {
      const wait = newWait(context, state);
      if (wait !== undefined) return { kind: 'promotion', step: state.step, ...wait };
    }
    return undefined;
  };

  const next = (now: Instant): Decision => {
    advanceSteps(context, now);
    return nextOfWaves() ?? nextDrop(now) ?? choose(now);
  };

  /** Notes what an open step does next. A job that cannot start any more is dropped. */
  const examine = (state: StepState, now: Instant): Decision | undefined => {
    if (state.status !== 'open' || state.jobs.count('pending') === 0) {
      open.hasNone(state);
      return undefined;
    }
    const queue = state.queue!;
    const found = queue.peek(now);
    if (found.kind === 'unreachable' || found.kind === 'refused') {
      queue.take();
      const reason = found.kind === 'refused' ? queue.refusal(found.verdict!) : queue.deadlineReason(found.recipient);
      return drop(state, found.recipient, reason, now);
    }
    const paced = state.pace?.readyAt() ?? always;
    const slot = Math.max(paced, state.restUntil);
    if (found.kind === 'wait' && found.until >= slot) open.waits(state, found.until, delayedBy(state, found));
    else if (slot > now && found.kind !== 'none') open.waits(state, slot, slot > paced ? 'rest' : 'rate');
    else if (found.kind === 'ready') open.isReady(state, found, queue.sameUntil());
    else open.hasNone(state);
    return undefined;
  };

  const choose = (now: Instant): Decision => {
    let best: StepState | undefined;
    for (let examined: StepState | undefined; ; open.changed(best)) {
      for (let state = open.takeUnknown(now); state !== undefined; state = open.takeUnknown(now)) {
        const dropped = examine(state, now);
        if (dropped !== undefined) return dropped;
      }
      best = open.firstReady();
      // Another step may have contacted its recipient since: it is examined again.
      if (best === undefined || best === examined || !otherStepsHold) break;
      examined = best;
    }
    let slot = pace?.readyAt() ?? always;
    if (best !== undefined && slot <= now) slot = Math.max(slot, accountPace?.readyAt() ?? always);
    if (best !== undefined && slot <= now) return start(best, now);
    const wait = earliestWait(best, slot);
    return wait ?? { kind: inFlight > 0 ? 'inFlight' : 'finished' };
  };

  /** Until the first step opens or has a job ready; `slot` is the next one of the campaign's rate. */
  const earliestWait = (ready: StepState | undefined, slot: Instant): Decision | undefined => {
    const opens = steps[opening.first()];
    const waiting = open.firstWaiting();
    const waits: Waiting[] = [];
    if (opens !== undefined)
      waits.push({
        state: opens,
        until: opening.firstOrder(),
        heldBy: opens.status === 'open' ? 'wave' : (opens.opening.at(-1)?.rule ?? 'starts'),
      });
    if (ready !== undefined) waits.push({ state: ready, until: slot, heldBy: 'rate' });
    if (waiting !== undefined) waits.push(slot > waiting.until ? { ...waiting, until: slot, heldBy: 'rate' } : waiting);
    waits.sort((a, b) => a.until - b.until || a.state.index - b.state.index);
    const [first] = waits;
    return first && { kind: 'wait', until: first.until, heldBy: first.heldBy, step: first.state.step.id };
  };

  return {
    next,
    settle(job, settlement, now) {
      const state = byId.get(job.step.id);
      if (state === undefined) return;
      inFlight--;
      changed.add(state);
      // Which job it starts next does not depend on what became of another one, but for contacts.
      if (settlement.kind !== 'settled' || otherStepsHold) open.changed(state);
      settleJob(state, job, settlement, now);
      books?.[state.index]?.settled(job.recipient ?? 0);
      if (settlement.kind === 'stopStep') context.ended.push(state);
    },
    rest(step, until) {
      const state = byId.get(step);
      if (state === undefined) return;
      state.restUntil = Math.max(state.restUntil, until);
      open.changed(state);
    },
    otherwise: (job) => byId.get(job.step.id)?.queue?.otherwise(job.recipient ?? 0),
    needsOf: (step) => byId.get(step)?.needs.map((need) => need.step.id) ?? [],
    progress: () => steps.map(shown),
    progressOf(step) {
      const state = byId.get(step);
      return state && shown(state);
    },
    ended() {
      const ended = context.ended.sort((a, b) => a.index - b.index).map(shown);
      context.ended = [];
      return ended;
    },
  };
}

const campaignRate = ['limits', 'rate'];
const accountRate = ['limits', 'account', 'rate'];
const perRecipient = ['limits', 'perRecipient'];

/** What the queue's next job waits for: a cap also where it ends before their hours open. */
function delayedBy(state: StepState, { waitsFor, recipient, until }: Peek): HeldBy {
  if (recipient !== -1 && state.queue!.cappedUntil(recipient)?.back === until) return 'cap';
  if (waitsFor === 'window') return 'window';
  return state.jobs.retries.get(recipient)?.heldBy ?? 'perRecipient';
}
