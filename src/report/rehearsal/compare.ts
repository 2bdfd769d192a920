import { createHash } from 'node:crypto';
import type { AuditedStart } from '../../audit/audited-start.ts';
import type { Campaign, Step } from '../../campaign/campaign.ts';
import { grouped } from '../../diagnostic/grouped.ts';
import { formatAddress, type JobAddress } from '../../job/address.ts';
import { askedMark, type JobRecord } from '../../job/job.ts';
import type { Instant } from '../../platform/ports.ts';
import { isOperationId, operations } from '../../service/operations/operations.ts';

/** One request in the sandbox's own log. */
export interface LoggedRequest {
  readonly at: Instant;
  readonly operation: string | null;
  readonly body: unknown;
  /** The code that the service gave; undefined where it gave none. */
  readonly code: string | undefined;
  /** Its words with the code. */
  readonly reason?: string;
  /** The fault that was injected into the request or its answer. */
  readonly fault?: string;
  /** Something came of it: a message, a code, a task, a file, a pause, a report. */
  readonly effect: boolean;
}

/** What the state says of each job, against what the sandbox's ledger says really came of it. Nobody is counted: all are named. */
export interface Comparison {
  /** Reached more than once. */
  readonly duplicated: readonly JobAddress[];
  /** More than once by `onUnknown: resend`: somebody chose that. */
  readonly resent: readonly JobAddress[];
  /** Accepted, says the state; the ledger has nothing. */
  readonly lost: readonly JobAddress[];
  /** Reached, though the state says that nothing came of it. */
  readonly unrecorded: readonly JobAddress[];
  /** In doubt, and in fact reached or not. */
  readonly doubtsArrived: readonly JobAddress[];
  readonly doubtsNot: readonly JobAddress[];
  /** Requests that belong to no job of the state. */
  readonly unmatched: number;
  readonly reached: ReadonlyMap<string, Reached>;
  /** Refusals by operation, code and reason, the most frequent first. */
  readonly refusals: readonly Refusals[];
  /** Injected faults, by kind. */
  readonly faults: readonly Counted[];
  /** For the auditor: every request, with the step that it was for. */
  readonly starts: readonly AuditedStart[];
}

interface Refusals extends Counted {
  readonly operation: string;
  readonly code: string;
}

export interface Counted {
  readonly what: string;
  readonly times: number;
}

/** Of one step. */
interface Reached {
  readonly jobs: number;
  readonly first: Instant;
  readonly last: Instant;
}

export function compareWithLedger(input: {
  readonly campaign: Campaign;
  readonly records: Iterable<JobRecord>;
  readonly requests: Iterable<LoggedRequest>;
}): Comparison {
  const steps = new Map(input.campaign.steps.map((step) => [step.id, step]));
  const records = [...input.records];
  const asked = records.filter(({ requestHash }) => requestHash !== undefined);
  const jobsOf = grouped(asked, ({ requestHash }) => requestHash!.replace(askedMark, ''));
  const effects = new Map<JobAddress, number>();
  const reached = new Map<string, { jobs: number; first: Instant; last: Instant }>();
  const starts: AuditedStart[] = [];
  const tried = new Set<JobAddress>();
  const refusals = new Map<string, Refusals>();
  const faults = new Map<string, number>();
  // The name of a file is made of its content: of two steps that upload the same one, each may find the unused upload of the other.
  const sharedUploads = input.campaign.steps.filter(isUpload).length > 1;
  let unmatched = 0;
  for (const request of input.requests) {
    const jobs = jobsOf.get(hashOf(request.body)) ?? [];
    starts.push(...startOf(input.campaign, request, jobs, tried));
    noteTrouble(request, refusals, faults);
    if (!request.effect) continue;
    // Jobs with the same words to the same person share a hash: the most probable one without a request so far.
    const without = jobs.filter((one) => !effects.has(formatAddress(one)));
    const begun = without.filter((one) => (one.firstAt ?? 0) <= request.at);
    // Whose clock was set is begun later than it arrived.
    const job = bestErrors(begun) ?? bestErrors(without) ?? without[0] ?? jobs[0];
    const step = job && steps.get(job.step);
    if (job === undefined || step === undefined) {
      if (!isHarmlessTwice(request.operation ?? '')) unmatched++;
      continue;
    }
    const address = formatAddress(job);
    effects.set(address, (effects.get(address) ?? 0) + 1);
    const sums = reached.get(job.step) ?? { jobs: 0, first: request.at, last: request.at };
    if (effects.get(address) === 1) sums.jobs++;
    sums.last = request.at;
    reached.set(job.step, sums);
  }
  const named = (which: (job: JobRecord, times: number, step: Step | undefined) => boolean): JobAddress[] =>
    records
      .filter((job) => which(job, effects.get(formatAddress(job)) ?? 0, steps.get(job.step)))
      .map((job) => formatAddress(job));
  const twice = (times: number, step: Step | undefined): boolean => times > 1 && !isHarmlessTwice(step?.uses ?? '');
  return {
    duplicated: named((_, times, step) => twice(times, step) && step?.onUnknown !== 'resend'),
    resent: named((_, times, step) => twice(times, step) && step?.onUnknown === 'resend'),
    lost: named((job, times, step) => job.state === 'accepted' && times === 0 && hasEffect(step)),
    unrecorded: named(
      (job, times, step) =>
        times > 0 && !mayHaveArrived(job) && !(sharedUploads && step !== undefined && isUpload(step)),
    ),
    doubtsArrived: named((job, times) => job.state === 'inDoubt' && times > 0),
    doubtsNot: named((job, times) => job.state === 'inDoubt' && times === 0),
    unmatched,
    reached,
    refusals: [...refusals.values()].sort((a, b) => b.times - a.times),
    faults: [...faults].map(([what, times]) => ({ what, times })).sort((a, b) => b.times - a.times),
    starts,
  };
}

function noteTrouble(request: LoggedRequest, refusals: Map<string, Refusals>, faults: Map<string, number>): void {
  const { operation, code, reason: what = '', fault } = request;
  if (fault !== undefined) faults.set(fault, (faults.get(fault) ?? 0) + 1);
  if (operation === null || code === undefined || code === '0') return;
  const name = `${operation} ${code} ${what}`;
  refusals.set(name, { operation, code, what, times: (refusals.get(name)?.times ?? 0) + 1 });
}

function bestErrors(jobs: readonly JobRecord[]): JobRecord | undefined {
  return jobs.find(({ state }) => state === 'accepted') ?? jobs.find(mayHaveArrived);
}

function mayHaveArrived({ state, doubtful, maybeSent }: JobRecord): boolean {
  if (state === 'pending') return doubtful === true || maybeSent === true;
  return state === 'accepted' || state === 'inDoubt' || state === 'sending' || doubtful === true;
}

/** What is a query's leaves nothing in the ledger; what was paused already needs no second pause. */
function hasEffect(step: Step | undefined): boolean {
  if (step === undefined) return false;
  const { effect, again } = operations[step.uses];
  return effect === 'effect' && again !== 'sets';
}

function isHarmlessTwice(uses: string): boolean {
  return isOperationId(uses) && operations[uses].again !== undefined;
}

function isUpload({ uses }: Step): boolean {
  return operations[uses].recovery === 'rename';
}

/** As the state keeps it of every request. */
function hashOf(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 16);
}

function startOf(
  campaign: Campaign,
  { at, operation, body, code }: LoggedRequest,
  jobs: readonly JobRecord[],
  tried: Set<JobAddress>,
): readonly AuditedStart[] {
  // The first page was the start.
  if (jobs.length === 0 && isFurtherPage(body)) return [];
  const users = campaign.steps.filter(({ uses }) => uses === operation);
  // Where several steps ask for the same, or upload the same file, it is not known whose request it was.
  const own = users.filter(({ id }) => jobs.some((job) => job.step === id));
  const steps = own.length === 0 || users.some(isUpload) ? users : own;
  const [job] = jobs;
  const [step] = steps;
  if (step === undefined) return [];
  const key = job?.key ?? recipientOf(body);
  const address = job === undefined || steps.length > 1 ? undefined : formatAddress(job);
  const mayRepeat = operations[step.uses].recovery !== 'manual' || step.onUnknown === 'resend';
  const repeat = code !== '0' || (address !== undefined && mayRepeat && tried.has(address));
  if (address !== undefined) tried.add(address);
  const ids = steps.map(({ id }) => id);
  return [{ steps: ids, at, key, repeat }];
}

function isFurtherPage(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'current' in body && Number(body.current) > 1;
}

function recipientOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { recipient, to, number } = body as Readonly<Record<string, unknown>>;
  return [recipient, to, number].find((value) => typeof value === 'string');
}
