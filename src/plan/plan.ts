import type { HeldBy } from './scheduler.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { JobAddress } from '../job/address.ts';
import type { Instant } from '../platform/ports.ts';

/** Steps and jobs laid on instants: a pure function of campaign, audiences, history and `now`. Its JSON is `schemas/plan.schema.json`. */
export interface Plan {
  readonly campaign: string;
  readonly title: string;
  readonly timezone: string;
  readonly now: Instant;
  readonly run: string;
  /** SHA-256 (hex) of the inputs and of the timeline. */
  readonly hash: string;
  readonly inputs: PlanInputs;
  readonly totals: PlanTotals;
  readonly starts?: Instant;
  readonly ends?: Instant;
  readonly steps: readonly PlannedStep[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface PlanInputs {
  /** Path as written → SHA-256 (hex). */
  readonly files: Readonly<Record<string, string>>;
  readonly tzdata: string;
}

export interface PlanTotals {
  readonly jobs: number;
  readonly toSend: number;
  readonly done: number;
  readonly skipped: number;
  readonly inDoubt: number;
  readonly cost: number;
}

export interface PlannedStep {
  readonly id: string;
  readonly uses: string;
  readonly needs: readonly string[];
  /** As `StepProgress.state` in the state file: pending before anything, done when nothing is left. */
  readonly state: 'pending' | 'started' | 'done' | 'blocked' | 'conditional';
  readonly jobs: {
    readonly total: number;
    readonly toSend: number;
    readonly done: number;
    readonly inDoubt: number;
    /** By reason. */
    readonly skipped: Readonly<Record<string, number>>;
  };
  readonly starts?: Instant;
  readonly ends?: Instant;
  readonly segments: readonly Segment[];
  readonly fits: boolean;
  /** Why it does not fit, and the smallest change that would make it. */
  readonly reason?: string;
}

/** A stretch of one step without a pause: from its first start to its last. */
export interface Segment {
  readonly from: Instant;
  readonly to: Instant;
  readonly jobs: number;
  /** What kept these jobs from starting earlier. */
  readonly deferredBy?: HeldBy;
}

/** One line of `plan --jobs`. */
export interface PlannedJob {
  readonly address: JobAddress;
  readonly at: Instant;
  readonly reason?: string;
}
