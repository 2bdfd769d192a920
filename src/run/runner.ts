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
  /** No halt, no failure, and no stop was requested. */
  mayGoOn(): boolean;
  /** Takes one step: starts a job, skips one, or waits until something may have changed. False when nothing is left. */
  turn(wake: Wake): Promise<boolean>;
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
  const backpressure = createBackpressure(concurrency);
  const stopConditions = createStopConditions(campaign, store, backpressure);
  const haltState = createHaltState({ stopConditions, backpressure, resync: input.resync, emit });
  const stepEvents = createStepEvents(
    { progressOf: (step) => scheduler.progressOf(step), ended: () => scheduler.ended() },
    new Map(campaign.steps.flatMap(({ id, title }) => (title === undefined ? [] : [[id, title]]))),
    emit,
  );
  let scheduler = schedulerFor(input, clock.now());
  /** Requests that may be under way; of these, and of those whose answer is not on disk yet, there are `inFlight`. */
  let underWay = 0;
  let inFlight = 0;
  let failure: { readonly error: unknown } | undefined;
  const skips = createSkipRecorder(store, emit, (error) => void (failure ??= { error }));

  /** Why no request may leave, as of now. */
  const held = (): string | undefined => {
    const requested = control.requested();
    if (requested.kind === 'pause') return 'the run is paused';
    if (requested.kind === 'drain') return `the run is stopping: ${requested.reason}`;
    return failure === undefined ? haltState.abortReason() : 'the state file failed';
  };

  /**
   * The slot is free as soon as the answer is on its way to the disk: the next intent shares its commit, so that the file never
   * has more jobs `sending` than there are slots. What depends on the answer waits until it is on disk.
   */
  const carryOut = async ({ job, mayStartUntil }: Start, startedAt: Instant): Promise<void> => {
    const startedResynced = haltState.resynced();
    let isAnswered = false;
    let isFree = false;
    const free = (): void => {
      if (!isFree) underWay--;
      isFree = true;
      control.wakeSignal.notify();
    };
    const answered = (verdict: Verdict, now: Instant): void => {
      isAnswered = true;
      haltState.onVerdict(job, verdict, startedResynced, now);
      // One at a time is one after another, to the end.
      if (concurrency > 1) free();
    };
    const started = { streak: backpressure.streak(), startedAt, mayStartUntil, answered, held };
    const work = (): Promise<Settlement> => attempt(input, job, started);
    try {
      const settlement = await (input.during === undefined ? work() : input.during(work));
      if (!isAnswered) stopConditions.notSent(job);
      scheduler.settle(job, settlement, clock.now());
    } catch (error) {
      // The state file failed, or it is our bug: nothing more may be sent.
      failure ??= { error };
    }
    inFlight--;
    free();
  };

  const start = (decision: Start, now: Instant): void => {
    const { job } = decision;
    stepEvents.started(job.step.id, now);
    const restUntil = backpressure.stepRestUntil(job.step);
    const stop = restUntil > now ? undefined : stopConditions.beforeStart(job);
    if (restUntil > now || stop !== undefined) {
      haltState.halt(stop);
      const notBefore = Math.max(restUntil, now);
      scheduler.settle(job, { kind: 'again', notBefore, attempted: false, heldBy: 'retry' }, now);
      return;
    }
    backpressure.started(now);
    underWay++;
    inFlight++;
    void carryOut(decision, now);
  };

  const awaitFlights = async (): Promise<void> => {
    while (inFlight > 0) await control.wakeSignal.listen().woken();
    await skips.onDisk();
  };

  return {
    mayGoOn: () => haltState.halted() === undefined && failure === undefined && control.requested().kind !== 'drain',
    halted: haltState.halted,
    progress: () => scheduler.progress(),
    async turn(wake) {
      if (underWay >= backpressure.slots()) {
        await wake.woken();
        return true;
      }
      if (underWay > 0 && backpressure.aloneUntil() > clock.now()) {
        await clock.sleepUntil(backpressure.aloneUntil(), wake.signal());
        return true;
      }
      const { now, jumpedMs, setBack } = readClock();
      if (jumpedMs !== undefined) emit({ event: 'clockJumped', at: now, byMs: jumpedMs });
      if (setBack) {
        await awaitFlights();
        scheduler = schedulerFor(input, now);
      }
      if (backpressure.restUntil() > now) {
        await clock.sleepUntil(Math.min(backpressure.restUntil(), now + longestSleepMs), wake.signal());
        return true;
      }
      const decision = scheduler.next(now);
      switch (decision.kind) {
        case 'start':
          start(decision, now);
          return true;
        case 'drop':
          await skips.add(decision, now);
          return true;
        case 'wait':
          stepEvents.settled(now);
          stepEvents.waiting(decision, now);
          await clock.sleepUntil(Math.min(decision.until, now + longestSleepMs), wake.signal());
          return true;
        case 'inFlight':
          stepEvents.settled(now);
          await wake.woken();
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
      stepEvents.settled(clock.now());
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
