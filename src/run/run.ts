import pLimit from 'p-limit';
import { formatAddress } from '../job/address.ts';
import { dropSentence } from '../plan/drop-reason.ts';
import { createScheduler, type Scheduler } from '../plan/create-scheduler.ts';
import type { Decision, ScheduledJob, StepProgress } from '../plan/scheduler.ts';
import type { Instant } from '../platform/ports.ts';
import { type AttemptInput, type AttemptResult, attempt } from './attempt.ts';
import { createBrakes } from './brakes.ts';
import { createEasing } from './easing.ts';
import type { RunEvent, Summary } from './event.ts';
import { recover } from './recover.ts';
import type { Verdict } from './retry.ts';
import { type RunControl, rung } from './run-control.ts';
import { jobCounts, summarise } from './summary.ts';

export interface RunInput extends AttemptInput {
  readonly control: RunControl;
  /** Base URL, or `sandbox`, for the record. */
  readonly service: string;
  /** Signs with the service's time from now on; returns how far it is ahead of ours, in milliseconds. */
  readonly resync?: (serviceTime: Instant) => number;
  /** Holds a skipping clock still while a request is in flight. */
  readonly during?: <T>(work: () => Promise<T>) => Promise<T>;
}

export interface RunResult {
  readonly ended: 'finished' | 'stopped';
  /** Why it stopped, or what keeps the rest from starting. */
  readonly reason?: string;
  readonly summary: Summary;
}

/** A wait is cut into pieces no longer than this, so that a machine that slept looks again at the clock. */
const longestSleepMs = 30_000;
/** Drops on their way to the disk at once: recipients are many, memory is not. */
const dropsAtOnce = 1_000;

/**
 * Carries out what is left of a campaign. For every job: slot, then gate and pace (`Scheduler.next`), then intent, then at
 * once the bytes. Ends when nothing is left that could start, or when it is told to, or when the service's answers say so.
 */
export async function runCampaign(input: RunInput): Promise<RunResult> {
  const { loaded, store, clock, control, emit } = input;
  const { campaign } = loaded;
  const recovered = await recover(campaign, store, clock.now());
  if (recovered.again + recovered.inDoubt > 0) emit({ event: 'recovered', at: clock.now(), ...recovered });
  const scheduler = createScheduler({ campaign, rosters: loaded.rosters, history: store, now: clock.now() });
  const { concurrency } = campaign.limits;
  const slots = pLimit(concurrency);
  const easing = createEasing(concurrency);
  const brakes = createBrakes(campaign, jobCounts(store), easing);
  let inFlight = 0;
  const news = createStepNews(scheduler, emit);
  let halted: string | undefined;
  let failure: { readonly error: unknown } | undefined;
  let resyncedAt: Instant | undefined;
  let drops: Promise<void>[] = [];

  const heed = (job: ScheduledJob, verdict: Verdict, startedAt: Instant): void => {
    const now = clock.now();
    if (verdict.kind === 'resync' && verdict.serviceTime !== undefined && input.resync !== undefined) {
      if (resyncedAt === undefined) {
        resyncedAt = now;
        emit({ event: 'clock', at: now, aheadMs: input.resync(verdict.serviceTime) });
        return;
      }
      // Signed before the clock was measured: not the service's last word.
      if (startedAt <= resyncedAt) return;
    }
    if (verdict.kind === 'resync')
      halted ??= `the service answered ${verdict.code}: ${verdict.reason}; set this machine's clock`;
    const rest = easing.restUntil();
    easing.note(job.step, verdict, now);
    halted ??= brakes.after(job.step, verdict, now);
    if (easing.restUntil() > rest && halted === undefined) {
      const reason = 'reason' in verdict ? verdict.reason : 'the service asked for rest';
      emit({ event: 'resting', at: now, until: easing.restUntil(), reason });
    }
  };

  const carryOut = async (job: ScheduledJob, startedAt: Instant): Promise<void> => {
    const work = (): Promise<AttemptResult> => attempt(input, job, { streak: easing.streak(), startedAt });
    try {
      const { settlement, verdict } = await (input.during === undefined ? work() : input.during(work));
      if (verdict !== undefined) heed(job, verdict, startedAt);
      scheduler.settle(job, settlement, clock.now());
    } catch (error) {
      // A state file that takes no more, or a bug of ours: nothing more may leave.
      failure ??= { error };
    }
    inFlight--;
    control.bell.ring();
  };

  const mayGoOn = (): boolean => halted === undefined && failure === undefined && control.told().kind !== 'drain';

  let finished = false;
  while (!finished && mayGoOn()) {
    const heard = control.bell.listen();
    if (control.told().kind === 'pause') {
      emit({ event: 'paused', at: clock.now() });
      while (control.told().kind === 'pause') await rung(control.bell.listen());
      emit({ event: 'resumed', at: clock.now() });
      continue;
    }
    if (inFlight >= easing.slots()) {
      await rung(heard);
      continue;
    }
    const now = clock.now();
    if (easing.restUntil() > now) {
      await clock.sleepUntil(Math.min(easing.restUntil(), now + longestSleepMs), heard);
      continue;
    }
    const decision = scheduler.next(now);
    switch (decision.kind) {
      case 'start': {
        news.started(decision.job.step.id, now);
        const restUntil = easing.stepRestUntil(decision.job.step);
        if (restUntil > now) {
          scheduler.settle(
            decision.job,
            { kind: 'again', notBefore: restUntil, attempted: false, heldBy: 'retry' },
            now,
          );
          break;
        }
        const stop = brakes.beforeStart(decision.job.step);
        if (stop === undefined) {
          inFlight++;
          void slots(carryOut, decision.job, now);
        } else {
          halted = stop;
          scheduler.settle(decision.job, { kind: 'again', notBefore: now, attempted: false, heldBy: 'retry' }, now);
        }
        break;
      }
      case 'drop': {
        const { job, state } = decision;
        const reason =
          state === 'inDoubt' ? `an answer was lost, and ${dropSentence(decision.reason)}` : decision.reason;
        const id = job.key === undefined ? { step: job.step.id } : { step: job.step.id, key: job.key };
        drops.push(
          store.drop(id, state, reason, now).catch((error: unknown) => {
            failure ??= { error };
          }),
        );
        emit({ event: 'job', at: now, address: formatAddress(id), state, attempts: job.attempts, reason });
        if (drops.length >= dropsAtOnce) {
          await Promise.all(drops);
          drops = [];
        }
        break;
      }
      case 'wait':
        news.settled(now);
        if (decision.until - now >= announcedWaitMs) news.waiting(decision, now);
        await clock.sleepUntil(Math.min(decision.until, now + longestSleepMs), heard);
        break;
      case 'inFlight':
        news.settled(now);
        await rung(heard);
        break;
      case 'finished':
        finished = true;
        break;
      default:
        decision satisfies never;
    }
  }

  const told = control.told();
  const stopReason = halted ?? (told.kind === 'drain' ? told.reason : undefined);
  if (inFlight > 0)
    emit({ event: 'draining', at: clock.now(), inFlight, reason: stopReason ?? 'the state file failed' });
  for (let heard = control.bell.listen(); inFlight > 0; heard = control.bell.listen()) await rung(heard);
  await Promise.all(drops);
  if (failure !== undefined) throw failure.error;
  news.settled(clock.now());
  const { summary } = summarise(loaded, store);
  const reason = halted ?? stopReason ?? blockedReason(scheduler.progress());
  return {
    ended: stopReason === undefined && halted === undefined ? 'finished' : 'stopped',
    summary,
    ...(reason === undefined ? {} : { reason }),
  };
}

const announcedWaitMs = 1_000;

type StepNews = Extract<RunEvent, { event: 'step' }>;

/** What keeps the rest from ever starting in this run. */
function blockedReason(progress: readonly StepProgress[]): string | undefined {
  const kept = progress.filter(({ state }) => state === 'blocked' || state === 'stopped');
  if (kept.length === 0) return undefined;
  return kept.map(({ step, reason }) => `${step}: ${reason ?? 'blocked'}`).join('; ');
}

/** Tells of each step's beginning, end, and what blocks it, once; and of each long wait once. */
function createStepNews(scheduler: Scheduler, emit: (event: RunEvent) => void) {
  const told = new Map<string, string>();
  let waitingUntil: Instant | undefined;
  const tell = (step: string, state: StepNews['state'], at: Instant, reason?: string): void => {
    if (told.get(step) === state) return;
    told.set(step, state);
    const counts = scheduler.progress().find((one) => one.step === step)?.counts;
    const { pending = 0, sending = 0, accepted = 0, rejected = 0, skipped = 0, inDoubt = 0 } = counts ?? {};
    const jobs = { toDo: pending + sending, accepted, rejected, skipped, inDoubt };
    emit({ event: 'step', at, step, state, jobs, ...(reason === undefined ? {} : { reason }) });
  };
  const settled = (at: Instant): void => {
    for (const { step, state, reason } of scheduler.progress()) {
      if (state === 'finished' || state === 'blocked' || state === 'stopped' || state === 'notNeeded')
        tell(step, state, at, reason);
    }
  };
  return {
    started(step: string, at: Instant): void {
      if (told.has(step)) return;
      // What it needed has ended.
      settled(at);
      tell(step, 'open', at);
    },
    waiting(decision: Extract<Decision, { kind: 'wait' }>, at: Instant): void {
      if (waitingUntil === decision.until) return;
      waitingUntil = decision.until;
      const { until, step, heldBy } = decision;
      emit({ event: 'waiting', at, until, step, heldBy });
    },
    settled,
  };
}
