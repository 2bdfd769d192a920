import { createHash, hash } from 'node:crypto';
import type { Step } from '../campaign/campaign.ts';
import { audioMostBytes } from '../campaign/load-audio.ts';
import type { RenderContext, RenderedRequest, StepRenderer } from '../campaign/request.ts';
import type { JobRecord } from '../job/job.ts';
import { fileNameFor } from '../job/natural-key.ts';
import { askedMark } from '../job/only-asked.ts';
import { type Files, isUnreadable } from '../platform/ports.ts';
import { operations } from '../service/operations.ts';

/** A request whose every byte is known. */
export interface PreparedRequest {
  readonly body: Readonly<Record<string, unknown>>;
  /** What leaves, and what `hash` (`requestHash` of the record) is of. */
  readonly json: string;
  readonly hash: string;
  readonly naturalKey: string | undefined;
  /** The file name is made by us: another may be chosen. */
  readonly ownName: boolean;
}

export type Prepared = PreparedRequest | Missing;
interface Missing {
  readonly missing: string;
}

interface PrepareInput {
  readonly step: Step;
  readonly render: StepRenderer;
  readonly context: RenderContext;
  readonly before: JobRecord | undefined;
  readonly files: Files;
  readonly directory: string;
}

/**
 * Renders a job's request, reads the files that it carries, and names uploads. The same job gives the same bytes. Only what
 * carries files has to be waited for.
 */
export function prepareRequest(input: PrepareInput): Prepared | Promise<Prepared> {
  const rendered = input.render(input.context);
  if (rendered.kind === 'missing') return { missing: rendered.reason };
  if (Object.keys(rendered.files).length > 0) return withFiles(input, rendered);
  return prepared(input.step, rendered.body, rendered.naturalKey, false);
}

async function withFiles(input: PrepareInput, rendered: Rendered): Promise<Prepared> {
  const { step, before } = input;
  const { body } = rendered;
  let { naturalKey } = rendered;
  let ownName = false;
  for (const [field, path] of Object.entries(rendered.files)) {
    const bytes = await input.files.readBytes(`${input.directory}/${path}`, audioMostBytes);
    if (bytes === undefined) return { missing: `there is no file ${path}` };
    if (isUnreadable(bytes)) return { missing: `${path} ${bytes.words}` };
    body[field] = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
    if (step.uses !== 'audio.upload' || body['fileName'] !== undefined) continue;
    ownName = true;
    const contentHash = createHash('sha256').update(bytes).digest('hex');
    naturalKey = fileNameFor({ path, contentHash, ordinal: before?.doubtful === true ? before.attempts + 1 : 1 });
    if (before?.naturalKey !== undefined && before.doubtful !== true) naturalKey = before.naturalKey;
    body['fileName'] = naturalKey;
  }
  return prepared(step, body, naturalKey, ownName);
}

type Rendered = Extract<RenderedRequest, { kind: 'request' }>;

function prepared(
  { uses }: Step,
  body: Rendered['body'],
  naturalKey: string | undefined,
  ownName: boolean,
): PreparedRequest {
  const json = JSON.stringify(body);
  const digest = hash('sha256', json, 'hex').slice(0, 16);
  const mark = operations[uses].effect === 'query' ? askedMark : '';
  return { body, json, hash: mark + digest, naturalKey, ownName };
}
