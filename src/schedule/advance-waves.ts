import { type BegunWave, countsOf, latestWave } from '../job/waves.ts';
import type { Instant } from '../platform/ports.ts';
import type { Decision, WaveProgress } from './scheduler.ts';
import type { SchedulerContext } from './scheduler-context.ts';
import { limitOf } from './step-queue.ts';
import { endOf, type StepState } from './step-state.ts';
import { beginWave, countsOfWave, isBroken, isPromoted, type WaveGate, type WaveWait, waveHash } from './waves.ts';

/** Lets those start who are in this wave of a step. One of which nothing is recorded begins at `at`. Undefined where all may. */
export function gateOf(
  context: SchedulerContext,
  state: StepState,
  index: number | undefined,
  at: Instant,
): WaveGate | undefined {
  const { campaign, run, waves: log } = context;
  const { step, roster, jobs } = state;
  const waves = step.forEach?.waves;
  if (index === undefined || waves === undefined || roster === undefined) return undefined;
  return {
    hash: (recipient) => waveHash({ campaign: campaign.id, run, step: step.id }, roster.key(recipient)),
    places({ tried, untried }) {
      const cancelled = jobs.count('cancelled');
      const before = { ...countsOf(jobs.count), ...(cancelled > 0 ? { cancelled } : {}) };
      const started = answeredOf(jobs) + jobs.count('sending') + tried + jobs.triedGone;
      const latest = latestWave(log, step);
      if (!context.hasWaves) {
        if (latest !== undefined) joinWave(context, state, latest, started + jobs.triedLater + untried);
        return untried;
      }
      const isRecorded = latest?.wave === index;
      const begun = isRecorded
        ? latest
        : beginWave(waves, { step: step.id, index, started, candidates: untried, before, at });
      if (!isRecorded) {
        context.begun.push(begun);
        jobs.beginWave();
      }
      state.wave = { index, begun, overAt: undefined, isAnnounced: false, isLast: false };
      return begun.rest === true ? untried : Math.max(0, begun.people - started);
    },
  };
}

/**
 * A part of the people is sent to without waves, but not while the wave that the step is in is halted. How many of them may come beside
 * its own people is recorded; its places stay as many as they were.
 */
function joinWave(context: SchedulerContext, state: StepState, latest: BegunWave, people: number): void {
  const { jobs } = state;
  const overAt = answeredOf(jobs) < latest.people ? undefined : jobs.lastSettled;
  state.wave = { index: latest.wave, begun: latest, overAt, isAnnounced: false, isLast: false };
  const beside = people - latest.people;
  if (latest.rest === true || beside <= (latest.beside ?? 0)) return;
  const isHalted = mustHalt(context, state, latest, overAt !== undefined);
  if (isHalted && !isNextAllowed(context, state)) return;
  context.begun.push({ ...latest, beside });
}

/** Those who are added to the last wave later do not put it off that a share counts. */
function hasAnswers({ people, beside = 0 }: BegunWave, jobs: StepState['jobs']): boolean {
  return answeredOf(jobs) >= people + beside;
}

function answeredOf({ count }: StepState['jobs']): number {
  return count('accepted') + count('rejected') + count('inDoubt') + count('cancelled');
}

/** The wave that a step is in when it opens: the first, or the one in which an earlier process has left it. */
export function firstWave({ waves }: SchedulerContext, { step }: StepState): number {
  return latestWave(waves, step)?.wave ?? 0;
}

/** Of an open step that has work left and none in flight. `open` opens its queue for the next wave; without one, for all who are left. */
export function advanceWave(
  context: SchedulerContext,
  state: StepState,
  now: Instant,
  open: (wave: number | undefined) => void,
): void {
  const { wave, jobs, queue, step } = state;
  if (wave === undefined || wave.isLast || !context.hasWaves) return;
  const isOver = wave.overAt !== undefined;
  if (!isOver) {
    if (jobs.count('pending') > queue!.later) return;
    wave.overAt = state.endedAt ?? jobs.lastSettled ?? now;
  }
  const wait = waitOf(context, state, wave.overAt!);
  const { limit } = limitOf(context.campaign, step);
  const until = wait.kind === 'time' ? wait.until : Number.POSITIVE_INFINITY;
  if (limit <= now) {
    // Nobody is sent to any more, and what is left expires. No wave begins by that: with a later end the next one still waits.
    wave.isLast = true;
    open(undefined);
  } else if (until <= now) open(wave.index + 1);
  else if (!isOver) context.opening.push(Math.min(limit, until), state.index);
}

/** What the wave of a step has come to; undefined where it has none. */
export function waveProgress(context: SchedulerContext, state: StepState): WaveProgress | undefined {
  const { wave, step, jobs } = state;
  if (wave === undefined) return undefined;
  const { begun, overAt, isLast } = wave;
  return {
    begun,
    waves: Math.max(step.forEach?.waves?.sizes.length ?? 0, wave.index + 1),
    counts: countsOfWave(jobs, begun),
    overAt,
    wait: overAt === undefined || isLast ? undefined : waitOf(context, state, overAt),
  };
}

/** Of a step whose wave waits for a person since the last call: which, and whether it is broken. */
export function newWait(
  context: SchedulerContext,
  state: StepState,
): Pick<Extract<Decision, { kind: 'promotion' }>, 'begun' | 'broken' | 'isUnderWay'> | undefined {
  const { wave, status, step, jobs } = state;
  const waves = step.forEach?.waves;
  if (wave === undefined || waves === undefined || status !== 'open' || wave.isAnnounced) return undefined;
  if (wave.isLast && hasWork(state)) return undefined;
  const { begun } = wave;
  const wait = wave.overAt === undefined ? undefined : waitOf(context, state, wave.overAt);
  // Without places nobody knows here whether a wave is over of which some were dropped: the next one may have been allowed.
  const isPast = !context.hasWaves && isNextAllowed(context, state);
  const isAnswered = !hasWork(state) || hasAnswers(begun, jobs);
  const isUnderWay = wave.overAt === undefined && !isPast && mustHalt(context, state, begun, isAnswered);
  const isWanted = wait?.kind === 'person' && (context.hasWaves || wait.broken !== undefined);
  if (!isWanted && !isUnderWay) return undefined;
  wave.isAnnounced = true;
  if (isUnderWay) return { begun, broken: countsOfWave(jobs, begun), isUnderWay };
  return { begun, broken: wait?.kind === 'person' ? wait.broken : undefined, isUnderWay };
}

/** A step with nothing left to send has not ended while its wave has broken `haltIf`: what is left of others must not go on by that. */
export function haltsOthers(context: SchedulerContext, state: StepState): boolean {
  const { step, wave } = state;
  const begun = wave?.begun ?? latestWave(context.waves, step);
  if (step.forEach?.waves === undefined || begun === undefined) return false;
  if (!mustHalt(context, state, begun, true) || isNextAllowed(context, state)) return false;
  return context.steps.some((other) => other !== state && endOf(other) === undefined && hasWork(other));
}

function hasWork({ jobs, inFlight }: StepState): boolean {
  return inFlight > 0 || jobs.count('pending') > 0;
}

/** Answers that come after a halt may make its refusals a smaller share: what was halted stays so. */
function mustHalt(
  { waves: log, promotes }: SchedulerContext,
  { step, jobs }: StepState,
  begun: BegunWave,
  isOver: boolean,
): boolean {
  if (promotes === 'all' || isPromoted(log, step, begun.wave, 'goOn')) return false;
  return begun.halted === true || isBroken(step.forEach!.waves!, countsOfWave(jobs, begun), isOver);
}

function isNextAllowed(context: SchedulerContext, state: StepState): boolean {
  return isPromoted(context.waves, state.step, waveOf(context, state) + 1, 'begin');
}

function waveOf(context: SchedulerContext, state: StepState): number {
  return state.wave?.index ?? firstWave(context, state);
}

function waitOf(context: SchedulerContext, state: StepState, overAt: Instant): WaveWait {
  const { step, wave, jobs } = state;
  const { afterMs, promote } = step.forEach!.waves!;
  const isSaid = isNextAllowed(context, state);
  const { begun } = wave!;
  if (!isSaid && mustHalt(context, state, begun, true)) return { kind: 'person', broken: countsOfWave(jobs, begun) };
  if (isSaid && promote === 'auto') return { kind: 'time', until: overAt };
  if (isSaid || promote === 'auto' || context.promotes !== undefined) return { kind: 'time', until: overAt + afterMs };
  return { kind: 'person' };
}
