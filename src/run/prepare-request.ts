import { createHash, hash } from 'node:crypto';
import type { Step } from '../campaign/campaign.ts';
import type { RenderContext, StepRenderer } from '../campaign/request.ts';
import type { JobRecord } from '../job/job.ts';
import { fileNameFor } from '../job/natural-key.ts';
import type { Files } from '../platform/ports.ts';

/** A request whose every byte is known. */
export interface PreparedRequest {
  readonly body: Readonly<Record<string, unknown>>;
  readonly hash: string;
  readonly naturalKey?: string;
  /** The file name is made by us: another may be chosen. */
  readonly ownName: boolean;
}

export type Prepared = PreparedRequest | { readonly missing: string };

/** Renders a job's request, reads the files that it carries, and names uploads. The same job gives the same bytes. */
export async function prepareRequest(input: {
  readonly step: Step;
  readonly render: StepRenderer;
  readonly context: RenderContext;
  readonly before: JobRecord | undefined;
  readonly files: Files;
  readonly directory: string;
}): Promise<Prepared> {
  const { step, before } = input;
  const rendered = input.render(input.context);
  if (rendered.kind === 'missing') return { missing: rendered.reason };
  const { body } = rendered;
  let { naturalKey } = rendered;
  let ownName = false;
  for (const [field, path] of Object.entries(rendered.files)) {
    const bytes = await input.files.readBytes(`${input.directory}/${path}`);
    if (bytes === undefined) return { missing: `there is no file ${path}` };
    body[field] = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
    if (step.uses !== 'audio.upload' || body['fileName'] !== undefined) continue;
    ownName = true;
    const contentHash = createHash('sha256').update(bytes).digest('hex');
    naturalKey = fileNameFor({ path, contentHash, ordinal: before?.doubtful === true ? before.attempts + 1 : 1 });
    if (before?.naturalKey !== undefined && before.doubtful !== true) naturalKey = before.naturalKey;
    body['fileName'] = naturalKey;
  }
  const requestHash = hash('sha256', JSON.stringify(body), 'hex').slice(0, 16);
  return { body, hash: requestHash, ownName, ...(naturalKey === undefined ? {} : { naturalKey }) };
}
