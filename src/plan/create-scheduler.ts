import type { Instant } from '../platform/ports.ts';
import { type AudienceTimes, audienceTimes } from './audience-times.ts';
import { createContacts } from './contacts.ts';
import { type DropReason, dropState } from './drop-reason.ts';
import { createPace, mostRemembered } from './pace.ts';
import type {
  Decision,
  HeldBy,
  ScheduledJob,
  Scheduler,
  SchedulerInput,
  Settlement,
  StepProgress,
} from './scheduler.ts';
import { createStepJobs, leavesDoubt } from './step-jobs.ts';
import { endOf, linkNeeds, openingTime, type StepLine, verdictOn } from './step-line.ts';
import { createStepQueue, type Earlier } from './step-queue.ts';
import type { Look } from './zone-queues.ts';

export type { Scheduler } from './scheduler.ts';

const never = Number.POSITIVE_INFINITY;
/** A rate's wait longer than this is looked into: it may be the window that one waits for. */
const longWaitMs = 1000;

export function createScheduler(input: SchedulerInput): Scheduler {
  const { campaign, history, now: createdAt } = input;
  const { rate } = campaign.limits;
  const pace = rate && createPace(rate, history.recentStarts(Math.min(rate.count, mostRemembered)));
  const lines = createLines(input);
  const contacts = createContacts(campaign, lines, history);

  /** Moves every step on as far as it goes without starting or dropping anything. */
  const advance = (now: Instant): void => {
    for (let moved = true; moved; ) {
      moved = false;
      for (const line of lines) if (advanceLine(line, now)) moved = true;
    }
  };

  const advanceLine = (line: StepLine, now: Instant): boolean => {
    if (line.status === 'open') {
      if (line.inFlight > 0 || line.jobs.count('pending') > 0) return false;
      line.status = 'finished';
      line.endedAt ??= line.jobs.lastSettled ?? line.opensAt ?? now;
      return true;
    }
    if (line.status !== 'waiting') return false;
    if (line.opensAt === undefined && !judgeNeeds(line, now)) return false;
    if (line.status !== 'waiting') return true;
    if ((line.opensAt ?? never) > now) return false;
    line.status = 'open';
    line.queue = openQueue(line, line.opensAt ?? now);
    return true;
  };

  const judgeNeeds = (line: StepLine, now: Instant): boolean => {
    if (line.needs.some((need) => endOf(need) === undefined)) return false;
    if (line.jobs.count('pending') === 0 && line.jobs.lastSettled !== undefined) {
      line.status = 'finished';
      line.endedAt = line.jobs.lastSettled;
      return true;
    }
    const verdict = verdictOn(line);
    if (verdict.status === 'opens') {
      const needsEndedAt = Math.max(...line.needs.map((need) => need.endedAt ?? createdAt), Number.NEGATIVE_INFINITY);
      const { at, heldBy } = openingTime({ campaign, line, createdAt, needsEndedAt });
      line.opensAt = at;
      if (heldBy !== undefined) line.opensHeldBy = heldBy;
      return true;
    }
    line.status = verdict.status;
    if (verdict.reason !== undefined) line.reason = verdict.reason;
    line.endedAt = now;
    return true;
  };

  const openQueue = (line: StepLine, openedAt: Instant) => {
    const { step, roster, times, jobs } = line;
    const earlier = (id: string | undefined): Earlier | undefined => {
      const other = lines.find((candidate) => candidate.step.id === id);
      return other && { id: other.step.id, jobs: other.jobs, indexOf: indexIn(line, other) };
    };
    const freeAt = contacts.freeAt(line);
    return createStepQueue({
      campaign,
      step,
      roster,
      times,
      jobs,
      onlyIf: earlier(step.forEach?.onlyIf?.step),
      reads: step.reads.steps.flatMap((id) => earlier(id) ?? []),
      openedAt,
      ...(freeAt === undefined ? {} : { freeAt }),
    });
  };

  const jobOf = (line: StepLine, index: number): ScheduledJob => ({
    step: line.step,
    ...(line.roster === undefined ? {} : { recipient: index, key: line.roster.key(index) }),
    zone: line.times.zones[line.times.zoneOf[index] ?? 0] ?? '',
    attempts: line.jobs.retry(index)?.attempts ?? 0,
  });

  const drop = (line: StepLine, index: number, reason: DropReason, now: Instant): Decision => {
    const job = jobOf(line, index);
    const state = line.jobs.retry(index)?.doubtful === true ? 'inDoubt' : dropState(reason);
    line.jobs.setState(index, state);
    line.endedAt = now;
    return { kind: 'drop', job, state, reason };
  };

  /** Jobs that need no waiting to be told that they will not start. */
  const nextJudged = (now: Instant): Decision | undefined => {
    for (const line of lines) {
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

  const start = (line: StepLine, look: Look, now: Instant): Decision => {
    const { recipient, zone } = look;
    const heldBy = heldByOf({ line, recipient, zone, createdAt, slot: slotOf(line), freeAt: contacts.freeAt(line) });
    const job = jobOf(line, recipient);
    line.queue?.take();
    line.jobs.setState(recipient, 'sending');
    line.inFlight++;
    line.started++;
    line.startedAt ??= now;
    if (line.step.expiresMs !== undefined) line.firstStarts.set(recipient, line.jobs.retry(recipient)?.firstAt ?? now);
    pace?.take(now);
    line.pace?.take(now);
    contacts.note(line, recipient, now);
    return { kind: 'start', job, ...(heldBy === undefined ? {} : { heldBy }) };
  };

  const slotOf = (line: StepLine): Instant => {
    const own = line.pace === undefined ? Number.NEGATIVE_INFINITY : line.pace.readyAt();
    return pace === undefined ? own : Math.max(own, pace.readyAt());
  };

  const next = (now: Instant): Decision => {
    advance(now);
    return nextJudged(now) ?? survey(now);
  };

  /** Looks at every open step, once for every start of a million: no closures here. */
  const survey = (now: Instant): Decision => {
    let best: { readonly line: StepLine; readonly look: Look } | undefined;
    const wait: Wait = { until: never, heldBy: 'needs', step: '' };
    let inFlight = 0;
    for (const line of lines) {
      inFlight += line.inFlight;
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
        else waitAtMost(wait, look.until, comesBackBy(line, look), line);
      }
      if (look.kind !== 'ready') continue;
      if (slot > now) waitAtMost(wait, slot, 'rate', line);
      else if (best === undefined || goesBefore(line, look.deadline, best)) best = { line, look };
    }
    if (best !== undefined) return start(best.line, best.look, now);
    if (wait.until < never) return { kind: 'wait', ...wait };
    return { kind: inFlight > 0 ? 'inFlight' : 'finished' };
  };

  return {
    next,
    settle(job, settlement, now) {
      const line = lines.find((candidate) => candidate.step === job.step || candidate.step.id === job.step.id);
      if (line === undefined) return;
      settleJob(line, job, settlement, now);
    },
    progress: () => lines.map(progressOf),
  };
}

interface Wait {
  until: Instant;
  heldBy: HeldBy;
  step: string;
}

function waitAtMost(wait: Wait, until: Instant, heldBy: HeldBy, line: StepLine): void {
  if (until >= wait.until) return;
  wait.until = until;
  wait.heldBy = heldBy;
  wait.step = line.step.id;
}

function createLines({ campaign, rosters, history }: SchedulerInput): readonly StepLine[] {
  const once: AudienceTimes = { zones: [campaign.timezone], zoneOf: new Uint16Array(1) };
  const timesOf = new Map<string, AudienceTimes>();
  for (const audience of campaign.audiences) {
    const roster = rosters.get(audience.name);
    if (roster) timesOf.set(audience.name, audienceTimes({ audience, roster, timezone: campaign.timezone }));
  }
  const lines = campaign.steps.map((step): StepLine => {
    const audience = step.forEach?.audience;
    const roster = audience === undefined ? undefined : rosters.get(audience);
    const times = audience === undefined ? once : timesOf.get(audience);
    if (times === undefined) throw new Error(`no roster for audience ${audience}`);
    const jobs = createStepJobs({ campaign, step, roster, history });
    return {
      step,
      roster,
      times,
      jobs,
      pace:
        step.rate && createPace(step.rate, history.recentStarts(Math.min(step.rate.count, mostRemembered), step.id)),
      needs: [],
      status: 'waiting',
      inFlight: 0,
      startedAt: jobs.firstStart,
      endedAt: undefined,
      started: 0,
      firstStarts: new Map(),
    };
  });
  linkNeeds(lines);
  return lines;
}

/** From a recipient's place in one step's audience to their place in another's. */
function indexIn(line: StepLine, other: StepLine): (recipient: number) => number | undefined {
  if (other.roster === undefined) return () => 0;
  if (other.roster === line.roster) return (recipient) => recipient;
  return (recipient) => (line.roster === undefined ? undefined : other.roster?.indexOf(line.roster.key(recipient)));
}

/** Earliest deadline; then the step that runs once (others wait for it); then the step that has started least. */
function goesBefore(
  line: StepLine,
  deadline: Instant,
  best: { readonly line: StepLine; readonly look: Look },
): boolean {
  const isSingle = line.roster === undefined;
  if (isSingle !== (best.line.roster === undefined)) return isSingle;
  if (deadline !== best.look.deadline) return deadline < best.look.deadline;
  return line.started < best.line.started;
}

function comesBackBy(line: StepLine, look: Look): HeldBy {
  if (look.waitsFor === 'window') return 'window';
  return line.jobs.retry(look.recipient)?.heldBy ?? 'perRecipient';
}

/** What released this job last; undefined when it was free from the beginning. */
function heldByOf(input: {
  readonly line: StepLine;
  readonly recipient: number;
  readonly zone: number;
  readonly createdAt: Instant;
  readonly slot: Instant;
  readonly freeAt: ((recipient: number) => Instant) | undefined;
}): HeldBy | undefined {
  const { line, recipient, zone, createdAt, slot, freeAt } = input;
  let latest = Math.max(line.opensAt ?? createdAt, createdAt);
  let heldBy = latest > createdAt ? line.opensHeldBy : undefined;
  const open = line.queue?.openSince(zone);
  if (open !== undefined && open.at > latest) {
    latest = open.at;
    // A zone that was open before, and is open again: it was the rate that did not let this job in the first time.
    heldBy = open.before && slot > Number.NEGATIVE_INFINITY ? 'rate' : 'window';
  }
  const free = freeAt === undefined ? Number.NEGATIVE_INFINITY : freeAt(recipient);
  if (free > latest) {
    latest = free;
    heldBy = 'perRecipient';
  }
  if (slot > latest) {
    latest = slot;
    heldBy = 'rate';
  }
  const retry = line.jobs.retry(recipient);
  return retry !== undefined && retry.notBefore > latest ? retry.heldBy : heldBy;
}

function settleJob(line: StepLine, job: ScheduledJob, settlement: Settlement, now: Instant): void {
  const index = job.recipient ?? 0;
  const { jobs } = line;
  line.inFlight--;
  switch (settlement.kind) {
    case 'settled':
      jobs.setState(index, settlement.state);
      line.firstStarts.delete(index);
      line.endedAt = now;
      return;
    case 'again': {
      const firstAt = jobs.retry(index)?.firstAt ?? (settlement.attempted ? line.firstStarts.get(index) : undefined);
      jobs.setState(index, 'pending');
      jobs.setRetry(index, {
        attempts: job.attempts + (settlement.attempted ? 1 : 0),
        notBefore: settlement.notBefore,
        ...(firstAt === undefined ? {} : { firstAt }),
        doubtful: (settlement.doubtful ?? jobs.retry(index)?.doubtful ?? false) && leavesDoubt(job.step),
        heldBy: settlement.heldBy,
      });
      line.queue?.comeBack(index, settlement.notBefore);
      return;
    }
    case 'stopStep':
      jobs.setState(index, 'pending');
      line.status = 'stopped';
      line.reason = settlement.reason;
      line.endedAt = now;
      return;
    default: {
      const unknown: never = settlement;
      return unknown;
    }
  }
}

function progressOf(line: StepLine): StepProgress {
  const { jobs } = line;
  return {
    step: line.step.id,
    state: line.status,
    ...(line.reason === undefined ? {} : { reason: line.reason }),
    // One literal: it is asked for after every wait.
    counts: {
      pending: jobs.count('pending'),
      sending: jobs.count('sending'),
      accepted: jobs.count('accepted'),
      rejected: jobs.count('rejected'),
      inDoubt: jobs.count('inDoubt'),
      skipped: jobs.count('skipped'),
      expired: jobs.count('expired'),
      cancelled: jobs.count('cancelled'),
    },
    ...(line.startedAt === undefined ? {} : { starts: line.startedAt }),
    ...(line.endedAt === undefined ? {} : { ends: line.endedAt }),
  };
}
