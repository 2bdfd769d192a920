import type { LeftOutRows } from '../campaign/audiences/left-out-rows.ts';
import type { JobId } from '../job/address.ts';
import type { JobResult, JobState } from '../job/job.ts';
import type { WaveCounts } from '../job/waves.ts';
import type { Instant } from '../platform/ports.ts';
import type { HeldBy } from '../schedule/trace.ts';
import type { StopReason } from './stop-reason.ts';

/** An event of a run. Reports turn it into text (`report/run/event-text.ts`) or NDJSON (`event-json.ts`). */
export type RunEvent =
  | {
      readonly event: 'started';
      readonly at: Instant;
      readonly campaign: string;
      readonly run: string;
      readonly service: string;
      readonly resumed: boolean;
      /** How many recipients this process is limited to; absent for all. */
      readonly limitedTo?: number;
      /** Rows without a readable number; absent when there are none. */
      readonly leftOut?: readonly LeftOutRows[];
    }
  /** Another process leads the run, and this one follows it: from then on, and whenever the sums have changed for a while. */
  | {
      readonly event: 'following';
      readonly at: Instant;
      readonly campaign: string;
      readonly run: string;
      readonly leader: { readonly pid: number; readonly host: string };
      /** Those with a record, by state. */
      readonly jobs: Readonly<Partial<Record<JobState, number>>>;
    }
  /** Jobs whose answers the previous process lost, by what is done about them. */
  | {
      readonly event: 'recovered';
      readonly at: Instant;
      readonly again: number;
      /** Not tried again, as the files were edited since: in doubt at their turn, unless the edit is undone before. Absent where there are none. */
      readonly edited?: number;
      readonly inDoubt: number;
    }
  | ({ readonly event: 'job'; readonly at: Instant; readonly job: JobId } & JobNews)
  | {
      readonly event: 'waiting';
      readonly at: Instant;
      readonly until: Instant;
      readonly step: string;
      readonly heldBy: HeldBy;
    }
  | {
      readonly event: 'step';
      readonly at: Instant;
      readonly step: string;
      readonly title?: string;
      readonly state: 'open' | 'finished' | 'blocked' | 'stopped' | 'notNeeded';
      readonly reason?: string;
      /** A cap on contacts may hold some of `toDo`, for later or for good: it is judged for each person at their turn. */
      readonly capped?: true;
      /** `toDo`: pending, or in flight. */
      readonly jobs: Omit<Summary, 'expired' | 'pending'> & { readonly toDo: number; readonly expired?: number };
    }
  /** A wave of a step begins: from now on so many of its people may be sent to. Waves count from 1. */
  | {
      readonly event: 'wave';
      readonly at: Instant;
      readonly step: string;
      readonly wave: number;
      readonly waves: number;
      readonly people: number;
      readonly of: number;
    }
  /** It is over, and the next one waits for a person. */
  | ({
      readonly event: 'waveOver';
      readonly at: Instant;
      readonly step: string;
      readonly wave: number;
      readonly waves: number;
    } & WaveCounts)
  /** Nothing starts until then: the service cannot be reached, or it throttles requests. */
  | { readonly event: 'resting'; readonly at: Instant; readonly until: Instant; readonly reason: string }
  | { readonly event: 'clock'; readonly at: Instant; readonly aheadMs: number }
  /** The system clock changed, or the machine slept. */
  | { readonly event: 'clockJumped'; readonly at: Instant; readonly byMs: number }
  | { readonly event: 'paused' | 'resumed'; readonly at: Instant }
  | {
      readonly event: 'draining';
      readonly at: Instant;
      readonly inFlight: number;
      /** Of these, the jobs that workers have, who send them or give them back; absent where there are none. */
      readonly handedOut?: number;
      readonly reason: StopReason;
    }
  | {
      readonly event: 'finished';
      readonly at: Instant;
      readonly exitCode: number;
      readonly reason?: string;
      readonly summary: Summary;
      /** As in `started`. */
      readonly leftOut?: readonly LeftOutRows[];
    };

/** `again`: the job is pending again. */
type JobNews = Omit<JobResult<Exclude<JobState, 'pending' | 'sending'> | 'again'>, 'outputs'> & {
  readonly attempts: number;
  readonly notBefore?: Instant | undefined;
  /** The retry was rejected with a status that proves that the first attempt succeeded. */
  readonly receipt?: boolean | undefined;
};

/** Counts of the whole run so far, not of this process alone. */
export interface Summary {
  readonly accepted: number;
  readonly rejected: number;
  readonly skipped: number;
  readonly expired: number;
  readonly inDoubt: number;
  readonly pending: number;
  /** Given up by a person (`reconcile --drop`); absent where there are none. */
  readonly cancelled?: number;
}
