import { formatAddress } from '../../job/address.ts';
import { type Decision, type JobRecord, type Outputs, onlyAsked } from '../../job/job.ts';
import type { Refused, RunReader, StateBackend } from '../../ledger/backend.ts';
import { RefusedChange } from '../../ledger/change.ts';
import type { Instant } from '../../platform/ports.ts';
import { minuteMs } from '../../time/wall-clock.ts';
import { type SignedBy, signed } from './approve-plan.ts';

/** What a person decides about one job, as they saw it. */
export interface JobDecision {
  readonly job: JobRecord;
  readonly to: Decision['state'];
  readonly outputs?: Outputs | undefined;
  /** Where it is not the one for all. */
  readonly comment?: string | undefined;
}

/** What has become of many decisions: each is in exactly one of the lists. */
export interface Decided {
  readonly decided: readonly JobDecision[];
  /** Somebody else, or an answer that came late, has settled them meanwhile. */
  readonly settled: readonly JobDecision[];
  /** They may still arrive: nobody may have them sent again before `resendableAt`. */
  readonly early: readonly JobDecision[];
  /** Of the last of these; undefined where there are none. */
  readonly resendableAt: Instant | undefined;
}

/** A rejected job may be sent again; everything else is decided only while it is in doubt. */
export function mayDecide({ state }: JobRecord, to: Decision['state']): boolean {
  return state === 'inDoubt' || (state === 'rejected' && to === 'pending');
}

/** A group is one transaction, which a process that sends has to wait for. */
const jobsInGroup = 1_000;

/** Records the decisions that are still possible, group by group, beside a running process or without one. */
export async function decideJobs(input: {
  readonly backend: StateBackend;
  readonly reader: RunReader;
  readonly decisions: readonly JobDecision[];
  readonly who: SignedBy;
  readonly at: Instant;
  /** Send again although the earlier request may still arrive. */
  readonly now: boolean;
  /** All of them or none, in one transaction. */
  readonly together: boolean;
}): Promise<Decided | Refused> {
  const { reader, decisions, at, now, together } = input;
  const size = together ? Math.max(1, decisions.length) : jobsInGroup;
  const decided: JobDecision[] = [];
  const settled: JobDecision[] = [];
  const early: JobDecision[] = [];
  let resendableAt: Instant | undefined;
  for (let from = 0; from < decisions.length; from += size) {
    let group: JobDecision[] = [];
    for (const one of decisions.slice(from, from + size)) {
      const waitMs = now || one.to !== 'pending' ? 0 : await resendWaitMs(one.job, reader, at);
      if (waitMs === 0) group.push(one);
      else {
        early.push(one);
        resendableAt = Math.max(resendableAt ?? 0, at + waitMs);
      }
    }
    if (together && early.length > 0) break;
    while (group.length > 0) {
      const recorded = await recordGroup(group, input);
      if (recorded === 'recorded') {
        decided.push(...group);
        break;
      }
      if (recorded !== 'changed') return recorded;
      const open: JobDecision[] = [];
      for (const one of group) ((await isAsSeen(one, reader)) ? open : settled).push(one);
      if (together && settled.length > 0) break;
      if (open.length === group.length)
        throw new Error(`${formatAddress(open[0]!.job)} can be decided, and is refused`);
      group = open;
    }
  }
  return { decided, settled, early, resendableAt };
}

/** For how long a person must not have a job sent again. */
async function resendWaitMs(job: JobRecord, reader: RunReader, at: Instant): Promise<number> {
  return resendableIn(job, (await reader.claimAge?.(job)) ?? at - (job.at ?? at));
}

async function recordGroup(
  group: readonly JobDecision[],
  { backend, reader, who, at }: Parameters<typeof decideJobs>[0],
): Promise<'recorded' | 'changed' | Refused> {
  const { by, comment } = signed(who);
  try {
    const refused = await backend.decide(
      reader.about,
      group.map(({ job: { step, key, attempts }, to, outputs, comment: own }) => ({
        step,
        key,
        attempts,
        state: to,
        at,
        ...(outputs === undefined ? {} : { outputs }),
        by,
        comment: own === undefined ? comment : signed({ by, comment: own }).comment,
      })),
    );
    return refused ?? 'recorded';
  } catch (error) {
    if (error instanceof RefusedChange) return 'changed';
    throw error;
  }
}

/** Nobody has decided or sent it since. */
async function isAsSeen({ job }: JobDecision, reader: RunReader): Promise<boolean> {
  const present = await reader.job(job);
  return present?.state === job.state && present.attempts === job.attempts && present.settledAt === job.settledAt;
}

/**
 * A request without an answer may still be carried out so long after it was started (assumption `lost.arrival`): it ends after 30 s,
 * and the machine, or a proxy, may repeat for minutes what was in its buffers.
 */
const lateArrivalMs = 3 * minuteMs;

/**
 * For how long a person must not have a job sent again that was claimed so long ago; 0 where that needs no wait: a query reaches nobody.
 * A natural key does not make the wait unnecessary. If the second request is refused before the lost one arrives, the job is
 * recorded as rejected, and its recipient is reached after all.
 */
export function resendableIn(job: JobRecord, ageMs: number): number {
  if (job.state !== 'inDoubt' || job.at === undefined || onlyAsked(job)) return 0;
  return Math.max(0, lateArrivalMs - ageMs);
}
