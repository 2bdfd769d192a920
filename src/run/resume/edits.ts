import { hasJobIn } from '../../campaign/audiences/selection.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { formatAddress, type JobAddress, type JobId } from '../../job/address.ts';
import { type JobRecord, mustStaySame } from '../../job/job.ts';
import { onlyAsked } from '../../job/only-asked.ts';
import type { Files, Instant } from '../../platform/ports.ts';
import { operations } from '../../service/contract/operations.ts';
import type { Store } from '../../state/store.ts';
import { type Prepared, prepareRequest } from '../send/prepare-request.ts';
import { renderContext } from '../send/render-context.ts';

/** What the files say otherwise than they did when this run was last carried out, as far as it concerns what has been sent. */
export interface Edits {
  /** Jobs that were sent, and would be sent otherwise now: left alone. */
  readonly changedAfterSent: readonly JobAddress[];
  /** Recipients of a step who were reached and are no longer in its audience: left alone. */
  readonly gone: readonly JobAddress[];
  /** Steps with records that the file no longer has. */
  readonly lostSteps: readonly string[];
  /** A lost step, and a new one that may be it under another name. */
  readonly unclear: readonly { readonly lost: string; readonly candidate: string }[];
  /** Jobs whose answer was lost and that nothing can repeat any more: they come to be in doubt. No queries, which reached nobody. */
  readonly removedInFlight: readonly JobId[];
}

export interface EditsInput {
  readonly loaded: LoadedCampaign;
  readonly store: Store;
  readonly run: string;
  readonly files: Files;
}

/** What rendering a request again needs. */
export interface RenderInput extends Omit<EditsInput, 'store'> {
  readonly store: Pick<Store, 'job'>;
}

/** Compares the files with the state, before anything is sent. Undefined when nothing that they depend on has changed since. */
export async function findEdits(input: EditsInput): Promise<Edits | undefined> {
  const { loaded, store } = input;
  if (store.lastInputs() === loaded.digest) return undefined;
  const { campaign } = loaded;
  const recorded = store.steps();
  const lostSteps = recorded.filter((id) => campaign.steps.every((step) => step.id !== id));
  const changedAfterSent: JobAddress[] = [];
  const gone: JobAddress[] = [];
  const removedInFlight: JobId[] = [];
  for (const id of recorded) {
    const step = campaign.steps.find((candidate) => candidate.id === id);
    const roster = step?.forEach === undefined ? undefined : loaded.rosters.get(step.forEach.audience);
    const isThere = step === undefined ? () => false : hasJobIn(step, roster);
    for (const job of store.jobs({ step: id })) {
      if (!isThere(job.key)) {
        if (isWithoutAnswer(job) && !onlyAsked(job)) removedInFlight.push(idOf(job));
        if (wasSent(job) && step !== undefined) gone.push(formatAddress(job));
      } else if (wasSent(job) && (await isChanged(input, job))) changedAfterSent.push(formatAddress(job));
    }
  }
  return { changedAfterSent, gone, lostSteps, removedInFlight, unclear: unclearRenames(input, lostSteps, recorded) };
}

/** What was orphaned is in doubt from now on: it must not vanish with the line that was taken out of a file. */
export async function settleRemovedInFlight(store: Store, edits: Edits, now: Instant): Promise<void> {
  const reason = 'its answer was lost, and then it was removed from the campaign';
  await Promise.all(
    edits.removedInFlight.map((id) => {
      const job = store.job(id);
      // The last process died with its answer under way: nobody has looked after it yet.
      if (job?.state === 'sending')
        return store.settle({ ...id, attempt: job.attempts, at: now, state: 'inDoubt', reason });
      return store.drop(id, 'inDoubt', reason, now);
    }),
  );
}

function isWithoutAnswer({ state, doubtful }: JobRecord): boolean {
  return state === 'sending' || (state === 'pending' && doubtful === true);
}

function wasSent(job: JobRecord): boolean {
  return job.state === 'accepted' || job.state === 'inDoubt';
}

function idOf(job: JobRecord): JobId {
  return job.key === undefined ? { step: job.step } : { step: job.step, key: job.key };
}

/** Whether a job would be sent otherwise now than it was. */
export async function isChanged(input: EditsInput, job: JobRecord): Promise<boolean> {
  const request = await requestNow(input, job);
  return request !== undefined && (!('hash' in request) || request.hash !== job.requestHash);
}

/** Whether the repeat of an attempt that may have left is refused, as it would not be the same request. */
export async function isOtherRepeat(input: EditsInput, job: JobRecord): Promise<boolean> {
  const request = await requestNow(input, job);
  if (request === undefined) return false;
  if (!('hash' in request)) return job.doubtful === true;
  return mustStaySame(job) && request.hash !== job.requestHash;
}

/** What would be sent now for a job that was sent; undefined for a query, which has sent nothing to anybody. */
export async function requestNow(input: RenderInput, job: JobRecord): Promise<Prepared | undefined> {
  const { loaded, store, run, files } = input;
  const step = loaded.campaign.steps.find(({ id }) => id === job.step);
  const render = loaded.renderers.get(job.step);
  if (step === undefined || render === undefined || job.requestHash === undefined) return undefined;
  if (operations[step.uses].effect === 'query') return undefined;
  const recipient =
    job.key === undefined ? undefined : loaded.rosters.get(step.forEach?.audience ?? '')?.indexOf(job.key);
  const place = {
    step,
    ...(job.key === undefined ? {} : { key: job.key }),
    ...(recipient === undefined ? {} : { recipient }),
  };
  const context = renderContext({ loaded, store, run }, place, job.firstAt ?? 0);
  const before = { ...job, doubtful: false };
  return prepareRequest({ step, render, context, before, files, loaded });
}

/** A step that is gone and a new one with the same operation and audience: the same under another name, or two? */
function unclearRenames(input: EditsInput, lost: readonly string[], recorded: readonly string[]): Edits['unclear'] {
  const { campaign } = input.loaded;
  // One that says what it was, and has no records for all that, was called otherwise yet another time.
  const fresh = campaign.steps.filter(({ id }) => !recorded.includes(id));
  return lost.flatMap((id) => {
    const each = [...input.store.jobs({ step: id })].some(({ key, state }) => key !== undefined && state !== 'skipped');
    const candidate = fresh.find(({ forEach }) => (forEach !== undefined) === each);
    return candidate === undefined ? [] : [{ lost: id, candidate: candidate.id }];
  });
}
