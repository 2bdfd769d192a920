import type { JobRecord } from './job.ts';

/** Begins the `requestHash` of a query, because the step may be missing from the file when it matters that it only asked. */
export const askedMark = '?';

/** Whether a job's latest attempt was a query, by its record alone: a query without an answer is not in doubt. */
export function onlyAsked({ requestHash }: Pick<JobRecord, 'requestHash'>): boolean {
  return requestHash?.startsWith(askedMark) === true;
}
