import { everybodyIn } from '../campaign/audiences/selection.ts';
import { type JobId, jobId, parseAddress } from '../job/address.ts';
import type { JobRecord } from '../job/job.ts';
import { isKeptByPart } from '../schedule/reasons.ts';
import type { StepProgress } from '../schedule/scheduler.ts';
import type { Summary } from './event.ts';
import { editedInFlight } from './resume/edits.ts';
import { addMissingTouches, recordMissedRests, recover, renameTouches } from './resume/recover.ts';
import { asTaken, isDoneForGood, type WorkLeft, workLeft } from './resume/work-left.ts';
import type { RunInput } from './run-input.ts';
import type { RunResult } from './run-state.ts';
import { createRunner, type Runner } from './runner.ts';
import { editedReason } from './send/attempt.ts';
import type { StopReason } from './stop-reason.ts';
import { type StepSummary, summarise } from './summary.ts';

/** `decisions`: how often people had decided when it was found that nothing more can start; a later decision is not in it. */
export type RunEnd = RunResult & { readonly decisions: number };

/**
 * Carries out what is left of a campaign. For every job: slot, then gate and pace (`Scheduler.next`), then intent, then the
 * bytes. Ends when nothing is left that could start, when a stop is requested, or when an answer or a limit halts it.
 */
export async function runCampaign(input: RunInput): Promise<RunEnd> {
  const { loaded, lease, clock, control, emit, contacts, run } = input;
  await recordMissedRests(input);
  if (contacts !== undefined) await renameTouches(loaded, run, contacts.ledger);
  const { again, edited, inDoubt } = await recover(loaded.campaign, lease, clock.now(), (left) =>
    editedInFlight({ loaded, reader: lease, run, files: input.files }, left),
  );
  const doubts = inDoubt + (input.removed ?? 0);
  if (again + edited + doubts > 0)
    emit({ event: 'recovered', at: clock.now(), again, inDoubt: doubts, ...(edited > 0 && { edited }) });
  if (contacts !== undefined) await addMissingTouches(loaded, run, lease, contacts.ledger);
  const runner = await createRunner(input, () => hasEnded(input));
  while (runner.mayGoOn()) {
    const wake = control.wakeSignal.listen();
    if (control.requested().kind === 'pause') await waitWhilePaused(input, runner);
    else if (!(await runner.turn(wake))) break;
  }
  const requested = control.requested();
  const stopReason = runner.halted() ?? (requested.kind === 'drain' ? requested.reason : undefined);
  await runner.drain(stopReason);
  const cannotStart = (step: StepProgress) =>
    (step.state === 'blocked' && !isKeptByPart(step.blockedBy)) || step.state === 'stopped';
  let sums = await summarise(loaded, lease);
  const isStopped = stopReason !== undefined && !mayBeDone(stopReason, sums.summary);
  const left = isStopped ? undefined : await leftAfter(input, sums.steps);
  const { isLeft = true, next } = left ?? {};
  const reason = isLeft ? stopReason : undefined;
  // The last answers have halted a run of which nothing is left but to say who is not sent to.
  if (stopReason !== undefined && !isLeft) await runner.judgeRest();
  if (left !== undefined && !isLeft) await recordDoubts(input, left);
  if (left !== undefined) sums = await summarise(loaded, asTaken(lease, left, loaded.campaign));
  return {
    ended: isLeft ? 'stopped' : 'finished',
    ...sums,
    ...(reason === undefined ? {} : { reason }),
    ...(reason === undefined && next !== undefined && { next, ...(input.approvalOf && { isOutOfPlan: true }) }),
    decisions: runner.decisions(),
    kept: reason === undefined ? (left?.ends ?? runner.progress()).filter(cannotStart) : [],
  };
}

/** It has begun, and nothing is sent any more: whom the hours keep waiting would only be skipped. */
async function hasEnded(input: RunInput): Promise<boolean> {
  if ((await input.lease.steps()).length === 0) return false;
  const { steps } = await summarise(input.loaded, input.lease);
  const { isLeft, promotions } = await leftAfter(input, steps);
  return !isLeft && promotions.length === 0;
}

/** Who may have been reached, and is not sent to any more though their turn has not come: from now on people can decide about them. */
async function recordDoubts({ lease, clock, emit, part }: RunInput, { taken, edited }: WorkLeft): Promise<void> {
  const record = async (id: JobId, reasonOf: (job: JobRecord) => string): Promise<void> => {
    const job = await lease.job(id);
    if (job?.state !== 'pending') return;
    const [at, reason] = [clock.now(), reasonOf(job)];
    await lease.apply([{ kind: 'drop', to: { ...id, state: 'inDoubt', reason, at } }]);
    emit({ event: 'job', at, job: id, state: 'inDoubt', attempts: job.attempts, reason });
  };
  for (const [step, jobs] of taken)
    for (const [key, { state, reason = '' }] of jobs)
      if (state === 'inDoubt') await record(jobId(step, key === '' ? undefined : key), () => reason);
  // Others may have their turn in another run.
  if (part === undefined) for (const address of edited) await record(parseAddress(address)!, editedReason);
}

/** A limit that counts answers, and a process that was stopped, leave something to do only where something is left. */
function mayBeDone({ kind }: StopReason, { pending }: Summary): boolean {
  const isOfAnswers = kind === 'oneCode' || kind === 'rejections' || kind === 'doubts' || kind === 'accountDoubts';
  return isOfAnswers || (pending === 0 && (kind === 'signal' || kind === 'handOver' || kind === 'aborted'));
}

/** As `status` says it from now on. */
async function leftAfter(
  { loaded, lease, run, files, contacts, part, clock }: RunInput,
  steps: readonly StepSummary[],
): Promise<WorkLeft> {
  const factsOf = isDoneForGood(loaded.campaign, steps, false)
    ? undefined
    : await contacts?.known.factsOfAll(everybodyIn(loaded));
  const known = factsOf && { run, factsOf, keepsPlanned: true };
  return workLeft({ loaded, reader: lease, run, files, contacts: known, part, now: clock.now(), steps });
}

const settledPollMs = 250;

/**
 * Workers of an earlier leader may still be sending: their outcomes are part of the history. Those that died are recovered. Before anything
 * is decided about jobs without an answer.
 */
export async function untilOthersSettled({ lease: { handOut }, clock, control }: RunInput): Promise<void> {
  if (handOut === undefined) return;
  while ((await handOut.seats()).length > 0 && (await handOut.sendingElsewhere()) > 0) {
    await clock.sleepUntil(clock.now() + settledPollMs, control.wakeSignal.listen().signal());
  }
}

/** A run that is halted by the answers to what was in flight does not wait for `resume`. */
async function waitWhilePaused({ control, clock, emit }: RunInput, runner: Runner): Promise<void> {
  emit({ event: 'paused', at: clock.now() });
  while (control.requested().kind === 'pause' && runner.mayGoOn()) {
    await control.wakeSignal.listen().woken();
  }
  if (control.requested().kind === 'run') emit({ event: 'resumed', at: clock.now() });
}
