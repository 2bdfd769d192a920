import type { Instant } from '../platform/ports.ts';
import { activeLines, advanceSteps, type SchedulerContext } from './advance-steps.ts';
import { createContacts } from './contacts.ts';
import { createSteps } from './create-steps.ts';
import { type DropReason, dropState } from './drop-reason.ts';
import { heldByOf, requeuedBy } from './held-by.ts';
import { createPace, mostRemembered } from './pace.ts';
import { createReadySteps } from './ready-steps.ts';
import type { Decision, HeldBy, ScheduledJob, Scheduler, SchedulerInput } from './scheduler.ts';
import { settleJob } from './settle-job.ts';
import { stepProgress } from './step-progress.ts';
import { endNotBefore, type StepState } from './step-state.ts';

export type { Scheduler } from './scheduler.ts';

const never = Number.POSITIVE_INFINITY;
/** A rate's wait longer than this is looked into: it may be the window that one waits for. */
const longWaitMs = 1000;

export function createScheduler(input: SchedulerInput): Scheduler {
  const { campaign, history, isApproved, now: createdAt } = input;
  const { rate } = campaign.limits;
  const pace = rate && createPace(rate, history.recentStarts(Math.min(rate.count, mostRemembered)));
  const lines = createSteps(input);
  const contacts = createContacts(campaign, lines, history);
  const begunAt = Math.min(history.begunAt?.() ?? createdAt, createdAt);
  const byId = new Map(lines.map((line) => [line.step.id, line]));
  const changed = new Set(lines);
  const course: SchedulerContext = {
    campaign,
    isApproved,
    createdAt,
    begunAt,
    lines,
    byId,
    contacts,
    changed,
    active: undefined,
    judged: 0,
    ended: [],
  };
  const ready = createReadySteps(lines);
  let inFlight = 0;

  const hasChanged = (line: StepState): void => {
    changed.add(line);
    ready.forget(line);
  };

  const jobOf = (line: StepState, index: number): ScheduledJob => {
    const retry = line.jobs.retry(index);
    return {
      step: line.step,
      ...(line.roster === undefined ? {} : { recipient: index, key: line.roster.key(index) }),
      zone: line.times.zones[line.times.zoneOf[index] ?? 0] ?? '',
      attempts: retry?.attempts ?? 0,
      tried: retry !== undefined,
    };
  };

  const drop = (line: StepState, index: number, reason: DropReason, now: Instant): Decision => {
    const job = jobOf(line, index);
    const state = line.jobs.retry(index)?.doubtful === true ? 'inDoubt' : dropState(reason);
    const judgedAt = line.jobs.judgedAt(index) ?? now;
    line.jobs.setState(index, state);
    hasChanged(line);
    endNotBefore(line, judgedAt);
    return { kind: 'drop', job, state, reason, judgedAt };
  };

  /** Jobs that need no waiting to be told that they will not start. */
  const nextJudged = (now: Instant): Decision | undefined => {
    const active = activeLines(course).lines;
    // What a step drops unasked is known when it opens: those before have no more of it.
    for (; course.judged < active.length; course.judged++) {
      const line = active[course.judged]!;
      if (line.status === 'open' && line.queue !== undefined) {
        const index = line.queue.nextDrop();
        if (index !== -1) return drop(line, index, line.queue.dropReason(index), now);
      }
      if (line.status === 'notNeeded' && line.jobs.count('pending') > 0) {
        while (line.jobs.state(line.started) !== 'pending') line.started++;
        return drop(line, line.started, 'notNeeded', now);
      }
    }
    return undefined;
  };

  const start = (line: StepState, now: Instant): Decision => {
    const { recipient, zone, mayStartUntil } = line.queue!.look(now);
    const heldBy = heldByOf({ line, recipient, zone, createdAt, slot: slotOf(line), freeAt: contacts.freeAt(line) });
    const job = jobOf(line, recipient);
    line.queue!.take();
    ready.forget(line);
    line.jobs.setState(recipient, 'sending');
    line.inFlight++;
    inFlight++;
    line.started++;
    line.startedAt ??= now;
    if (line.step.expiresMs !== undefined) line.firstStarts.set(recipient, line.jobs.retry(recipient)?.firstAt ?? now);
    pace?.take(now);
    line.pace?.take(now);
    contacts.note(line, recipient, now);
    return { kind: 'start', job, mayStartUntil, ...(heldBy === undefined ? {} : { heldBy }) };
  };

  const slotOf = (line: StepState): Instant => {
    const own = line.pace === undefined ? Number.NEGATIVE_INFINITY : line.pace.readyAt();
    return pace === undefined ? own : Math.max(own, pace.readyAt());
  };

  const next = (now: Instant): Decision => {
    advanceSteps(course, now);
    return nextJudged(now) ?? survey(now);
  };

  /** Looks at every open step, once for every start of a million: no closures here. */
  const survey = (now: Instant): Decision => {
    let best = -1;
    const wait: Wait = { until: never, heldBy: 'needs', step: '' };
    const sharedSlot = pace === undefined ? Number.NEGATIVE_INFINITY : pace.readyAt();
    for (const index of activeLines(course).indices) {
      if (ready.isKnown(index, now)) {
        if (sharedSlot > now) waitAtMost(wait, sharedSlot, 'rate', lines[index]!);
        else if (best === -1 || ready.goesBefore(index, best)) best = index;
        continue;
      }
      const line = lines[index]!;
      if (line.status === 'waiting' && line.opensAt !== undefined) {
        waitAtMost(wait, line.opensAt, line.opensHeldBy ?? 'starts', line);
      }
      if (line.status !== 'open' || line.queue === undefined || line.jobs.count('pending') === 0) continue;
      const slot = slotOf(line);
      if (slot > now && slot - now < longWaitMs) {
        waitAtMost(wait, slot, 'rate', line);
        continue;
      }
      const look = line.queue.look(now);
      if (look.kind === 'unreachable') {
        line.queue.take();
        return drop(line, look.recipient, line.queue.deadlineReason(look.recipient), now);
      }
      if (look.kind === 'wait') {
        if (slot > look.until) waitAtMost(wait, slot, 'rate', line);
        else waitAtMost(wait, look.until, requeuedBy(line, look), line);
      }
      if (look.kind !== 'ready') continue;
      ready.note(line, look, line.pace === undefined ? line.queue.sameUntil() : now);
      if (slot > now) waitAtMost(wait, slot, 'rate', line);
      else if (best === -1 || ready.goesBefore(index, best)) best = index;
    }
    if (best !== -1) return start(lines[best]!, now);
    if (wait.until < never) return { kind: 'wait', ...wait };
    return { kind: inFlight > 0 ? 'inFlight' : 'finished' };
  };

  return {
    next,
    settle(job, settlement, now) {
      const line = byId.get(job.step.id);
      if (line === undefined) return;
      inFlight--;
      hasChanged(line);
      settleJob(line, job, settlement, now);
      if (settlement.kind === 'stopStep') course.ended.push(line);
    },
    progress: () => lines.map(stepProgress),
    progressOf: (step) => {
      const line = byId.get(step);
      return line && stepProgress(line);
    },
    ended() {
      const ended = course.ended.sort((a, b) => a.index - b.index).map(stepProgress);
      course.ended = [];
      return ended;
    },
  };
}

interface Wait {
  until: Instant;
  heldBy: HeldBy;
  step: string;
}

function waitAtMost(wait: Wait, until: Instant, heldBy: HeldBy, line: StepState): void {
  if (until >= wait.until) return;
  wait.until = until;
  wait.heldBy = heldBy;
  wait.step = line.step.id;
}
