import { hash } from 'node:crypto';

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

/** What makes a job the same job, also when the state file is lost. */
export interface JobIdentity extends JobId {
  readonly campaign: string;
  readonly run: string;
}

const separator = '\u0000';

/**
 * An `orderId` (up to 64 characters, globally unique: section "Verification (OTP) request"), always the same for the same job.
 * It has 43 characters; 160 bits of them are digest.
 */
export function orderIdFor(job: JobIdentity): string {
  return `c1-${digest(job).slice(0, 40)}`;
}

/** A `taskName` that must not already exist (section "Voice group call redial task", code -41): readable, then unique. */
export function taskNameFor(job: JobIdentity): string {
  return `${job.campaign.slice(0, 24)}-${job.step.slice(0, 16)}-${digest(job).slice(0, 16)}`;
}

/**
 * A `fileName` of 5 to 32 characters with its suffix (section "Audio file"), made of the file's stem and a digest of its content and of
 * the job: the service keeps each name, so other runs need other ones. `ordinal` starts at 1 and increases when it is not known whether
 * the name before is taken.
 */
export function fileNameFor(
  job: JobIdentity,
  input: { readonly path: string; readonly contentHash: string; readonly ordinal: number },
): string {
  const base = input.path.split('/').at(-1) ?? '';
  const dot = base.lastIndexOf('.');
  const suffix = dot === -1 ? '' : base.slice(dot).toLowerCase();
  const stem = base
    .slice(0, dot === -1 ? undefined : dot)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  const tail = `-${digest(job, input.contentHash).slice(0, 12)}${input.ordinal > 1 ? `-${input.ordinal}` : ''}${suffix}`;
  return `${stem.slice(0, 32 - tail.length)}${tail}`;
}

function digest(job: JobIdentity, ...more: readonly string[]): string {
  return hash('sha256', [job.campaign, job.run, job.step, job.key ?? '', ...more].join(separator), 'hex');
}

/**
 * The run's name, part of every natural key: the same campaign makes the same keys, even when the state file is lost.
 * The label, if there is one; else the date of `starts`, or `1`.
 */
export function runName({ starts }: { readonly starts?: string }, label?: string): string {
  return label ?? starts?.slice(0, 10) ?? '1';
}

/**
 * What is wrong with a label. Two that look alike would be two runs, to the same people: no blanks, and no letters that can be written in
 * two ways.
 */
export function runLabelFault(label: string): string | undefined {
  return typeof label === 'string' && /^[\w.-]{1,64}$/.test(label)
    ? undefined
    : 'Use up to 64 letters (a to z), digits, `.`, `_` and `-`, such as 2026-12.';
}
