import { hasState } from '../job/history.ts';
import type { Rest } from '../job/rest.ts';
import { createClockWatch } from '../platform/clocks.ts';
import type { Instant } from '../platform/ports.ts';
import { createScheduler } from '../schedule/create-scheduler.ts';
import type { AccountPace, Decision, ScheduledJob, Scheduler, StepProgress } from '../schedule/scheduler.ts';
import { isElsewhere } from '../service/contract/addresses.ts';
import { createAccountGate } from './account-gate.ts';
import { createBackpressure, type Slots } from './decide/backpressure.ts';
import { createHaltState } from './decide/halt-state.ts';
import { createListAges, createStopConditions } from './decide/stop-conditions.ts';
import { readHistory } from './resume/effective-history.ts';
import type { Wake } from './run-control.ts';
import type { RunInput, RunView } from './run-input.ts';
import { type Dispatcher, type DispatchReports, notTried } from './send/dispatcher.ts';
import type { SharedDispatcherInput } from './send/hand-out/shared-dispatcher.ts';
import { createLocalDispatcher, createLocalSlots, isOrdinary } from './send/local-dispatcher.ts';
import { createSkipRecorder } from './skip-recorder.ts';
import { createStepEvents } from './step-events.ts';
import type { HaltReason, StopReason } from './stop-reason.ts';

/**
 * A longer wait is cut into pieces, so that after a sleep of the machine the clock is read soon. Virtual time goes at once to what is next,
 * where that has a time.
 */
const longestSleepMs = 30_000;
/** While the lease is not sure, how often it is asked whether it is again. */
const leasePollMs = 250;

/** Drives a scheduler with the real clock and the service's answers. `hasEnded`: asked once, where the first thing to do is a long wait. */
export async function createRunner(input: RunInput, hasEnded: () => Promise<boolean>) {
  const { loaded, lease, clock, control, emit } = input;
  const { campaign } = loaded;
  const { concurrency, account } = campaign.limits;
  const localSlots = createLocalSlots(Math.min(concurrency, account?.concurrency ?? concurrency));
  const isShared = input.sharing !== undefined && lease.handOut !== undefined;
  // Workers have slots of the run, too.
  const slots: Slots = isShared ? { concurrency: localSlots.concurrency } : localSlots;
  const readClock = createClockWatch(clock);
  const backpressure = createBackpressure(slots);
  const gate =
    lease.account &&
    createAccountGate({
      share: lease.account,
      limits: account ?? {},
      clock,
      wakeSignal: control.wakeSignal,
      inFlight: () => dispatcher.inFlight(),
      doubts: () => stopConditions.doubts(),
      halt: (reason) => haltState.halt(reason),
      onRest: (rest) => haltState.restWithAccount(rest, clock.now()),
      failed: (error) => failed(error),
    });
  let past = await readScheduler(input, gate?.pace, []);
  /** Their outcomes are on their way to disk: for the scheduler they are still being sent. */
  const judged = new Set<ScheduledJob>();
  const stopConditions = await createStopConditions(campaign, lease, past.hasAccepted, backpressure, (step) => {
    const { pending = 0, sending = 0 } = scheduler.progressOf(step)?.counts ?? {};
    return pending + sending - [...judged].filter((job) => job.step.id === step).length;
  });
  const listAges = input.contacts && input.lists && createListAges(input.lists, input.contacts.ledger);
  let aheadMs: number | undefined;
  const resync = input.resync && ((serviceTime: Instant) => (aheadMs = input.resync!(serviceTime)));
  let restsOnDisk: Promise<void> = Promise.resolve();
  /** Nothing was started, and nobody has asked yet. */
  let mayHaveEnded = true;
  /** A pause has begun: what was dispatched and has not begun must not be sent into it. */
  let mustCallBack = false;
  const haltState = createHaltState({
    stopConditions,
    backpressure,
    resync,
    isServiceElsewhere: isElsewhere(input.service),
    emit,
    rests: past.rests,
    onRest({ step, until }) {
      if (step !== undefined) scheduler.rest(step, until);
      mustCallBack = true;
    },
    recordRests(rests) {
      restsOnDisk = lease.apply([{ kind: 'rests', rests }]).catch(failed);
      // The latest is the last one.
      const latest = rests.at(-1);
      if (latest !== undefined && latest.step === undefined) gate?.rest(latest);
    },
  });
  let { scheduler } = past;
  /**
   * A person has decided on jobs, or the clock was set back: what is left is worked out again, from what is recorded, as by a process that
   * begins now.
   */
  const readAgain = async (): Promise<void> => {
    await dispatcher.recall();
    await skips.onDisk();
    await restsOnDisk;
    const stopped = scheduler.progress().filter(({ state }) => state === 'stopped');
    past = await readScheduler(input, gate?.pace, stopped);
    ({ scheduler } = past);
    await stopConditions.readAgain();
  };
  const stepEvents = createStepEvents(
    { progressOf: (step) => scheduler.progressOf(step), ended: () => scheduler.ended() },
    campaign,
    emit,
  );
  let failure: { readonly error: unknown } | undefined;
  const failed = (error: unknown): void => {
    failure ??= { error };
    control.wakeSignal.notify();
  };
  const skips = createSkipRecorder({ lease, emit, onFailure: failed, rosters: loaded.rosters });

  const reports: DispatchReports = {
    holdReason() {
      const { kind } = control.requested();
      if (kind === 'pause') return 'paused';
      if (kind === 'drain') return 'stopping';
      if (failure !== undefined) return 'stateFile';
      if (lease.term?.mayStart() === false) return 'leaseEnding';
      return haltState.isAborting() ? 'halted' : undefined;
    },
    isClosed: () => haltState.isAborting() || mustCallBack,
    judged(start, verdict, now) {
      if (isOrdinary(verdict)) judged.add(start.job);
      haltState.onVerdict(start, verdict, now);
    },
    settled(job, settlement, wasJudged) {
      judged.delete(job);
      if (!wasJudged) stopConditions.refund(job);
      if (settlement.kind === 'again' && !settlement.attempted && job.key !== undefined)
        input.contacts?.known.lookAgain(job.key);
      scheduler.settle(job, settlement, clock.now());
    },
    failed,
  };
  const { wakeSignal } = control;
  const local = createLocalDispatcher({
    attempts: input,
    slots: localSlots,
    during: input.during,
    wakeSignal,
    reports,
  });
  const dispatcher = isShared
    ? await shareWithWorkers(input, { local, localSlots, slots, reports, aheadMs: () => aheadMs })
    : local;

  let waiting: ReturnType<RunView['waiting']>;
  input.onView?.({
    progress: () => scheduler.progress(),
    progressOf: (step) => scheduler.progressOf(step),
    inFlight: dispatcher.inFlight,
    slots: () => slots.concurrency,
    waiting: () => waiting,
    budgetSpent: stopConditions.budgetSpent,
    doubts: stopConditions.doubts,
  });

  /** False where it must wait for what is in flight. */
  const start = (
    { job, mayStartUntil }: Decision & { readonly kind: 'start' },
    now: Instant,
    staleList: HaltReason | undefined,
  ): boolean => {
    mayHaveEnded = false;
    skips.started(job);
    stepEvents.started(job.step.id, now);
    const stop = staleList ?? stopConditions.beforeStart(job);
    if (stop !== undefined) {
      scheduler.settle(job, notTried(now), now);
      // What is in flight may be refused, or come back unsent: then the budget pays for this job.
      if (stop.kind === 'budget' && dispatcher.inFlight() > 0) return false;
      haltState.halt(stop);
      return true;
    }
    backpressure.started(now);
    const [streak, measured] = [backpressure.streak(), haltState.measured()];
    dispatcher.dispatch({ job, startedAt: now, mayStartUntil, streak, measured });
    return true;
  };

  const sleepUntil = async (until: Instant, wake: Wake): Promise<void> => {
    const most = clock.steadyMs === undefined && Number.isFinite(until) ? until : clock.now() + longestSleepMs;
    return clock.sleepUntil(Math.min(until, most), wake.signal());
  };

  const decide = async (decision: Decision, now: Instant, wake: Wake): Promise<boolean> => {
    switch (decision.kind) {
      case 'start':
        if (!start(decision, now, listAges && (await listAges(now)))) await wake.woken();
        return true;
      case 'drop':
        await skips.add(decision, now);
        return true;
      case 'wait':
        stepEvents.settled(now);
        if (mayHaveEnded && decision.until - now > longestSleepMs) {
          mayHaveEnded = false;
          if (await hasEnded()) return false;
        }
        stepEvents.waiting(decision, now);
        waiting = decision;
        await sleepUntil(decision.until, wake);
        waiting = undefined;
        return true;
      case 'inFlight':
        stepEvents.settled(now);
        await wake.woken();
        return true;
      case 'wave': {
        const { begun } = decision;
        await lease.apply([{ kind: 'wave', begun }]);
        if (begun.beside === undefined) stepEvents.wave(begun, now);
        return true;
      }
      case 'promotion': {
        const { step, begun, broken } = decision;
        if (broken === undefined) {
          stepEvents.waveOver(step.id, now);
          return true;
        }
        haltState.halt({ kind: 'wave', step: step.id, wave: begun.wave + 1, ...broken });
        if (begun.halted !== true) await lease.apply([{ kind: 'wave', begun: { ...begun, halted: true } }]);
        return true;
      }
      case 'finished': {
        // A decision of this moment counts, too.
        control.noteDecisions((await lease.requests()).decisions);
        return control.decisions() > past.decisions;
      }
      default:
        return decision satisfies never;
    }
  };

  const takeTurn = async (wake: Wake): Promise<boolean> => {
    if (control.decisions() > past.decisions) {
      await readAgain();
      return true;
    }
    if (mustCallBack) {
      await dispatcher.callBack();
      mustCallBack = false;
      return true;
    }
    if (dispatcher.free() <= 0) {
      await wake.woken();
      return true;
    }
    if (lease.term?.mayStart() === false) {
      await sleepUntil(clock.now() + leasePollMs, wake);
      return true;
    }
    if (dispatcher.inFlight() > 0 && backpressure.probeUntil() > clock.now()) {
      await sleepUntil(backpressure.probeUntil(), wake);
      return true;
    }
    const { now, jumpedMs, setBack } = readClock();
    if (jumpedMs !== undefined) {
      emit({ event: 'clockJumped', at: now, byMs: jumpedMs });
      haltState.clockJumped();
    }
    if (setBack) {
      backpressure.clockSetBack(now);
      await readAgain();
      // All of this took time: a stop may have been requested, or an answer may have halted the run.
      return true;
    }
    const restUntil = backpressure.restUntil();
    if (restUntil > now) {
      waiting = { until: restUntil, heldBy: 'rest' };
      await sleepUntil(restUntil, wake);
      waiting = undefined;
      return true;
    }
    return decide(scheduler.next(now), now, wake);
  };

  return {
    /** No halt, no failure, and no stop was requested. */
    mayGoOn: (): boolean =>
      haltState.halted() === undefined && failure === undefined && control.requested().kind !== 'drain',
    halted: haltState.halted,
    progress: (): readonly StepProgress[] => scheduler.progress(),
    /** How often people had decided when what is recorded was last read. */
    decisions: (): number => past.decisions,
    /** Takes one step: starts a job, skips one, or waits until something may have changed. False when nothing is left. */
    async turn(wake: Wake): Promise<boolean> {
      try {
        return await takeTurn(wake);
      } catch (error) {
        // What is in flight is awaited, and recorded if that is possible, before the run ends with this.
        failed(error);
        return false;
      }
    },
    /** Where nothing is left to send: records who will not be sent to, until something would start, or wait. */
    async judgeRest(): Promise<void> {
      for (;;) {
        const now = clock.now();
        const decision = scheduler.next(now);
        if (decision.kind !== 'drop') break;
        await skips.add(decision, now);
      }
      await skips.onDisk();
      if (failure !== undefined) throw failure.error;
      stepEvents.settled(clock.now());
    },
    /** Awaits what is in flight, and throws if the state file failed. */
    async drain(reason: StopReason | undefined): Promise<void> {
      const inFlight = dispatcher.inFlight();
      if (inFlight > 0) {
        const handedOut = dispatcher.handedOut();
        emit({
          event: 'draining',
          at: clock.now(),
          inFlight,
          ...(handedOut > 0 && { handedOut }),
          reason: reason ?? { kind: 'stateFile' },
        });
      }
      await dispatcher.recall();
      dispatcher.close();
      await skips.onDisk();
      await gate?.close();
      if (failure !== undefined) throw failure.error;
      stepEvents.settled(clock.now());
    },
  };
}

export type Runner = Awaited<ReturnType<typeof createRunner>>;

interface Past {
  readonly scheduler: Scheduler;
  readonly hasAccepted: boolean;
  readonly rests: readonly Rest[];
  /** How often people had decided before what is recorded was read. */
  readonly decisions: number;
}

/** A scheduler that knows the past of the run. The past itself is not kept: of a large run it takes much memory. */
async function readScheduler(
  input: RunInput,
  accountPace: AccountPace | undefined,
  stopped: readonly StepProgress[],
): Promise<Past> {
  const { loaded, lease, control, clock, approvalOf, part, contacts, run } = input;
  const { campaign, rosters } = loaded;
  const decisions = Math.max(control.decisions(), (await lease.requests()).decisions);
  const history = await readHistory(campaign, lease);
  const now = clock.now();
  return {
    decisions,
    scheduler: createScheduler({
      campaign,
      run,
      // In a sandbox, and where the clock skips every wait, no person is there who could promote.
      promotes: input.service === 'sandbox' || input.during !== undefined ? 'unbroken' : undefined,
      rosters,
      history,
      approvalOf,
      part,
      stopped,
      accountPace,
      contacts: contacts && { run, factsOf: contacts.known.factsOf, keepsPlanned: false },
      now,
    }),
    hasAccepted: hasState(history, 'accepted'),
    rests: history.rests,
  };
}

async function shareWithWorkers(
  { lease, sharing, loaded, clock, control, emit }: RunInput,
  parts: Pick<SharedDispatcherInput, 'local' | 'localSlots' | 'slots' | 'reports' | 'aheadMs'>,
): Promise<Dispatcher> {
  if (sharing === undefined || lease.handOut === undefined) return parts.local;
  const { createSharedDispatcher } = await import('./send/hand-out/shared-dispatcher.ts');
  const { campaign } = loaded;
  const { wakeSignal } = control;
  return createSharedDispatcher({
    ...parts,
    handOut: lease.handOut,
    sharing,
    lease,
    campaign,
    clock,
    wakeSignal,
    emit,
  });
}
