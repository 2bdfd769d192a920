import { formatAddress } from '../job/address.ts';
import { createScheduler, type Scheduler } from '../plan/create-scheduler.ts';
import { dropSentence } from '../plan/drop-reason.ts';
import type { Decision, History, ScheduledJob, Settlement, StepProgress } from '../plan/scheduler.ts';
import { sayObstacle } from '../plan/step-line.ts';
import type { Clock, Instant } from '../platform/ports.ts';
import { type AttemptInput, attempt } from './attempt.ts';
import { createBrakes } from './brakes.ts';
import { createClockWatch } from './clock-jumps.ts';
import { createEasing } from './easing.ts';
import type { Summary } from './event.ts';
import { recover } from './recover.ts';
import type { Verdict } from './retry.ts';
import type { Ring, RunControl } from './run-control.ts';
import { createStepNews } from './step-news.ts';
import { summarise } from './summary.ts';

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
  const recovered = await recover(loaded.campaign, store, clock.now());
  if (recovered.again + recovered.inDoubt > 0) emit({ event: 'recovered', at: clock.now(), ...recovered });
  const runner = createRunner(input);
  while (runner.mayGoOn()) {
    const ring = control.bell.listen();
    if (control.told().kind === 'pause') await waitOut(control, clock, emit);
    else if (!(await runner.turn(ring))) break;
  }
  const told = control.told();
  const stopReason = runner.halted() ?? (told.kind === 'drain' ? told.reason : undefined);
  await runner.drain(stopReason);
  const { summary } = summarise(loaded, store);
  const reason = stopReason ?? blockedReason(runner.progress());
  return {
    ended: stopReason === undefined ? 'finished' : 'stopped',
    summary,
    ...(reason === undefined ? {} : { reason }),
  };
}

async function waitOut(control: RunControl, clock: Clock, emit: RunInput['emit']): Promise<void> {
  emit({ event: 'paused', at: clock.now() });
  while (control.told().kind === 'pause') await control.bell.listen().heard();
  emit({ event: 'resumed', at: clock.now() });
}

interface Runner {
  /** No halt, no failure, and nobody has told us to stop. */
  mayGoOn(): boolean;
  /** Does one thing: starts a job, drops one, or waits until something may have changed. False when nothing is left. */
  turn(ring: Ring): Promise<boolean>;
  /** Awaits what is in flight, and throws what went wrong with the state file. */
  drain(reason: string | undefined): Promise<void>;
  halted(): string | undefined;
  progress(): readonly StepProgress[];
}

function createRunner(input: RunInput): Runner {
  const { loaded, store, clock, control, emit } = input;
  const { campaign } = loaded;
  const { concurrency } = campaign.limits;
  const readClock = createClockWatch(clock);
  const easing = createEasing(concurrency);
  const brakes = createBrakes(campaign, store, easing);
  const news = createStepNews(() => scheduler.progress(), emit);
  let scheduler = schedulerFor(input, clock.now());
  /** Requests that may be under way; of these, and of those whose answer is not on disk yet, there are `inFlight`. */
  let underWay = 0;
  let inFlight = 0;
  let halted: string | undefined;
  /** An answer halted the run: not even what is about to leave may. A budget that is used up keeps back only what it does not pay for. */
  let recalled: string | undefined;
  let failure: { readonly error: unknown } | undefined;
  let resynced = false;
  let drops: Promise<void>[] = [];

  const heed = (job: ScheduledJob, verdict: Verdict, startedResynced: boolean, now: Instant): void => {
    if (verdict.kind === 'resync' && verdict.serviceTime !== undefined && input.resync !== undefined) {
      if (!resynced) {
        resynced = true;
        emit({ event: 'clock', at: now, aheadMs: input.resync(verdict.serviceTime) });
        return;
      }
      // Started before the clock was measured: not the service's last word.
      if (!startedResynced) return;
    }
    if (verdict.kind === 'resync')
      recalled ??= `the service answered ${verdict.code}: ${verdict.reason}; set this machine's clock`;
    const rest = easing.restUntil();
    easing.note(job.step, verdict, now);
    const stop = brakes.after(job, verdict, now);
    recalled ??= stop;
    halted ??= recalled;
    if (easing.restUntil() > rest && halted === undefined) {
      const reason = 'reason' in verdict ? verdict.reason : 'the service asked for rest';
      emit({ event: 'resting', at: now, until: easing.restUntil(), reason });
    }
  };

  /**
   * The slot is free as soon as the answer is on its way to the disk: the next intent shares its commit, so that the file never
   * has more jobs `sending` than there are slots. Whatever depends on the answer waits until it is there.
   */
  const carryOut = async (job: ScheduledJob, startedAt: Instant): Promise<void> => {
    const startedResynced = resynced;
    let isAnswered = false;
    let isFree = false;
    const free = (): void => {
      if (!isFree) underWay--;
      isFree = true;
      control.bell.ring();
    };
    const answered = (verdict: Verdict, now: Instant): void => {
      isAnswered = true;
      heed(job, verdict, startedResynced, now);
      free();
    };
    const started = { streak: easing.streak(), startedAt, answered, held: () => recalled };
    const work = (): Promise<Settlement> => attempt(input, job, started);
    try {
      const settlement = await (input.during === undefined ? work() : input.during(work));
      if (!isAnswered) brakes.notSent(job);
      scheduler.settle(job, settlement, clock.now());
    } catch (error) {
      // A state file that takes no more, or a bug of ours: nothing more may leave.
      failure ??= { error };
    }
    inFlight--;
    free();
  };

  const start = (job: ScheduledJob, now: Instant): void => {
    news.started(job.step.id, now);
    const restUntil = easing.stepRestUntil(job.step);
    const stop = restUntil > now ? undefined : brakes.beforeStart(job);
    if (restUntil > now || stop !== undefined) {
      halted ??= stop;
      const notBefore = Math.max(restUntil, now);
      scheduler.settle(job, { kind: 'again', notBefore, attempted: false, heldBy: 'retry' }, now);
      return;
    }
    underWay++;
    inFlight++;
    void carryOut(job, now);
  };

  const drop = async (decision: Extract<Decision, { kind: 'drop' }>, now: Instant): Promise<void> => {
    const { job, state } = decision;
    const reason = state === 'inDoubt' ? `an answer was lost, and ${dropSentence(decision.reason)}` : decision.reason;
    const id = job.key === undefined ? { step: job.step.id } : { step: job.step.id, key: job.key };
    const dropped = store.drop(id, state, reason, decision.judgedAt).catch((error: unknown) => {
      failure ??= { error };
    });
    drops.push(dropped);
    emit({ event: 'job', at: now, address: formatAddress(id), state, attempts: job.attempts, reason });
    if (drops.length < dropsAtOnce) return;
    await Promise.all(drops);
    drops = [];
  };

  const awaitFlights = async (): Promise<void> => {
    while (inFlight > 0) await control.bell.listen().heard();
    await Promise.all(drops);
    drops = [];
  };

  return {
    mayGoOn: () => halted === undefined && failure === undefined && control.told().kind !== 'drain',
    halted: () => halted,
    progress: () => scheduler.progress(),
    async turn(ring) {
      if (underWay >= easing.slots()) {
        await ring.heard();
        return true;
      }
      const { now, jumpedMs, setBack } = readClock();
      if (jumpedMs !== undefined) emit({ event: 'clockJumped', at: now, byMs: jumpedMs });
      if (setBack) {
        await awaitFlights();
        scheduler = schedulerFor(input, now);
      }
      if (easing.restUntil() > now) {
        await clock.sleepUntil(Math.min(easing.restUntil(), now + longestSleepMs), ring.signal());
        return true;
      }
      const decision = scheduler.next(now);
      switch (decision.kind) {
        case 'start':
          start(decision.job, now);
          return true;
        case 'drop':
          await drop(decision, now);
          return true;
        case 'wait':
          news.settled(now);
          news.waiting(decision, now);
          await clock.sleepUntil(Math.min(decision.until, now + longestSleepMs), ring.signal());
          return true;
        case 'inFlight':
          news.settled(now);
          await ring.heard();
          return true;
        case 'finished':
          return false;
        default:
          return decision satisfies never;
      }
    },
    async drain(reason) {
      if (inFlight > 0)
        emit({ event: 'draining', at: clock.now(), inFlight, reason: reason ?? 'the state file failed' });
      await awaitFlights();
      if (failure !== undefined) throw failure.error;
      news.settled(clock.now());
    },
  };
}

/** Starts that a clock which was since set back has dated in the future count as of now. */
function schedulerFor({ loaded, store }: RunInput, now: Instant): Scheduler {
  const history: History = {
    forEachJob: (step, visit) => store.forEachJob(step, visit),
    recentStarts: (limit, step) => store.recentStarts(limit, step).map((at) => Math.min(at, now)),
    steps: () => store.steps(),
  };
  return createScheduler({ campaign: loaded.campaign, rosters: loaded.rosters, history, now });
}

/** What keeps the rest from ever starting in this run. */
function blockedReason(progress: readonly StepProgress[]): string | undefined {
  const kept = progress.filter(({ state }) => state === 'blocked' || state === 'stopped');
  if (kept.length === 0) return undefined;
  return kept.map(({ step, reason }) => `${step}: ${sayObstacle(reason ?? 'blocked')}`).join('; ');
}
