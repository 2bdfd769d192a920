import type { Limits, StopAfter } from '../../campaign/campaign.ts';
import type { ScheduledJob } from '../../schedule/scheduler.ts';
import { jobsOf } from '../../schedule/waves.ts';
import type { HaltReason, Refusal, Rejections } from '../stop-reason.ts';
import type { Verdict } from './retry.ts';

/** Halts a run whose requests the service refuses. It counts the answers of this process: who continues a halted run sends again. */
type RefusalLimit = (
  job: ScheduledJob,
  verdict: Extract<Verdict, { kind: 'accepted' | 'rejected' | 'inDoubt' }>,
) => HaltReason | undefined;

/** Without `limits.stopAfter` a step halts the run when all of its first answers are refusals with one code, or half of its latest are. */
const defaultLimit = {
  first: 20,
  /** Of a step that has no more people than this, each may be refused for one reason. */
  fewest: 5,
  latest: { failures: { share: 0.5 }, of: 100 },
} as const satisfies { first: number; fewest: number; latest: StopAfter };

/** `left`: jobs of a step that are not judged yet. */
export function createRefusalLimit({ stopAfter }: Limits, left: (step: string) => number): RefusalLimit {
  if (stopAfter === 'never') return () => undefined;
  if (stopAfter !== undefined) {
    const note = createWindow(stopAfter);
    return (job, verdict) => {
      const rejected = verdict.kind === 'inDoubt' ? undefined : note(refusalOf(job, verdict));
      return rejected && { kind: 'rejections', ...rejected };
    };
  }
  const steps = new Map<string, RefusalLimit>();
  return (job, verdict) => {
    // A step that runs once is judged by the steps that need it.
    if (job.recipient === undefined) return undefined;
    const { id } = job.step;
    const known = steps.get(id) ?? createDefaultLimit(() => left(id));
    steps.set(id, known);
    return known(job, verdict);
  };
}

function createDefaultLimit(left: () => number): RefusalLimit {
  const note = createWindow(defaultLimit.latest);
  let answers = 0;
  /** What every answer so far was; undefined after another one. */
  let refusal: { readonly code: string; readonly reason: string } | undefined;
  return (job, verdict) => {
    const { step } = job;
    // An answer that was lost says nothing, but it may be the last of a step.
    const half = verdict.kind === 'inDoubt' ? undefined : note(refusalOf(job, verdict));
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

function refusalOf({ step }: ScheduledJob, verdict: Parameters<RefusalLimit>[1]): Refusal | undefined {
  if (verdict.kind !== 'rejected') return undefined;
  return { operation: step.uses, code: verdict.code, reason: verdict.reason };
}

/** Of the latest `of` jobs at least this share, or this number, was rejected. */
function createWindow({ failures, of }: StopAfter): (refusal: Refusal | undefined) => Rejections | undefined {
  const limit = jobsOf(failures, of);
  const latest: (Refusal | undefined)[] = [];
  let rejected = 0;
  return (refusal) => {
    latest.push(refusal);
    if (refusal !== undefined) rejected++;
    if (latest.length > of && latest.shift() !== undefined) rejected--;
    if (refusal === undefined || rejected < limit) return undefined;
    return { rejected, of: latest.length, most: mostFrequent(latest) ?? { ...refusal, jobs: 1 } };
  };
}

/** By code: a service may have words of its own for each job. */
function mostFrequent(refusals: readonly (Refusal | undefined)[]): Rejections['most'] | undefined {
  const found = new Map<string, Rejections['most']>();
  for (const one of refusals) {
    if (one === undefined) continue;
    const name = `${one.operation} ${one.code}`;
    found.set(name, { ...(found.get(name) ?? one), jobs: (found.get(name)?.jobs ?? 0) + 1 });
  }
  return [...found.values()].sort((one, other) => other.jobs - one.jobs)[0];
}
