import { createHash, hash } from 'node:crypto';
import type { Step } from '../../campaign/campaign.ts';
import { locate } from '../../campaign/campaign-paths.ts';
import { audioMostBytes } from '../../campaign/load-audio.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { identityOf } from '../../campaign/request/default-fields.ts';
import { formatMissing } from '../../campaign/request/missing-value.ts';
import type { RenderContext, RenderedRequest, StepRenderer } from '../../campaign/request/rendering.ts';
import { fileNameFor } from '../../job/address.ts';
import { askedMark, type JobRecord } from '../../job/job.ts';
import { type Files, isUnreadable } from '../../platform/ports.ts';
import { requestJson } from '../../service/contract/request-json.ts';
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

interface PrepareInput {
  readonly step: Step;
  readonly render: StepRenderer;
  readonly context: RenderContext;
  readonly before: JobRecord | undefined;
  readonly files: Files;
  readonly loaded: Pick<LoadedCampaign, 'campaign' | 'directory' | 'repository' | 'fileHashes'>;
}

/**
 * Renders a job's request, reads its files, and names uploads. The same job gives the same bytes. Returns a promise only if
 * there are files.
 */
export function prepareRequest(input: PrepareInput): Prepared | Promise<Prepared> {
  const rendered = input.render(input.context);
  if (rendered.kind === 'missing') return { missing: formatMissing(rendered.missing) };
  if (Object.keys(rendered.files).length > 0) return withFiles(input, rendered);
  return prepared(input.step, rendered, rendered.naturalKey, false);
}

async function withFiles(input: PrepareInput, rendered: Rendered): Promise<Prepared> {
  const { step, before, context, loaded } = input;
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
    const ordinal = before?.doubtful === true ? before.attempts + 1 : 1;
    naturalKey = fileNameFor(identityOf(step, loaded.campaign, context), { path, contentHash, ordinal });
    if (before?.naturalKey !== undefined && before.doubtful !== true) naturalKey = before.naturalKey;
    body['fileName'] = naturalKey;
  }
  return prepared(step, rendered, naturalKey, ownName);
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
