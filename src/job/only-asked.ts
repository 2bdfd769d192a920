import type { JobRecord } from './job.ts';

/** Begins the `requestHash` of a query: the step may be gone from the file when it matters that nobody was reached. */
export const askedMark = '?';

/** Whether a job's latest attempt was a query, by its record alone: without an answer it is in no doubt. */
export function onlyAsked({ requestHash }: Pick<JobRecord, 'requestHash'>): boolean {
  return requestHash?.startsWith(askedMark) === true;
}
