import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { jobId } from '../../job/address.ts';
import type { Outputs } from '../../job/job.ts';
import type { Instant } from '../../platform/ports.ts';
import { type OperationId, operations } from '../../service/operations/operations.ts';
import type { RenderInput } from '../resume/edits.ts';
import { type PreparedRequest, prepareRequest } from '../send/prepare-request.ts';
import { jobsRead, type RenderedJob, readRecords, renderContext } from '../send/render-context.ts';

/** What a job would send, or in words why that cannot be shown. */
export type Preview =
  | {
      readonly kind: 'request';
      readonly uses: OperationId;
      readonly request: PreparedRequest;
      /** Outputs of earlier steps that are not known yet: a placeholder is in their place. */
      readonly open: readonly string[];
    }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Renders a job's request as it is sent, before the steps that it needs have run. */
export async function previewRequest(input: RenderInput, job: RenderedJob, at: Instant): Promise<Preview> {
  const { loaded, reader, run, files } = input;
  const { step, key } = job;
  const render = loaded.renderers.get(step.id);
  if (render === undefined) throw new Error(`step ${step.id} has no renderer`);
  const id = jobId(step.id, key);
  const recordOf = await readRecords(reader, [id, ...jobsRead(loaded, step, key)]);
  const before = recordOf(id);
  const known = renderContext({ loaded, run, recordOf }, job, before?.firstAt ?? at);
  const open = new Set<string>();
  const outputs = (id: string): Outputs | undefined => known.outputs(id) ?? openOutputs(loaded, id, open);
  const prepared = await prepareRequest({ step, render, context: { ...known, outputs }, before, files, loaded });
  if ('missing' in prepared) return { kind: 'unknown', reason: prepared.missing };
  if ('changed' in prepared) return { kind: 'unknown', reason: prepared.changed };
  return { kind: 'request', uses: step.uses, request: prepared, open: [...open] };
}

/** Placeholders for what a step will give; each that is read is noted. */
function openOutputs({ campaign }: LoadedCampaign, id: string, open: Set<string>): Outputs | undefined {
  const step = campaign.steps.find((one) => one.id === id);
  if (step === undefined) return undefined;
  const placeholders = Object.entries(operations[step.uses].outputs).map(([name, { type }]) => {
    const get = (): unknown => {
      open.add(`steps.${id}.${name}`);
      return type === 'array' ? [] : `‹${name} of ${id}›`;
    };
    return [name, { enumerable: true, get }] as const;
  });
  return Object.defineProperties({}, Object.fromEntries(placeholders));
}
