import type { JobRecord } from '../../job/job.ts';
import { stepsByName } from '../resume/edited-in-flight.ts';
import { type RenderInput, requestNow } from '../resume/edits.ts';
import type { Preview } from './preview-request.ts';

/**
 * What a job's latest attempt carried. The state file has only a hash of it: the request is rendered again from the files, and is the
 * same if it has the same hash. Undefined where nothing was sent.
 */
export async function sentRequest(input: RenderInput, job: JobRecord): Promise<Preview | undefined> {
  if (job.requestHash === undefined) return undefined;
  const { loaded } = input;
  const step = stepsByName(loaded.campaign.steps).get(job.step);
  const unknown = (reason: string): Preview => ({ kind: 'unknown', reason });
  if (step === undefined) return unknown('its step was removed from the campaign');
  const roster = loaded.rosters.get(step.forEach?.audience ?? '');
  if (job.key !== undefined && roster?.indexOf(job.key) === undefined)
    return unknown('the recipient is no longer in the audience');
  const request = await requestNow(input, { ...job, step: step.id });
  if (request === undefined) return undefined;
  if ('missing' in request) return unknown(request.missing);
  if ('changed' in request) return unknown(request.changed);
  if (request.hash !== job.requestHash)
    return unknown('the campaign was edited since it was sent, and the text that was sent is not recorded');
  return { kind: 'request', uses: step.uses, request, open: [] };
}
