import type { Campaign } from '../../../campaign/campaign.ts';
import type { JobId } from '../../../job/address.ts';
import type { Dropped, Settled } from '../../../ledger/change.ts';
import type { Instant } from '../../../platform/ports.ts';
import type { ScheduledJob, Settlement } from '../../../schedule/scheduler.ts';
import type { Verdict } from '../../decide/retry.ts';
import type { Start } from '../dispatcher.ts';

/** What a leader gives to a worker, as JSON: jobs that it has started. */
export interface HandedChunk {
  /** The leader's time. */
  readonly sentAt: Instant;
  /** How far the service's clock is ahead of the leader's, where requests are signed with its time. */
  readonly aheadMs?: number | undefined;
  /** With a rate, a job leaves so long after its slot, and not later; else as soon as it can. */
  readonly delayMs: number | undefined;
  readonly jobs: readonly HandedJob[];
}

export interface HandedJob
  extends Pick<ScheduledJob, 'attempts' | 'tried'>,
    Pick<Start, 'startedAt' | 'streak'>,
    JobId {
  /** Absent where it may leave at any time: JSON has no infinity. */
  readonly mayStartUntil?: Instant | undefined;
  /** The recipient's, where contacts are counted. */
  readonly zone?: string | undefined;
}

export function asHanded({ job, startedAt, mayStartUntil, streak }: Start, countsContacts: boolean): HandedJob {
  const { step, key, attempts, tried, zone } = job;
  const until = mayStartUntil === Number.POSITIVE_INFINITY ? undefined : mayStartUntil;
  return {
    step: step.id,
    key,
    attempts,
    tried,
    startedAt,
    mayStartUntil: until,
    streak,
    zone: countsContacts ? zone : undefined,
  };
}

/** What a worker reports of one job, as JSON. */
export type JobReport = {
  readonly chunk: string;
  /** Its place in the chunk. */
  readonly place: number;
  /** It was not ready when it was to leave. */
  readonly isLate?: boolean;
} & (
  | { readonly verdict: Verdict; readonly settled: ReportedOutcome }
  | { readonly settlement: Settlement; readonly dropped?: Dropped }
);

/** What is reported of an outcome that is recorded. */
export type ReportedOutcome = Pick<
  Settled,
  'step' | 'key' | 'attempt' | 'at' | 'state' | 'code' | 'reason' | 'notBefore'
>;

/** It may halt the run, ask for a pause, or change how requests are made: no worker may start anything before the leader has judged it. */
export function isAlarm({ limits }: Campaign, verdict: Verdict): boolean {
  switch (verdict.kind) {
    case 'halt':
    case 'resync':
    case 'stopStep':
    case 'inDoubt':
      return true;
    case 'rejected':
      return limits.stopAfter !== 'never';
    case 'again':
      return verdict.turnedAway === true || verdict.why === 'throttled' || verdict.why === 'wait';
    case 'accepted':
      return false;
    default:
      return verdict satisfies never;
  }
}

/** A process that sends: a worker, or the leader itself. */
export interface Sharer {
  readonly id: number;
  /** Requests that it can have in flight. */
  readonly most: number;
  readonly share: number;
  /** Slots that it may still be using. */
  readonly held: number;
}

/**
 * Divides the slots of a run evenly. A share is made smaller at once, but larger only with slots that nobody can still be using: never
 * are more requests in flight than there are slots.
 */
export function shareSlots(slots: number, sharers: readonly Sharer[]): ReadonlyMap<number, number> {
  const even = evenShares(slots, sharers);
  const shares = new Map(sharers.map(({ id, share }) => [id, Math.min(share, even.get(id) ?? 0)]));
  let free = slots - sharers.reduce((sum, { id, held }) => sum + Math.max(shares.get(id) ?? 0, held), 0);
  for (const { id, held } of sharers) {
    const share = shares.get(id) ?? 0;
    const wanted = even.get(id) ?? 0;
    // What it still holds is its own.
    const more = Math.min(wanted, Math.max(share, held) + Math.max(0, free));
    if (more <= share) continue;
    free -= Math.max(0, more - Math.max(share, held));
    shares.set(id, more);
  }
  return shares;
}

/** Each gets the same, up to what it can use; of what is left over, the first get one more. */
function evenShares(slots: number, sharers: readonly Sharer[]): ReadonlyMap<number, number> {
  const shares = new Map<number, number>();
  let left = slots;
  const bySize = sharers.toSorted((a, b) => a.most - b.most || b.id - a.id);
  bySize.forEach(({ id, most }, index) => {
    const share = Math.min(most, Math.floor(left / (bySize.length - index)));
    shares.set(id, share);
    left -= share;
  });
  return shares;
}
