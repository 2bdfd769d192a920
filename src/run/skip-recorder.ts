import type { Roster } from '../audience/roster.ts';
import { jobId } from '../job/address.ts';
import type { RunLease } from '../ledger/backend.ts';
import type { Instant } from '../platform/ports.ts';
import { recordedReason } from '../schedule/reasons.ts';
import type { Decision, ScheduledJob } from '../schedule/scheduler.ts';
import type { RunEvent } from './event.ts';

type Dropping = Extract<Decision, { kind: 'drop' }>;

const writesAtOnce = 1_000;

/** Records skipped jobs. There may be a million: it limits how many writes are open at once. */
export function createSkipRecorder(input: {
  readonly lease: Pick<RunLease, 'apply'>;
  readonly emit: (event: RunEvent) => void;
  readonly onFailure: (error: unknown) => void;
  readonly rosters: ReadonlyMap<string, Roster>;
}) {
  const { lease, emit, onFailure, rosters } = input;
  const recorded = createRecorded(rosters);
  let writes: Promise<void>[] = [];
  const onDisk = async (): Promise<void> => {
    await Promise.all(writes);
    writes = [];
  };
  return {
    onDisk,
    /** Its record changes: a later skip is recorded again. */
    started: recorded.forget,
    /** Nothing, where this process has recorded the same before: what is left may be worked out more than once. */
    async add(decision: Dropping, now: Instant): Promise<void> {
      const { job, state, decidedAt } = decision;
      const reason = recordedReason(decision);
      if (state !== 'inDoubt' && recorded.has(job, reason)) return;
      // Why they were left out in time says more than that it is too late by now.
      if (state === 'expired' && decidedAt < now) return;
      const id = jobId(job.step.id, job.key);
      writes.push(lease.apply([{ kind: 'drop', to: { ...id, state, reason, at: decidedAt } }]).catch(onFailure));
      emit({ event: 'job', at: now, job: id, state, attempts: job.attempts, reason });
      if (writes.length >= writesAtOnce) await onDisk();
    },
  };
}

/** Reasons by job: two bytes for each job of a step in which any was skipped. */
function createRecorded(rosters: ReadonlyMap<string, Roster>) {
  const steps = new Map<string, Uint16Array>();
  /** By its number, from 1 on. */
  const numbers = new Map<string, number>();
  const most = 0xffff;
  return {
    /** Notes it, too. */
    has({ step, recipient = 0 }: ScheduledJob, reason: string): boolean {
      const jobs = steps.get(step.id) ?? new Uint16Array(rosters.get(step.forEach?.audience ?? '')?.size ?? 1);
      steps.set(step.id, jobs);
      const number = numbers.get(reason) ?? numbers.size + 1;
      if (number > most) {
        jobs[recipient] = 0;
        return false;
      }
      numbers.set(reason, number);
      const isKnown = jobs[recipient] === number;
      jobs[recipient] = number;
      return isKnown;
    },
    forget({ step, recipient = 0 }: ScheduledJob): void {
      const jobs = steps.get(step.id);
      if (jobs !== undefined) jobs[recipient] = 0;
    },
  };
}
