import { isOfForgotten, type JobId, jobId } from '../../job/address.ts';
import type { JobRecord, JobResult } from '../../job/job.ts';
import { readDrop } from '../../schedule/reasons.ts';

/** Jobs of one step with the same outcome for the same reason. */
export interface Cause extends Omit<JobResult, 'outputs'> {
  readonly step: string;
  readonly count: number;
  /** The first few. */
  readonly examples: readonly JobId[];
  /** At least one of them is still in the list of its step. */
  readonly isThere: boolean;
}

const examplesKept = 3;
/** A service may word every refusal differently; beyond this many, reasons are left out to bound memory. */
const reasonsKept = 500;

export function createReasonTally() {
  const causes = new Map<string, { -readonly [Key in keyof Cause]: Cause[Key] } & { readonly examples: JobId[] }>();

  const find = (job: JobRecord) => {
    const reason = job.reason === undefined ? whyNone(job) : withoutKey(job.reason, job.key);
    const whole = [job.step, job.state, job.code ?? '', reason ?? ''].join('\u0000');
    const known = causes.get(whole);
    if (known !== undefined) return known;
    const keeps = causes.size < reasonsKept || isNotMeant(job);
    const id = keeps ? whole : [job.step, job.state, job.code ?? ''].join('\u0000');
    const made = causes.get(id) ?? {
      step: job.step,
      state: job.state,
      code: job.code,
      reason: keeps ? reason : 'various reasons, too many to list',
      count: 0,
      examples: [],
      isThere: false,
    };
    causes.set(id, made);
    return made;
  };

  return {
    note(job: JobRecord, isThere: boolean): void {
      const found = find(job);
      found.count++;
      found.isThere ||= isThere;
      if (found.examples.length >= examplesKept) return;
      found.examples.push(jobId(job.step, job.key));
    },
    /** The most frequent first. */
    causes: (): readonly Cause[] => [...causes.values()].sort((a, b) => b.count - a.count),
  };
}

/** The campaign itself leaves the job out: nothing is wrong. */
export function isNotMeant({ state, reason = '' }: Pick<JobResult, 'state' | 'reason'>): boolean {
  const word = state === 'skipped' ? readDrop(reason)?.word : undefined;
  return word === 'notNeeded' || word === 'onlyIf';
}

/** Reasons that differ only in the recipient's number count as one. */
function withoutKey(reason: string, key: string | undefined): string {
  return key === undefined || !reason.includes(key) ? reason : reason.replaceAll(key, '…');
}

function whyNone({ key = '' }: JobRecord): string | undefined {
  return isOfForgotten(key) ? 'the person was forgotten (`callsheet forget`), and no reason is kept' : undefined;
}
