import type { WaveCounts } from '../job/waves.ts';
import type { OperationId } from '../service/operations/operations.ts';

/** Why no further jobs start. `report/run/stop-reason-text.ts` makes a sentence of it. */
export type StopReason = HaltReason | StopRequest;

/** An answer of the service, or a limit of the campaign, stops the run. */
export type HaltReason =
  /** An answer that concerns every job: a wrong key, no money. */
  | { readonly kind: 'answer'; readonly operation: OperationId; readonly code: string; readonly reason: string }
  /** The service does not accept the time with which requests are signed. */
  | { readonly kind: 'clock'; readonly code: string; readonly reason: string }
  /** The hours are judged by this machine's clock, and the service's, which refused ours, is so far away from it. */
  | { readonly kind: 'clocksApart'; readonly aheadMs: number }
  /** The first answer comes from a proxy, a gateway or another web server. */
  | { readonly kind: 'turnedAway'; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'budget'; readonly budget: number; readonly spent: number; readonly currency?: string }
  /** `limits.doubts` */
  | { readonly kind: 'doubts'; readonly inDoubt: number }
  /** `limits.account.doubts` */
  | { readonly kind: 'accountDoubts'; readonly inDoubt: number }
  /** `limits.stopAfter`, over all steps; without it half of the latest answers to one step. */
  | ({ readonly kind: 'rejections'; readonly step?: string } & Rejections)
  /** Without `limits.stopAfter`: the first answers to a step are refusals with one code. */
  | {
      readonly kind: 'oneCode';
      readonly step: string;
      readonly operation: OperationId;
      readonly code: string;
      readonly reason: string;
      readonly jobs: number;
    }
  /** `between.haltIf` of a wave, from 1. */
  | ({ readonly kind: 'wave'; readonly step: string; readonly wave: number } & WaveCounts)
  /** A suppression list of the contact rules has become older than it may be. */
  | { readonly kind: 'staleList'; readonly list: string; readonly maxAgeMs: number };

/** Of the latest `of` jobs, so many were rejected. */
export interface Rejections {
  readonly rejected: number;
  readonly of: number;
  /** The most frequent answer of them. */
  readonly most: Refusal & { readonly jobs: number };
}

export interface Refusal {
  readonly operation: OperationId;
  /** Empty where there was no answer. */
  readonly code: string;
  readonly reason: string;
}

/** What a person, another process or the caller requested. */
export type StopRequest =
  | { readonly kind: 'signal'; readonly signal: string }
  /** A signal that ends this process: another one may continue the run. */
  | { readonly kind: 'handOver'; readonly signal: string }
  /** `callsheet cancel` */
  | { readonly kind: 'cancelled' }
  /** The caller's AbortSignal. */
  | { readonly kind: 'aborted' }
  /** A rehearsal that would take longer than a year. */
  | { readonly kind: 'endless' }
  /** The state cannot be read or written. */
  | { readonly kind: 'stateFile' }
  /** The command refused to start. */
  | { readonly kind: 'refused'; readonly reason: string };
