import { leftOutRows } from '../campaign/audiences/left-out-rows.ts';
import { maskNumbers } from '../diagnostic/numbers-in-text.ts';
import { visibleLine } from '../diagnostic/visible-text.ts';
import type { RunReader } from '../ledger/backend.ts';
import { recordEdits } from './before-run.ts';
import type { Edits } from './resume/edits.ts';
import { type RunEnd, runCampaign, untilOthersSettled } from './run.ts';
import { oneAtATime, type RunControl } from './run-control.ts';
import type { RunInput } from './run-input.ts';
import { type EndCode, endCodeOf, leavesWork, type RunResult } from './run-state.ts';

interface CarryOutInput extends RunInput {
  /** Why it ended, for people: recorded, and in the event. */
  readonly formatEnd: (result: RunResult, isRecorded?: boolean) => string | undefined;
  /** With which it goes on: recorded before anything is sent. */
  readonly edits?: Edits | undefined;
}

export interface CarriedOut extends RunResult {
  readonly exitCode: EndCode;
}

/** One process of a run, from `started` to `finished`: it obeys what other processes ask of the run, and records how it ended. */
export async function carryOutRun(input: CarryOutInput): Promise<CarriedOut> {
  const { loaded, lease, clock, control, run, service, emit, formatEnd, part } = input;
  const leftOut = leftOutRows(loaded);
  const left = leftOut.length === 0 ? {} : { leftOut };
  const requests = followRequests(control, lease);
  try {
    const resumed = (await lease.steps()).length > 0;
    await lease.apply([{ kind: 'begun', at: clock.now() }]);
    const limited = part === undefined ? {} : { limitedTo: part.recipients };
    emit({
      event: 'started',
      at: clock.now(),
      campaign: loaded.campaign.id,
      run,
      service,
      resumed,
      ...limited,
      ...left,
    });
    await requests.read();
    await untilOthersSettled(input);
    const removed = input.edits && (await recordEdits(input, input.edits, clock.now()));
    const { decisions: _, ...result } = await carryOutDecided(input, removed);
    const exitCode = endCodeOf(result);
    const reason = formatEnd(result);
    const because = reason === undefined ? {} : { reason };
    emit({ event: 'finished', at: clock.now(), exitCode, summary: result.summary, ...because, ...left });
    return { ...result, exitCode };
  } finally {
    requests.stop();
  }
}

/** Once more where a person has decided while the end was being recorded: nobody else would act on it. */
async function carryOutDecided(input: CarryOutInput, removedBefore: number | undefined): Promise<RunEnd> {
  const { lease, clock, part, formatEnd } = input;
  for (let removed = removedBefore; ; removed = 0) {
    const result = await runCampaign({ ...input, removed });
    const reason = formatEnd(result, true);
    const words = reason === undefined ? {} : { reason: maskNumbers(visibleLine(reason)) };
    // Without an exit code, a process that follows continues the run at once, as after a crash.
    const code = result.reason?.kind === 'handOver' ? {} : { exitCode: endCodeOf(result) };
    const workLeft = leavesWork(result, part !== undefined) ? ({ workLeft: true } as const) : {};
    const end = { ...code, ...workLeft, at: Math.round(clock.now()), ...words };
    await lease.apply([{ kind: 'ended', end }]);
    if (result.reason !== undefined || (await lease.requests()).decisions <= result.decisions) return result;
    await lease.apply([{ kind: 'begun', at: clock.now() }]);
  }
}

/** A pause or a decision takes effect within a second. */
const pollMs = 250;

/** Passes on to a run what `pause`, `resume`, `cancel` and `reconcile` request through its state. */
export function followRequests(control: RunControl, reader: Pick<RunReader, 'requests'>) {
  let isStopped = false;
  const readOnce = async (): Promise<void> => {
    try {
      const requested = await reader.requests();
      if (requested.control === 'cancel') control.drain({ kind: 'cancelled' });
      else if (requested.control === 'pause') control.pause();
      else control.unpause();
      control.noteDecisions(requested.decisions);
    } catch {
      control.drain({ kind: 'stateFile' });
    }
  };
  // Of two answers under way, the earlier one may come last: it would take back a pause.
  const read = oneAtATime(readOnce, () => isStopped);
  const timer = setInterval(() => void read(), pollMs);
  return {
    /** Reads once. Before the first job: a pause may have been requested while the run was being prepared. */
    read,
    stop(): void {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
