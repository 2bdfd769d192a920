import type { Limits, StopAfter } from '../../campaign/campaign.ts';
import type { ScheduledJob } from '../../schedule/scheduler.ts';
import type { HaltReason } from '../stop-reason.ts';
import type { Verdict } from './retry.ts';

/** Halts a run whose requests the service refuses. It counts the answers of this process: who continues a halted run sends again. */
export interface RefusalLimit {
  note(job: ScheduledJob, verdict: Extract<Verdict, { kind: 'accepted' | 'rejected' }>): HaltReason | undefined;
}

/** Without `limits.stopAfter` a step halts the run when all of its first answers are refusals with one code, or half of its latest are. */
export const defaultLimit = {
  first: 20,
  /** Of a step that has no more people than this, each may be refused for one reason. */
  fewest: 5,
  latest: { failures: { share: 0.5 }, of: 100 },
} as const satisfies { first: number; fewest: number; latest: StopAfter };

/** `left`: jobs of a step that are not answered yet, the one that is judged included. */
export function createRefusalLimit({ stopAfter }: Limits, left: (step: string) => number): RefusalLimit {
  if (stopAfter === 'never') return { note: () => undefined };
  if (stopAfter !== undefined) {
    const note = createWindow(stopAfter);
    return {
      note(_, { kind }) {
        const rejected = note(kind === 'rejected');
        return rejected && { kind: 'rejections', ...rejected };
      },
    };
  }
  const steps = new Map<string, ReturnType<typeof createDefaultLimit>>();
  return {
    note(job, verdict) {
      // A step that runs once is judged by the steps that need it.
      if (job.recipient === undefined) return undefined;
      const { id } = job.step;
      const known = steps.get(id) ?? createDefaultLimit(() => left(id));
      steps.set(id, known);
      return known(job, verdict);
    },
  };
}

function createDefaultLimit(left: () => number): RefusalLimit['note'] {
  const note = createWindow(defaultLimit.latest);
  let answers = 0;
  /** Jobs of the step when the first answer came: outcomes that are on their way to the disk are not answered yet for `left`. */
  let all = Number.POSITIVE_INFINITY;
  /** That of every answer so far; undefined after another one. */
  let code: string | undefined;
  return ({ step }, verdict) => {
    const half = note(verdict.kind === 'rejected');
    answers++;
    if (verdict.kind !== 'rejected') {
      code = undefined;
      return undefined;
    }
    if (answers === 1) [code, all] = [verdict.code, left()];
    if (code !== verdict.code) code = undefined;
    const isLast = answers >= defaultLimit.fewest && answers < defaultLimit.first && (answers >= all || left() <= 1);
    if (code !== undefined && (answers === defaultLimit.first || isLast)) {
      const { reason } = verdict;
      return { kind: 'oneCode', step: step.id, operation: step.uses, code, reason, jobs: answers };
    }
    return half && { kind: 'rejections', ...half, step: step.id };
  };
}

/** Of the latest `of` jobs at least this share, or this number, was rejected. */
function createWindow({ failures, of }: StopAfter): (failed: boolean) => { rejected: number; of: number } | undefined {
  const limit = 'count' in failures ? failures.count : Math.max(1, Math.ceil(failures.share * of));
  const latest: boolean[] = [];
  let rejected = 0;
  return (one) => {
    latest.push(one);
    if (one) rejected++;
    if (latest.length > of && latest.shift()) rejected--;
    return one && rejected >= limit ? { rejected, of: latest.length } : undefined;
  };
}
