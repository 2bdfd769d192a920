import { leftOutRows } from '../campaign/audiences/left-out-rows.ts';
import { type JobKind, kindsLeft } from '../plan/kinds-left.ts';
import type { Instant } from '../platform/ports.ts';
import type { StepCount } from '../state/backend.ts';
import type { Change } from '../state/change.ts';
import { countAtBegin, countAtEnd, countsDigest } from './counted-jobs.ts';
import { type EndCode, endCode, endCodeOf } from './end-code.ts';
import { followRequests } from './follow-requests.ts';
import { editedInFlight } from './resume/edited-in-flight.ts';
import type { EditsInput } from './resume/edits.ts';
import { type RunEnd, type RunResult, runCampaign } from './run.ts';
import type { RunInput } from './run-input.ts';

export interface CarryOutInput extends RunInput {
  /** Why it ended, for the event. */
  readonly formatEnd: (result: RunResult) => string | undefined;
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
    const isWhole = part === undefined && input.isApproved === undefined;
    const counting = lease.keepsCounts ? await countAtBegin({ loaded, isWhole }, lease) : undefined;
    await lease.apply([{ kind: 'begun', at: clock.now() }, ...(counting?.changes ?? [])]);
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
    const { decisions: _, ...result } = await carryOutDecided({ ...input, counting });
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
async function carryOutDecided(input: RunInput): Promise<RunEnd> {
  const { lease, clock, loaded, part } = input;
  for (;;) {
    const kinds: (readonly JobKind[] | undefined)[] = [];
    const onHistory: RunInput['onHistory'] = (step, history) => void kinds.push(kindsLeft(loaded, step, history));
    const result = await runCampaign({ ...input, onHistory: lease.keepsCounts ? onHistory : undefined });
    // The run goes on where another process continues it, as after a crash.
    if (result.reason?.kind === 'handOver') return result;
    const exitCode = endCodeOf(result);
    // A run for some recipients has done what it was asked to, and the run as a whole has work left.
    const isInPart = part !== undefined && result.summary.pending > 0;
    const isLeft = result.ended === 'stopped' || (isInPart && exitCode === endCode.done);
    const recorded = isLeft ? endCode.stopped : exitCode;
    const endedAt = clock.now();
    const recounted = lease.keepsCounts ? [await recount(input, result.steps, { endedAt, kinds })] : [];
    await lease.apply([{ kind: 'ended', exitCode: recorded, at: endedAt }, ...recounted]);
    if (result.reason !== undefined || (await lease.requests()).decisions <= result.decisions) return result;
    await lease.apply([{ kind: 'begun', at: clock.now() }]);
  }
}

async function recount(
  { loaded, lease, run, files }: RunInput,
  steps: RunResult['steps'],
  { endedAt, kinds }: { readonly endedAt: Instant; readonly kinds: readonly (readonly JobKind[] | undefined)[] },
): Promise<Change> {
  const counts = await lease.counts();
  const of = countsDigest(counts);
  const areKnown = kinds.every((known) => known !== undefined);
  const isKnown = areKnown && !(await leavesEdited({ loaded, reader: lease, run, files }, counts));
  // A run that has nothing left has not read its jobs.
  const kindsOf = loaded.campaign.steps.map((_, index) => kinds[index] ?? []);
  const left = isKnown ? ({ endedAt, of, kinds: kindsOf, withTried: true } as const) : undefined;
  return countAtEnd(loaded, await lease.status(), { steps, left });
}

/** Whether a job that is pending again would be another request now: the next process leaves it in doubt. */
async function leavesEdited(input: EditsInput, counts: readonly StepCount[]): Promise<boolean> {
  for (const { step, state } of counts) {
    if (state !== 'pending') continue;
    for await (const page of input.reader.jobs({ step, state })) {
      if ((await editedInFlight(input, page)).size > 0) return true;
    }
  }
  return false;
}
