import { createHash, hash } from 'node:crypto';
import type { Step } from '../../campaign/campaign.ts';
import { locate } from '../../campaign/campaign-paths.ts';
import { audioMostBytes } from '../../campaign/load-audio.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { identityOf } from '../../campaign/request/default-fields.ts';
import { formatMissing, type RenderContext, type RenderedRequest } from '../../campaign/request/rendering.ts';
import {
  fileNameFor,
  formatAddress,
  type JobAddress,
  type JobId,
  jobId,
  type RecipientKey,
} from '../../job/address.ts';
import { askedMark, type JobRecord, type Outputs } from '../../job/job.ts';
import type { RunReader } from '../../ledger/backend.ts';
import type { PlanCampaignInput } from '../../plan/plan.ts';
import { type Files, type Instant, isUnreadable } from '../../platform/ports.ts';
import type { Accepted, Outcome } from '../../service/contract/outcome.ts';
import { ofThisRequest } from '../../service/contract/read-answer.ts';
import { requestJson } from '../../service/contract/request-json.ts';
import type { SendOptions, Transport } from '../../service/http/transport.ts';
import { operations } from '../../service/operations/operations.ts';

/** A request with its exact bytes. */
export interface PreparedRequest {
  readonly body: Readonly<Record<string, unknown>>;
  /** The bytes that are sent; `hash` (`requestHash` of the record) is computed from them. */
  readonly json: string;
  readonly hash: string;
  readonly naturalKey: string | undefined;
  /** Body fields that carry a file, with its path as written. */
  readonly files: Readonly<Record<string, string>>;
  /** The file name was generated, so that another one may be. */
  readonly ownName: boolean;
}

export type Prepared = PreparedRequest | { readonly missing: string } | Changed;
/** Why a file in the request is not the one that was checked, and perhaps approved. */
interface Changed {
  readonly changed: string;
}

interface PrepareInput extends ContextInput {
  readonly files: Files;
  readonly before: JobRecord | undefined;
  /** Stand for the outputs of a step that has none yet. */
  readonly openOutputs?: (step: string) => Outputs | undefined;
}

/**
 * Renders a job's request, reads its files, and names uploads. The same job gives the same bytes. Returns a promise only if
 * there are files.
 */
export function prepareRequest(
  input: PrepareInput,
  job: RenderedJob,
  startedAt: Instant,
): Prepared | Promise<Prepared> {
  const { loaded, openOutputs } = input;
  const { step } = job;
  const render = loaded.renderers.get(step.id);
  if (render === undefined) throw new Error(`step ${step.id} has no renderer`);
  const known = renderContext(input, job, startedAt);
  const context = openOutputs ? { ...known, outputs: (id: string) => known.outputs(id) ?? openOutputs(id) } : known;
  const rendered = render(context);
  if (rendered.kind === 'missing') return { missing: formatMissing(rendered.missing) };
  if (Object.keys(rendered.files).length > 0) return withFiles(input, step, context, rendered);
  return prepared(step, rendered, rendered.naturalKey, false);
}

async function withFiles(
  input: PrepareInput,
  step: Step,
  context: RenderContext,
  rendered: Rendered,
): Promise<Prepared> {
  const { before, loaded } = input;
  const { body } = rendered;
  let { naturalKey } = rendered;
  let ownName = false;
  for (const [field, path] of Object.entries(rendered.files)) {
    const file = await readAsChecked(input, path);
    if ('changed' in file) return file;
    const { bytes, contentHash } = file;
    body[field] = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
    if (operations[step.uses].recovery !== 'rename' || body['fileName'] !== undefined) continue;
    ownName = true;
    const isSpent = before?.doubtful === true || isTaken(step, before);
    const ordinal = isSpent && before !== undefined ? before.attempts + 1 : 1;
    naturalKey = fileNameFor(identityOf(step, loaded.campaign, context), { path, contentHash, ordinal });
    if (before?.naturalKey !== undefined && !isSpent) naturalKey = before.naturalKey;
    body['fileName'] = naturalKey;
  }
  return prepared(step, rendered, naturalKey, ownName);
}

/** The service has just said so of the name that the job had. */
function isTaken({ uses }: Step, before: JobRecord | undefined): boolean {
  return before?.code !== undefined && before.code === operations[uses].takenStatus;
}

/** The file may have been replaced since the check: the run may have waited for days. */
async function readAsChecked(
  { files, loaded }: PrepareInput,
  path: string,
): Promise<{ readonly bytes: Uint8Array; readonly contentHash: string } | Changed> {
  const located = await locate(files, loaded, path);
  if (located.kind === 'outside') return { changed: `${path} now points outside the repository. ${asChecked}` };
  const bytes = located.kind === 'absent' ? undefined : await files.readBytes(located.path, audioMostBytes);
  if (bytes === undefined) return { changed: `${path} is missing. ${asChecked}` };
  if (isUnreadable(bytes)) return { changed: `${path} ${bytes.words}. ${asChecked}` };
  const contentHash = createHash('sha256').update(bytes).digest('hex');
  if (contentHash !== loaded.fileHashes[path])
    return { changed: `${path} has changed since it was checked. ${asChecked}` };
  return { bytes, contentHash };
}

const asChecked =
  'The run sends only what was checked at its start: restore the file, or run again to check the new one';

type Rendered = Extract<RenderedRequest, { kind: 'request' }>;

function prepared(
  { uses }: Step,
  { body, files }: Rendered,
  naturalKey: string | undefined,
  ownName: boolean,
): PreparedRequest {
  const json = requestJson(uses, body);
  const mark = operations[uses].effect === 'query' ? askedMark : '';
  return { body, json, hash: mark + digestOf(json), naturalKey, files, ownName };
}

/** `requestHash` of a record, of the bytes of a body; that of a query begins with `askedMark`. */
export function digestOf(json: string): string {
  return hash('sha256', json, 'hex').slice(0, 16);
}

/** Records that were read before: rendering does not wait. */
export type RecordOf = (id: JobId) => JobRecord | undefined;

export async function readRecords(reader: Pick<RunReader, 'job'>, ids: readonly JobId[]): Promise<RecordOf> {
  const records = new Map<JobAddress, JobRecord>();
  for (const id of ids) {
    const job = await reader.job(id);
    if (job !== undefined) records.set(formatAddress(id), job);
  }
  return (id) => records.get(formatAddress(id));
}

/** Jobs whose outputs a job's templates read. */
export function jobsRead(loaded: LoadedCampaign, { reads }: Step, key: RecipientKey | undefined): readonly JobId[] {
  const steps = reads.optionalSteps.length === 0 ? reads.steps : [...reads.steps, ...reads.optionalSteps];
  return steps.map((step) => outputsOf(loaded, step, key));
}

/** A job's request, as a plan knows it: nothing that another step will give. */
export function plannedRequests(loaded: LoadedCampaign, run: string): NonNullable<PlanCampaignInput['render']> {
  return (job, at) =>
    loaded.renderers.get(job.step.id)?.(renderContext({ loaded, run, recordOf: () => undefined }, job, at));
}

export interface RenderedJob extends Pick<JobId, 'key'> {
  readonly step: Step;
  /** Index into the roster of the step's audience. */
  readonly recipient?: number | undefined;
}

interface ContextInput {
  readonly loaded: LoadedCampaign;
  readonly run: string;
  /** Of the jobs of `jobsRead`. */
  readonly recordOf: RecordOf;
}

/** What one job's templates may read. A retry renders as of its first attempt: it must carry the same bytes. */
function renderContext({ loaded, run, recordOf }: ContextInput, job: RenderedJob, startedAt: Instant): RenderContext {
  const { key, recipient } = job;
  const audience = job.step.forEach?.audience;
  const roster = audience === undefined ? undefined : loaded.rosters.get(audience);
  return {
    run: { id: run },
    inputs: loaded.inputs,
    env: loaded.env,
    now: startedAt,
    key,
    recipient:
      roster === undefined || recipient === undefined ? undefined : (column) => roster.value(recipient, column),
    outputs(stepId: string): Outputs | undefined {
      const record = recordOf(outputsOf(loaded, stepId, key));
      return record?.state === 'accepted' ? (record.outputs ?? {}) : undefined;
    },
  };
}

/** This recipient's job of a step, or its single one. */
function outputsOf({ campaign }: LoadedCampaign, step: string, key: RecipientKey | undefined): JobId {
  const each = campaign.steps.find(({ id }) => id === step)?.forEach !== undefined;
  return jobId(step, each ? key : undefined);
}

/** More pages than any account has; a service that always has one more page must not keep the run busy without end. */
const pagesMax = 1_000;

interface Page {
  readonly pages?: number;
  readonly records?: readonly unknown[];
}

/**
 * Sends a request; a list is read to its last page, unless the step asks for one page by `current`. `options` hold for each
 * page.
 */
export function sendAllPages(
  transport: Transport,
  step: Step,
  { body, json }: Pick<PreparedRequest, 'body' | 'json'>,
  options: SendOptions,
): Promise<Outcome> {
  const operation = operations[step.uses];
  const sent = transport.send(step.uses, operation.method === 'GET' ? undefined : json, options);
  return sent.then((first) =>
    operation.isPaged && step.with['current'] === undefined
      ? withFurtherPages(transport, step, body, options, first)
      : ofThisRequest(step.uses, body, first),
  );
}

async function withFurtherPages(
  transport: Transport,
  step: Step,
  body: Readonly<Record<string, unknown>>,
  options: SendOptions,
  first: Outcome,
): Promise<Outcome> {
  if (first.kind !== 'accepted') return first;
  const records = [...(pageOf(first).records ?? [])];
  const pages = Math.min(pageOf(first).pages ?? 1, pagesMax);
  for (let current = 2; current <= pages; current++) {
    const next = await transport.send(step.uses, { ...body, current }, options);
    if (next.kind !== 'accepted') return next;
    records.push(...(pageOf(next).records ?? []));
  }
  return { ...first, answer: { ...first.answer, data: { ...pageOf(first), records } } };
}

function pageOf(accepted: Accepted): Page {
  const { data } = accepted.answer;
  return typeof data === 'object' && data !== null ? data : {};
}
