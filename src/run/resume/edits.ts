import { hasJobIn } from '../../campaign/audiences/selection.ts';
import type { Campaign, Step } from '../../campaign/campaign.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { formatAddress, type JobAddress, type JobId, jobId } from '../../job/address.ts';
import { type JobRecord, mustStaySame, onlyAsked } from '../../job/job.ts';
import type { RunLease, RunReader } from '../../ledger/backend.ts';
import type { Change } from '../../ledger/change.ts';
import { type UnclearRename, unclearRenames } from '../../plan/begun.ts';
import type { Files, Instant } from '../../platform/ports.ts';
import { leavesDoubt } from '../../schedule/step-jobs.ts';
import { operations } from '../../service/operations/operations.ts';
import {
  digestOf,
  jobsRead,
  type Prepared,
  type PreparedRequest,
  prepareRequest,
  readRecords,
} from '../send/prepare-request.ts';
import { recordedAs } from '../summary.ts';
import { resumptionOf } from './recover.ts';

/** How the files differ from when this run was last carried out, as far as it concerns what has been sent. */
export interface Edits {
  /** Jobs that were sent, and whose request would be another now: left alone. */
  readonly changedAfterSent: readonly JobAddress[];
  /** Jobs of recipients who were reached and are no longer in the step's audience: left alone. */
  readonly gone: readonly JobAddress[];
  /** Steps with records that the file no longer has. */
  readonly lostSteps: readonly string[];
  readonly unclear: readonly UnclearRename[];
  /** Jobs whose answer was lost and that nothing can retry any more: they will be in doubt. No queries, which reach nobody. */
  readonly removedInFlight: readonly JobId[];
}

export interface EditsInput {
  readonly loaded: LoadedCampaign;
  readonly reader: RunReader;
  readonly run: string;
  readonly files: Files;
}

/** What rendering a request again needs. */
export interface RenderInput extends Omit<EditsInput, 'reader'> {
  readonly reader: Pick<RunReader, 'job'>;
}

/** Compares the files with the state, before anything is sent. Undefined when nothing that they depend on has changed since. */
export async function findEdits(input: EditsInput): Promise<Edits | undefined> {
  const { loaded, reader } = input;
  if ((await reader.status()).inputs === loaded.digest) return findForgotten(input);
  const { campaign } = loaded;
  const recorded = await reader.steps();
  const lostSteps = recorded.filter((id) => placesIn(loaded, id).step === undefined);
  const present = { ...input, reader: await byPresentNames(loaded, reader) };
  const changedAfterSent: JobAddress[] = [];
  const gone: JobAddress[] = [];
  const removedInFlight: JobId[] = [];
  for (const id of recorded) {
    const { step, isThere } = placesIn(loaded, id);
    for await (const page of reader.jobs({ step: id })) {
      for (const record of page) {
        const job = step === undefined || step.id === id ? record : { ...record, step: step.id };
        if (!isThere(job.key)) {
          if (isWithoutAnswer(job)) removedInFlight.push(idOf(record));
          if (wasSent(job) && step !== undefined) gone.push(formatAddress(job));
        } else if (wasSent(job) && (await isChanged(present, job))) changedAfterSent.push(formatAddress(job));
      }
    }
  }
  const lost = lostSteps.length === 0 ? [] : unclearRenames(campaign, await reader.stepHistories('states'));
  const unclear = [...lost, ...(await takenNames(input))];
  return { changedAfterSent, gone, lostSteps, removedInFlight, unclear };
}

/** A new step that sends what was sent under the name of another: that name was given to a step with another request. */
export async function takenNames(input: EditsInput): Promise<readonly UnclearRename[]> {
  const { loaded, reader } = input;
  const recorded = await reader.steps();
  const fresh = loaded.campaign.steps.filter(({ id, was }) => !recorded.some((name) => name === id || name === was));
  if (fresh.length === 0) return [];
  const present = { ...input, reader: await byPresentNames(loaded, reader) };
  const found: UnclearRename[] = [];
  for (const name of recorded) {
    const { step } = placesIn(loaded, name);
    if (step === undefined) continue;
    const candidate = await sameRequest(present, { name, step, fresh });
    if (candidate !== undefined) found.push({ lost: step.id, candidate, isTaken: true });
  }
  return found;
}

/** One text is sent to all: so many jobs show whether it is the same. */
const mostCompared = 1000;

async function sameRequest(
  input: EditsInput,
  { name, step, fresh }: { readonly name: string; readonly step: Step; readonly fresh: readonly Step[] },
): Promise<string | undefined> {
  const candidates = fresh.map((one) => ({ one, isThere: placesIn(input.loaded, one.id).isThere }));
  let compared = 0;
  for await (const page of input.reader.jobs({ step: name })) {
    for (const job of page) {
      if (!wasSent(job) && !isWithoutAnswer(job)) continue;
      for (const { one, isThere } of candidates) {
        if (!isThere(job.key)) continue;
        if (compared++ === mostCompared) return undefined;
        const request = await requestNow(input, { ...job, step: one.id });
        if (request === undefined || !('hash' in request) || hashAs(one, request, job) !== job.requestHash) continue;
        if (await isChanged(input, { ...job, step: step.id })) return one.id;
      }
    }
  }
  return undefined;
}

/** Its hash with the natural key that the job was sent with: one that nobody has written is made of the step's name. */
function hashAs({ uses, with: written }: Step, { body, hash }: PreparedRequest, { naturalKey }: JobRecord): string {
  const field = operations[uses].naturalKey;
  if (field === undefined || naturalKey === undefined || written[field] !== undefined) return hash;
  return digestOf(JSON.stringify({ ...body, [field]: naturalKey }));
}

/** Somebody who was forgotten has no job any more, though no file has changed. */
async function findForgotten({ loaded, reader }: EditsInput): Promise<Edits | undefined> {
  if (loaded.jobsDigest === loaded.digest) return undefined;
  const removedInFlight: JobId[] = [];
  for (const step of await reader.steps()) {
    const { isThere } = placesIn(loaded, step);
    for (const state of ['sending', 'pending'] as const)
      for await (const page of reader.jobs({ step, state }))
        removedInFlight.push(...page.filter((job) => !isThere(job.key) && isWithoutAnswer(job)).map(idOf));
  }
  if (removedInFlight.length === 0) return undefined;
  return { changedAfterSent: [], gone: [], lostSteps: [], unclear: [], removedInFlight };
}

/** A step by the name under which its jobs are recorded, and whether it has a job for a recipient. */
export function placesIn({ campaign, rosters }: Pick<LoadedCampaign, 'campaign' | 'rosters'>, name: string) {
  const step = campaign.steps.find(({ id, was }) => id === name || was === name);
  const roster = step?.forEach === undefined ? undefined : rosters.get(step.forEach.audience);
  return { step, isThere: step === undefined ? () => false : hasJobIn(step, roster) };
}

/** Finds jobs by the present names of their steps. The records of a renamed step have its earlier name until the run goes on. */
export async function byPresentNames(
  { campaign }: Pick<LoadedCampaign, 'campaign'>,
  reader: RunReader,
): Promise<RunReader> {
  const recorded = new Set(await reader.steps());
  const names = new Map(campaign.steps.map((step) => [step.id, recordedAs(step, recorded)]));
  const nameOf = (step: string): string => names.get(step) ?? step;
  return {
    ...reader,
    job: ({ step, ...who }) => reader.job({ ...who, step: nameOf(step) }),
    jobs: ({ step, ...those } = {}) => reader.jobs(step === undefined ? those : { ...those, step: nameOf(step) }),
  };
}

/** What gives the records of renamed steps (`was`) their present names. */
export async function renameChanges(reader: RunReader, { steps }: Campaign): Promise<readonly Change[]> {
  const recorded = await reader.steps();
  return steps.flatMap(({ id, was }): readonly Change[] =>
    was !== undefined && recorded.includes(was) ? [{ kind: 'renameStep', was, id }] : [],
  );
}

/** Jobs that were removed in flight are in doubt from now on, so many: removing a line from a file must not hide them. */
export async function settleRemovedInFlight(lease: RunLease, edits: Edits, now: Instant): Promise<number> {
  const reason = 'its answer was lost, and then it was removed from the campaign';
  const changes: Change[] = [];
  for (const id of edits.removedInFlight) {
    const job = await lease.job(id);
    // A worker of the last process has had its answer since.
    if (job === undefined || !isWithoutAnswer(job)) continue;
    // The last process died before the answer came, and the job has not been recovered yet.
    if (job.state === 'sending')
      changes.push({ kind: 'settle', to: { ...id, attempt: job.attempts, at: now, state: 'inDoubt', reason } });
    else changes.push({ kind: 'drop', to: { ...id, state: 'inDoubt', reason, at: now } });
  }
  if (changes.length > 0) await lease.apply(changes);
  return changes.length;
}

function isWithoutAnswer(job: JobRecord): boolean {
  return !onlyAsked(job) && (job.state === 'sending' || (job.state === 'pending' && job.doubtful === true));
}

function wasSent(job: JobRecord): boolean {
  return job.state === 'accepted' || job.state === 'inDoubt';
}

function idOf(job: JobRecord): JobId {
  return jobId(job.step, job.key);
}

/** Whether a job's request would be another now. */
async function isChanged(input: RenderInput, job: JobRecord): Promise<boolean> {
  const request = await requestNow(input, job);
  return request !== undefined && (!('hash' in request) || request.hash !== job.requestHash);
}

/** Whether the retry of an attempt that may have left is refused, because it would be another request. */
async function isOtherRequest(input: EditsInput, job: JobRecord): Promise<boolean> {
  const request = await requestNow(input, job);
  if (request === undefined) return false;
  if (!('hash' in request)) return job.doubtful === true;
  return mustStaySame(job) && request.hash !== job.requestHash;
}

/** What would be sent now for a job that was sent; undefined for a query, which reaches nobody. */
export async function requestNow(input: RenderInput, job: JobRecord): Promise<Prepared | undefined> {
  const { loaded, reader, run, files } = input;
  const step = loaded.campaign.steps.find(({ id }) => id === job.step);
  if (step === undefined || !loaded.renderers.has(job.step) || job.requestHash === undefined) return undefined;
  if (operations[step.uses].effect === 'query') return undefined;
  const recipient =
    job.key === undefined ? undefined : loaded.rosters.get(step.forEach?.audience ?? '')?.indexOf(job.key);
  const recordOf = await readRecords(reader, jobsRead(loaded, step, job.key));
  const before = { ...job, doubtful: false };
  return prepareRequest({ loaded, run, files, recordOf, before }, { step, key: job.key, recipient }, job.firstAt ?? 0);
}

/**
 * Which of these jobs, that have no answer, will be in doubt when the run goes on because the files have been edited since: they
 * could have been retried, but the retry would be another request.
 */
export async function editedInFlight(input: EditsInput, jobs: readonly JobRecord[]): Promise<ReadonlySet<JobAddress>> {
  if (jobs.length === 0) return new Set();
  const { loaded, reader } = input;
  // Without a variable that a template reads, nobody knows what would be sent.
  const isKnown = loaded.campaign.env.every((name) => loaded.env[name] !== undefined);
  const stepOf = stepsByName(loaded.campaign.steps);
  const renamed = { ...input, reader: await byPresentNames(loaded, reader) };
  const edited = new Set<JobAddress>();
  for (const job of jobs) {
    if (onlyAsked(job)) continue;
    const isLost = job.state === 'sending' || job.doubtful === true;
    if (!isLost && !mustStaySame(job)) continue;
    const step = stepOf.get(job.step);
    if (step === undefined) {
      if (isLost && wasRetryable(job)) edited.add(formatAddress(job));
      continue;
    }
    // In doubt without any edit.
    if (resumptionOf(job, step, false) === 'inDoubt') continue;
    const roster = step.forEach === undefined ? undefined : loaded.rosters.get(step.forEach.audience);
    const isGone = !hasJobIn(step, roster)(job.key);
    const retry = { ...job, step: step.id, doubtful: isLost };
    if (isGone ? isLost : isKnown && leavesDoubt(step) && (await isOtherRequest(renamed, retry)))
      edited.add(formatAddress(job));
  }
  return edited;
}

/** Steps by the names under which they may have their records. */
export function stepsByName(steps: readonly Step[]): ReadonlyMap<string, Step> {
  return new Map(steps.flatMap((step) => [step.was ?? step.id, step.id].map((id) => [id, step] as const)));
}

/** By its record alone, as the step is no longer in the file. What has no natural key may be in doubt without any edit. */
function wasRetryable({ state, naturalKey }: JobRecord): boolean {
  return state === 'pending' || naturalKey !== undefined;
}
