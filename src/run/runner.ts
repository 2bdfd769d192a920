import type { History } from '../job/history.ts';
import type { Instant } from '../platform/ports.ts';
import { createScheduler, type Scheduler } from '../schedule/create-scheduler.ts';
import type { Decision, Settlement, StepProgress } from '../schedule/scheduler.ts';
import { createBackpressure } from './decide/backpressure.ts';
import { createClockWatch } from './decide/clock-jumps.ts';
import { createHaltState } from './decide/halt-state.ts';
import type { Verdict } from './decide/retry.ts';
import { createStopConditions } from './decide/stop-conditions.ts';
import type { Wake } from './run-control.ts';
import type { RunInput } from './run-input.ts';
import { attempt } from './send/attempt.ts';
import { createSkipRecorder } from './skip-recorder.ts';
import { createStepEvents } from './step-events.ts';

/** A wait is cut into pieces no longer than this, so that a machine that slept looks again at the clock. */
const longestSleepMs = 30_000;

/** Turns a scheduler with the real clock and the service's answers. */
export interface Runner {
  /** No halt, no failure, and nobody has told us to stop. */
  mayGoOn(): boolean;
  /** Does one thing: starts a job, drops one, or waits until something may have changed. False when nothing is left. */
  turn(ring: Wake): Promise<boolean>;
  /** Awaits what is in flight, and throws what went wrong with the state file. */
  drain(reason: string | undefined): Promise<void>;
  halted(): string | undefined;
  progress(): readonly StepProgress[];
}

type Start = Decision & { readonly kind: 'start' };

export function createRunner(input: RunInput): Runner {
  const { loaded, store, clock, control, emit } = input;
  const { campaign } = loaded;
  const { concurrency } = campaign.limits;
  const readClock = createClockWatch(clock);
  const easing = createBackpressure(concurrency);
  const brakes = createStopConditions(campaign, store, easing);
  const halts = createHaltState({ brakes, easing, resync: input.resync, emit });
  const news = createStepEvents(
    { progressOf: (step) => scheduler.progressOf(step), ended: () => scheduler.ended() },
    emit,
  );
  let scheduler = schedulerFor(input, clock.now());
  /** Requests that may be under way; of these, and of those whose answer is not on disk yet, there are `inFlight`. */
  let underWay = 0;
  let inFlight = 0;
  let failure: { readonly error: unknown } | undefined;
  const drops = createSkipRecorder(store, emit, (error) => void (failure ??= { error }));

  /** Why no request may leave, as of now. */
  const held = (): string | undefined => {
    const told = control.told();
    if (told.kind === 'pause') return 'the run is paused';
    if (told.kind === 'drain') return `the run is stopping: ${told.reason}`;
    return failure === undefined ? halts.recalled() : 'the state file failed';
  };

  /**
   * The slot is free as soon as the answer is on its way to the disk: the next intent shares its commit, so that the file never
   * has more jobs `sending` than there are slots. Whatever depends on the answer waits until it is there.
   */
  const carryOut = async ({ job, mayStartUntil }: Start, startedAt: Instant): Promise<void> => {
    const startedResynced = halts.resynced();
    let isAnswered = false;
    let isFree = false;
    const free = (): void => {
      if (!isFree) underWay--;
      isFree = true;
      control.bell.ring();
    };
    const answered = (verdict: Verdict, now: Instant): void => {
      isAnswered = true;
      halts.heed(job, verdict, startedResynced, now);
      // One at a time is one after another, to the end.
      if (concurrency > 1) free();
    };
    const started = { streak: easing.streak(), startedAt, mayStartUntil, answered, held };
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

  const start = (decision: Start, now: Instant): void => {
    const { job } = decision;
    news.started(job.step.id, now);
    const restUntil = easing.stepRestUntil(job.step);
    const stop = restUntil > now ? undefined : brakes.beforeStart(job);
    if (restUntil > now || stop !== undefined) {
      halts.halt(stop);
      const notBefore = Math.max(restUntil, now);
      scheduler.settle(job, { kind: 'again', notBefore, attempted: false, heldBy: 'retry' }, now);
      return;
    }
    easing.started(now);
    underWay++;
    inFlight++;
    void carryOut(decision, now);
  };

  const awaitFlights = async (): Promise<void> => {
    while (inFlight > 0) await control.bell.listen().heard();
    await drops.onDisk();
  };

  return {
    mayGoOn: () => halts.halted() === undefined && failure === undefined && control.told().kind !== 'drain',
    halted: halts.halted,
    progress: () => scheduler.progress(),
    async turn(ring) {
      if (underWay >= easing.slots()) {
        await ring.heard();
        return true;
      }
      if (underWay > 0 && easing.aloneUntil() > clock.now()) {
        await clock.sleepUntil(easing.aloneUntil(), ring.signal());
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
          start(decision, now);
          return true;
        case 'drop':
          await drops.add(decision, now);
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
function schedulerFor({ loaded, store, isApproved }: RunInput, now: Instant): Scheduler {
  const history: Required<History> = {
    forEachJob: (step, visit) => store.forEachJob(step, visit),
    recentStarts: (limit, step) => store.recentStarts(limit, step).map((at) => Math.min(at, now)),
    steps: () => store.steps(),
    begunAt: () => store.begunAt(),
  };
  return createScheduler({ campaign: loaded.campaign, rosters: loaded.rosters, history, isApproved, now });
}
