/** A recipient's identity: digits with country code, 7 to 15 of them (E.164 without the plus). */
export type RecipientKey = string;

/** In place of the key of a person who is forgotten, a longer number is in the record: nobody's. */
export function isOfForgotten(key: RecipientKey): boolean {
  return key.length > 15;
}

/** `step` for a single job, `step[key]` for one recipient's. */
export type JobAddress = string;

export interface JobId {
  readonly step: string;
  /** Absent for a step that runs once. */
  readonly key?: RecipientKey | undefined;
}

export function jobId(step: string, key: RecipientKey | undefined): JobId {
  return { step, key };
}

export function formatAddress(job: JobId): JobAddress {
  return job.key === undefined ? job.step : `${job.step}[${job.key}]`;
}

export function parseAddress(text: string): JobId | undefined {
  const match = /^([^[\]]+)(?:\[(\d+)\])?$/.exec(text);
  if (!match?.[1]) return undefined;
  return jobId(match[1], match[2]);
}
