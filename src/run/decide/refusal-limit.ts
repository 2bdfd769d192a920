import type { Limits, StopAfter } from '../../campaign/campaign.ts';
import type { ScheduledJob } from '../../schedule/scheduler.ts';
import type { HaltReason } from '../stop-reason.ts';
import type { Verdict } from './retry.ts';

/** Halts a run whose requests the service refuses. It counts the answers of this process: who continues a halted run sends again. */
export interface RefusalLimit {
  note(
    job: ScheduledJob,
    verdict: Extract<Verdict, { kind: 'accepted' | 'rejected' | 'inDoubt' }>,
  ): HaltReason | undefined;
}

/** Without `limits.stopAfter` a step halts the run when all of its first answers are refusals with one code, or half of its latest are. */
export const defaultLimit = {
  first: 20,
  /** Of a step that has no more people than this, each may be refused for one reason. */
  fewest: 5,
  latest: { failures: { share: 0.5 }, of: 100 },
} as const satisfies { first: number; fewest: number; latest: StopAfter };

/** `left`: jobs of a step that are not judged yet. */
export function createRefusalLimit({ stopAfter }: Limits, left: (step: string) => number): RefusalLimit {
  if (stopAfter === 'never') return { note: () => undefined };
  if (stopAfter !== undefined) {
    const note = createWindow(stopAfter);
    return {
      note(_, { kind }) {
        const rejected = kind === 'inDoubt' ? undefined : note(kind === 'rejected');
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
  /** What every answer so far was; undefined after another one. */
  let refusal: { readonly code: string; readonly reason: string } | undefined;
  return ({ step }, verdict) => {
    // An answer that was lost says nothing, but it may be the last of a step.
    const half = verdict.kind === 'inDoubt' ? undefined : note(verdict.kind === 'rejected');
    if (verdict.kind !== 'inDoubt') answers++;
    if (verdict.kind === 'accepted') refusal = undefined;
    if (verdict.kind === 'rejected')
      refusal =
        answers === 1 || refusal?.code === verdict.code ? { code: verdict.code, reason: verdict.reason } : undefined;
    const isLast = answers >= defaultLimit.fewest && answers < defaultLimit.first && left() === 0;
    const isDecided = isLast || (answers === defaultLimit.first && verdict.kind === 'rejected');
    if (refusal !== undefined && isDecided)
      return { kind: 'oneCode', step: step.id, operation: step.uses, ...refusal, jobs: answers };
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
