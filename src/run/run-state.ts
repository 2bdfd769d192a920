import type { Campaign } from '../campaign/campaign.ts';
import type { RunReader, RunStatus } from '../ledger/backend.ts';
import type { RecordedEnd } from '../ledger/change.ts';
import { leftOutOfNobody, type StepOutcome } from '../plan/unsent-jobs.ts';
import type { WhatNext } from '../plan/what-next.ts';
import type { StepProgress } from '../schedule/scheduler.ts';
import type { Summary } from './event.ts';
import type { StopReason } from './stop-reason.ts';
import type { StepSummary } from './summary.ts';

/** What a run is. No other module decides it. */
export type RunState = 'new' | 'running' | 'paused' | 'cancelled' | 'stopped' | 'finished';

export interface SeenRun<S extends string = RunState> {
  readonly state: S;
  /** How its latest process ended; undefined while one is under way, before the first one, and where it died. */
  readonly ended: RecordedEnd | undefined;
}

export const notBegun: SeenRun = { state: 'new', ended: undefined };

/** Whether a process carries it out, rather than another run of the same state. */
export async function isUnderWay(reader: Pick<RunReader, 'status' | 'about'>): Promise<boolean> {
  return isCarriedOut(await reader.status(), reader.about.run);
}

export function isCarriedOut({ carriedOut }: Pick<RunStatus, 'carriedOut'>, run: string): boolean {
  return carriedOut === run;
}

/** It has begun as a whole and not ended, or was left to another process, and no process carries out a run of this state. */
export function isAbandoned({ carriedOut, begunAt, ended, control, wasLimited }: RunStatus): boolean {
  const isLeft = begunAt !== undefined && ended?.exitCode === undefined && carriedOut === undefined;
  return isLeft && control === 'run' && wasLimited !== true;
}

/** By its records alone, as its latest process saw it. `withPlan` says whether that still holds. */
export async function seeRecorded(reader: RunReader | undefined): Promise<SeenRun> {
  if (reader === undefined) return notBegun;
  const { control, ended } = await reader.status();
  const seen = (state: RunState): SeenRun => ({ state, ended });
  if (control !== 'run') return seen(control === 'pause' ? 'paused' : 'cancelled');
  if (await isUnderWay(reader)) return seen('running');
  // Opened, but never confirmed; else its process died.
  if (ended === undefined) return seen((await reader.steps()).length === 0 ? 'new' : 'stopped');
  const { exitCode, workLeft = exitCode === undefined || exitCode === endCode.stopped } = ended;
  return seen(workLeft ? 'stopped' : 'finished');
}

/**
 * A run whose process has ended, or died, is finished where the next process would send nothing, and has work left where it would: people
 * decide, and files are edited, after a process has ended. `isLeft`: by a plan of what is recorded now; undefined where there is none.
 */
export function withPlan<S extends string>(
  seen: SeenRun<S>,
  isLeft: boolean | undefined,
): SeenRun<S | 'stopped' | 'finished'> {
  const hasEnded = seen.state === 'finished' || seen.state === 'stopped';
  if (!hasEnded || isLeft === undefined) return seen;
  return { ...seen, state: isLeft ? 'stopped' : 'finished' };
}

export interface RunResult {
  readonly ended: 'finished' | 'stopped';
  /** Why it stopped; absent where it has done what it could, and work is left for another process (`next`). */
  readonly reason?: StopReason;
  /** What another process would do next, although nothing stopped this one. */
  readonly next?: WhatNext['next'];
  /** `next` is not in the approved plan: the same command would never start it. */
  readonly isOutOfPlan?: true;
  /** Steps whose remaining jobs cannot start in this run; empty if it stopped. */
  readonly kept: readonly StepProgress[];
  readonly summary: Summary;
  readonly steps: readonly StepSummary[];
}

/** How a process of a run ended, for the ledger and for the command line's exit code. */
export const endCode = { done: 0, withFailures: 3, stopped: 4 } as const;

export type EndCode = (typeof endCode)[keyof typeof endCode];

export function endCodeOf({ ended, reason, kept, summary: { rejected, inDoubt } }: RunResult): EndCode {
  if (reason !== undefined) return endCode.stopped;
  // A person must look at these before the same command makes sense.
  if (rejected + inDoubt + kept.length > 0) return endCode.withFailures;
  return ended === 'stopped' ? endCode.stopped : endCode.done;
}

/** Whether the run goes on with the same command, also where this process has done what it was asked to. */
export function leavesWork(result: RunResult, isInPart: boolean): boolean {
  return result.ended === 'stopped' || (isInPart && result.summary.pending > 0);
}

/** Nobody was reached, nobody may have been, and nobody will be: everybody was left out, or no list has anybody. */
export function reachedNobody({ steps }: Campaign, sums: readonly StepSummary[]): boolean {
  const outcomes = steps.flatMap(({ id, uses }) =>
    sums.filter((step) => step.id === id).map(({ summary }) => outcomeOf(uses, summary)),
  );
  return leftOutOfNobody(outcomes) !== undefined;
}

function outcomeOf(
  uses: string,
  { accepted, rejected, skipped, expired, inDoubt, pending, cancelled = 0 }: Summary,
): StepOutcome {
  return { uses, leftOut: skipped + expired, refused: rejected, others: accepted + inDoubt + pending + cancelled };
}
