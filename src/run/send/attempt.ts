import type { Step } from '../../campaign/campaign.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { type JobId, jobId } from '../../job/address.ts';
import { codeSince, type JobRecord, maybeSentAs, mustStaySame, type Outputs } from '../../job/job.ts';
import type { RunLease } from '../../ledger/backend.ts';
import { type Change, HeldContact, type Intent, type Settled } from '../../ledger/change.ts';
import type { TouchRequest } from '../../ledger/contacts/ledger.ts';
import type { RunContacts } from '../../ledger/contacts/run-contacts.ts';
import type { Clock, Files, Instant, Random } from '../../platform/ports.ts';
import type { ScheduledJob, Settlement } from '../../schedule/scheduler.ts';
import { leavesDoubt } from '../../schedule/step-jobs.ts';
import type { Outcome } from '../../service/contract/outcome.ts';
import { readOutputs, unreadOutput } from '../../service/contract/outputs.ts';
import type { Transport } from '../../service/http/transport.ts';
import { type OperationId, operations } from '../../service/operations/operations.ts';
import { type Again, failedExpectation, judge, type Verdict } from '../decide/retry.ts';
import type { RunEvent } from '../event.ts';
import { createDepartureGate, type Departure, type DepartureGate, type HoldReason } from './departure.ts';
import { notTried, type Start } from './dispatcher.ts';
import {
  jobsRead,
  type PreparedRequest,
  prepareRequest,
  type RecordOf,
  readRecords,
  sendAllPages,
} from './prepare-request.ts';

export interface AttemptInput {
  readonly loaded: LoadedCampaign;
  readonly run: string;
  readonly lease: AttemptLedger;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly files: Files;
  readonly random: Random;
  readonly emit: (event: RunEvent) => void;
  /** Called at every moment at which a crash leaves something different behind; tests end the process here. */
  readonly boundary?: (boundary: Boundary, job: JobId) => void;
  /** Required where the campaign has contact rules. */
  readonly contacts?: RunContacts | undefined;
}

/** Where an attempt reads and records its job: the lease of the run, or the claim of a worker. */
export interface AttemptLedger extends Pick<RunLease, 'job' | 'term'> {
  /** `verdict`: with the outcome that it came to. */
  apply(changes: readonly Change[], verdict?: Verdict): Promise<void>;
}

export type Boundary = 'beforeIntent' | 'afterIntent' | 'beforeSettle' | 'afterSettle';

/**
 * One attempt of one job that may start now: intent on disk, request, outcome on disk. `judged` is called when the outcome was
 * judged and is on its way to disk, before any later intent; not for a job that is left without an intent.
 */
export async function attempt(
  input: AttemptInput,
  { job, startedAt, mayStartUntil, streak, departure }: Omit<Start, 'measured'>,
  holdReason: () => HoldReason | undefined,
  judged: (verdict: Verdict, now: Instant) => void,
): Promise<Settlement> {
  const { lease, clock, loaded, run, files } = input;
  const { step } = job;
  const id = jobId(step.id, job.key);
  const read = jobsRead(loaded, step, job.key);
  const needed = job.tried ? [id, ...read] : read;
  const recordOf = needed.length === 0 ? noRecord : await readRecords(lease, needed);
  const before = job.tried ? recordOf(id) : undefined;
  const prepared = prepareRequest({ loaded, run, files, recordOf, before }, job, before?.firstAt ?? startedAt);
  const request = prepared instanceof Promise ? await prepared : prepared;
  if ('changed' in request) return { kind: 'stopStep', reason: request.changed };
  if ('missing' in request) {
    const reason = unknownOutputs(loaded, recordOf, step);
    if (reason !== undefined) return { kind: 'stopStep', reason };
    const state = before?.doubtful === true && leavesDoubt(step) ? 'inDoubt' : 'skipped';
    return drop(input, id, job.attempts, state, request.missing);
  }
  const noRetry = whyNotRetried(step, before, request, startedAt);
  if (noRetry !== undefined) return drop(input, id, job.attempts, 'inDoubt', noRetry);

  const touch = touchOf(input, job, startedAt);
  const question = touch && input.contacts!.question(touch);
  const number = job.attempts + 1;
  const { naturalKey, hash: requestHash } = request;
  input.boundary?.('beforeIntent', id);
  const intent: Intent = { step: step.id, key: job.key, attempt: number, at: startedAt, naturalKey, requestHash };
  try {
    const contact = touch && { channel: touch.channel, purpose: touch.purpose, zone: touch.zone };
    await lease.apply([{ kind: 'intend', to: intent, contact }]);
  } catch (error) {
    question?.end();
    // Another process has contacted the recipient, or suppressed them, since the scheduler looked: nothing was recorded, and it looks again.
    if (error instanceof HeldContact) return notTried(clock.now() + (input.contacts?.known.lookAgainMs ?? 0));
    throw error;
  }
  input.boundary?.('afterIntent', id);
  const { guardMs } = loaded.campaign.limits;
  const gate = createDepartureGate({ clock, startedAt, mayStartUntil, guardMs, departure, holdReason, question });
  if (question?.isReady !== undefined) await question.isReady;
  const unsent = departure && (await untilDeparture(input, departure));
  const outcome = unsent ?? (await sendThrough(gate, input, step, request));
  question?.end();
  const now = clock.now();
  const { ownName } = request;
  const sentBefore = maybeSentAs(before, naturalKey);
  const judging = { step, outcome, attempt: number, before, sentBefore, ownName, streak, now, random: input.random };
  const outputs = outcome.kind === 'accepted' ? readOutputs(step.uses, outcome.answer) : undefined;
  const verdict = gated(step, judge(judging), outputs, outcome);
  const next = nextTryOf(step.uses, verdict, before);
  // All fields at once: an object that gets them one after another takes several times as long.
  const settled: Settled = {
    step: step.id,
    key: job.key,
    attempt: number,
    at: now,
    state: recordedState(verdict),
    leftAt: gate.leftAt(),
    code: verdict.code,
    reason: 'reason' in verdict ? verdict.reason : undefined,
    outputs: verdict.kind === 'accepted' ? kept(outputs) : undefined,
    attempted: next.attempted,
    doubtful: next.doubtful,
    notBefore: next.notBefore,
    maybeSent: next.maybeSent,
    freesBytes: next.freesBytes,
  };
  input.boundary?.('beforeSettle', id);
  const onDisk = lease.apply([{ kind: 'settle', to: settled }], verdict);
  judged(verdict, now);
  await onDisk;
  const failed = gate.failure();
  if (failed !== undefined) throw failed.error;
  input.boundary?.('afterSettle', id);
  input.emit(jobEvent(id, verdict, settled));
  return settlementOf(step, verdict, now);
}

/** The contact that the job is about to make; undefined where nobody counts contacts, or it makes none. */
function touchOf(
  { loaded, run }: { readonly loaded: LoadedCampaign; readonly run: string },
  { step, key, zone }: Pick<ScheduledJob, 'step' | 'key' | 'zone'>,
  at: Instant,
): TouchRequest | undefined {
  const { channel } = operations[step.uses];
  const { id: campaign, contacts } = loaded.campaign;
  if (contacts === undefined || channel === undefined || key === undefined) return undefined;
  return { campaign, run, step: step.id, key, at, channel, purpose: step.purpose, zone };
}

function sendThrough(
  gate: DepartureGate,
  { transport, lease }: AttemptInput,
  step: Step,
  request: PreparedRequest,
): Outcome | Promise<Outcome> {
  const reason = gate.mayDispatch();
  if (reason !== undefined) return { kind: 'unsent', reason, heldBack: true };
  return sendAllPages(transport, step, request, { mayLeave: gate.mayLeave, signal: lease.term?.signal() });
}

/** Makes the connection first, so that the request leaves at once. Returns why there is none. */
async function untilDeparture({ transport, lease }: AttemptInput, departure: Departure): Promise<Outcome | undefined> {
  const unreachable = await transport.connect?.(lease.term?.signal());
  if (unreachable === undefined) await departure.ready();
  return unreachable;
}

const noRecord: RecordOf = () => undefined;

/** A step that runs once and was accepted by a receipt has no known outputs: steps that need them wait for a person. */
function unknownOutputs(loaded: LoadedCampaign, recordOf: RecordOf, step: Step): string | undefined {
  for (const id of step.reads.steps) {
    const once = loaded.campaign.steps.some((other) => other.id === id && other.forEach === undefined);
    const job = once ? recordOf({ step: id }) : undefined;
    if (job?.state !== 'accepted' || job.outputs !== undefined) continue;
    return `the outputs of \`${id}\` are unknown because its answer was lost; set them with \`callsheet reconcile --accept ${id} --output NAME=VALUE\``;
  }
  return undefined;
}

/** Why a job whose request may have left cannot be retried. */
function whyNotRetried(
  step: Step,
  before: JobRecord | undefined,
  request: PreparedRequest,
  now: Instant,
): string | undefined {
  if (before === undefined || !leavesDoubt(step)) return undefined;
  if (mustStaySame(before) && before.requestHash !== request.hash) return editedReason(before);
  const since = codeSince(before);
  if (before.doubtful !== true || since === undefined) return undefined;
  if (step.expiresMs !== undefined && now >= since + step.expiresMs) {
    return 'the answer was lost, and the code has expired, so it is not sent again';
  }
  return undefined;
}

export function editedReason({ doubtful }: JobRecord): string {
  const which = doubtful === true ? 'an attempt whose answer was lost' : 'an attempt that must be retried';
  return `the campaign was edited after ${which}: the retry would not be the same request`;
}

async function drop(
  input: AttemptInput,
  id: JobId,
  attempts: number,
  state: 'skipped' | 'inDoubt',
  reason: string,
): Promise<Settlement> {
  const at = input.clock.now();
  const known = await input.lease.job(id);
  // Delays count from the first time that the job was skipped.
  const judgedAt = known?.state === state ? (known.settledAt ?? at) : at;
  await input.lease.apply([{ kind: 'drop', to: { ...id, state, reason, at: judgedAt } }]);
  input.emit({ event: 'job', at, job: id, state, attempts, reason });
  return { kind: 'settled', state };
}

/** A query whose answer does not meet the step's `expect` is rejected, or sent again later. */
function gated(step: Step, verdict: Verdict, outputs: Outputs | undefined, outcome: Outcome): Verdict {
  if (verdict.kind !== 'accepted' || outputs === undefined || outcome.kind !== 'accepted') return verdict;
  const unread = (output: string) => unreadOutput(step.uses, output, outcome.answer);
  const reason = failedExpectation(step.expect, outputs, unread);
  return reason === undefined ? verdict : { kind: 'rejected', code: verdict.code, reason };
}

function recordedState({ kind }: Verdict): Settled['state'] {
  return kind === 'accepted' || kind === 'rejected' || kind === 'inDoubt' ? kind : 'pending';
}

type NextTry = Pick<Settled, 'attempted' | 'doubtful' | 'notBefore' | 'maybeSent' | 'freesBytes'>;
const none: NextTry = {};

/** What is recorded for further attempts. */
function nextTryOf(uses: OperationId, verdict: Verdict, before: JobRecord | undefined): NextTry {
  const isFree = before?.requestHash === undefined;
  switch (verdict.kind) {
    case 'accepted':
    case 'inDoubt':
      return none;
    case 'rejected': {
      const { receipt } = operations[uses];
      // Only a later duplicate asks for it. Rejected as one on the first attempt: the name belongs to somebody else, also then.
      return { maybeSent: receipt !== undefined && verdict.code !== receipt };
    }
    case 'again': {
      const { attempted, doubtful, notBefore } = verdict;
      const maybeSent = hasLeft(verdict);
      return { attempted, doubtful, notBefore, maybeSent, freesBytes: !maybeSent && isFree };
    }
    case 'stopStep':
    case 'halt':
    case 'resync': {
      const doubtful = before?.doubtful === true;
      // What stops a run or a step must be fixed, often in the files: the next attempt may carry other bytes.
      return { attempted: false, doubtful, maybeSent: true, freesBytes: isFree };
    }
    default:
      return verdict satisfies never;
  }
}

function hasLeft({ why }: Again): boolean {
  return why !== 'unsent' && why !== 'heldBack';
}

/** Lists are personal data, and large: the state file keeps only their length. */
function kept(outputs: Outputs | undefined): Outputs | undefined {
  return Array.isArray(outputs?.['records']) ? { ...outputs, records: outputs['records'].length } : outputs;
}

/** What a verdict means for the scheduler. */
export function settlementOf(step: Step, verdict: Verdict, now: Instant): Settlement {
  switch (verdict.kind) {
    case 'accepted':
    case 'inDoubt':
      return { kind: 'settled', state: verdict.kind };
    case 'rejected':
      return step.everyMs === undefined
        ? { kind: 'settled', state: 'rejected' }
        : { kind: 'again', notBefore: now + step.everyMs, attempted: true, heldBy: 'every' };
    case 'again':
      return {
        kind: 'again',
        notBefore: verdict.notBefore,
        attempted: verdict.attempted,
        doubtful: verdict.doubtful,
        maybeSent: hasLeft(verdict),
        heldBy: 'retry',
      };
    case 'stopStep':
      return { kind: 'stopStep', reason: `${verdict.code}: ${verdict.reason}` };
    case 'halt':
    case 'resync':
      return notTried(now);
    default:
      return verdict satisfies never;
  }
}

export function jobEvent(
  id: JobId,
  verdict: Verdict,
  settled: Pick<Settled, 'at' | 'state' | 'code' | 'reason' | 'notBefore' | 'attempt'>,
): RunEvent {
  const { at, state, code, reason, notBefore, attempt: attempts } = settled;
  return {
    event: 'job',
    at,
    job: id,
    state: state === 'pending' ? 'again' : state,
    attempts,
    code: code === '' ? undefined : code,
    reason,
    notBefore,
    receipt: verdict.kind === 'accepted' && verdict.receipt ? true : undefined,
  };
}
