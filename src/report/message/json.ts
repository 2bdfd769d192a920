import { formatAddress } from '../../job/address.ts';
import type { Preview, Sample } from '../../run/preview.ts';
import { formatInstant } from '../../time/local-time.ts';
import { plannedReason } from '../reason-text.ts';

/** A sample as `schemas/plan.schema.json` has it: the request itself, whole. */
export function sampleToJson({ job, preview }: Sample) {
  const { id, at, zone } = job;
  return {
    address: formatAddress(id),
    step: id.step,
    at: at === undefined ? null : formatInstant(at, zone),
    reason: plannedReason(job),
    ...previewToJson(preview),
  };
}

/** A request as `why`, `reconcile` and `plan` print it, or why it is not known. */
export interface RequestJson {
  readonly request?: Readonly<Record<string, unknown>>;
  readonly files?: Readonly<Record<string, string>> | undefined;
  /** Outputs of other steps that are not known yet. */
  readonly open?: readonly string[] | undefined;
  readonly unknown?: string;
}

/** Files are named, as their content would be megabytes. Nothing where there is no message. */
export function previewToJson(preview: Preview | undefined): RequestJson {
  if (preview === undefined) return {};
  if (preview.kind === 'unknown') return { unknown: preview.reason };
  const { request, open } = preview;
  const { body, files } = request;
  const fields = Object.entries(body).filter(([field]) => !(field in files));
  return {
    request: Object.fromEntries(fields),
    files: Object.keys(files).length === 0 ? undefined : files,
    open: open.length === 0 ? undefined : open,
  };
}
