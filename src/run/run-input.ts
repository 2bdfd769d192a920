import type { Part } from '../campaign/audiences/part.ts';
import type { ListRule } from '../campaign/contact-rules.ts';
import type { RunLease } from '../ledger/backend.ts';
import type { SentWith } from '../ledger/hand-out.ts';
import type { Instant } from '../platform/ports.ts';
import type { ApprovalOf, StepProgress } from '../schedule/scheduler.ts';
import type { HeldBy } from '../schedule/trace.ts';
import type { RunControl } from './run-control.ts';
import type { AttemptInput } from './send/attempt.ts';

export interface RunInput extends AttemptInput {
  readonly lease: RunLease;
  readonly control: RunControl;
  /** How the approved plan starts this job; no other job starts. Absent without a plan: every job may start. */
  readonly approvalOf?: ApprovalOf | undefined;
  /** The recipients that this run is limited to; all where there is none. */
  readonly part?: Part | undefined;
  /** Suppression lists that must stay young enough; absent where nobody imports lists, in a sandbox. */
  readonly lists?: readonly ListRule[] | undefined;
  /** Base URL, or `sandbox`, for the record. */
  readonly service: string;
  /** Signs with the service's time from now on; returns how far it is ahead of ours, in milliseconds. */
  readonly resync?: (serviceTime: Instant) => number;
  /** Stops a skipping clock while a request is in flight. */
  readonly during?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Lets workers send, too, where the state allows that. */
  readonly sharing?: SharedSending | undefined;
  /** So many jobs in flight were removed by an edit, and are in doubt since it was recorded. */
  readonly removed?: number | undefined;
  /** Gets what can be seen of the run from its first job on. */
  readonly onView?: ((view: RunView) => void) | undefined;
}

export interface SharedSending {
  readonly sentWith: SentWith;
  /** Whether this process sends as well as its workers. */
  readonly sendsItself: boolean;
  /** Gets how many workers there are, where this process sends nothing: when there are none, and when there are some again. */
  readonly onWorkers?: ((count: number) => void) | undefined;
}

/** What the process that carries out a run knows of it at the moment of asking. Nothing is counted or kept for it. */
export interface RunView {
  progress(): readonly StepProgress[];
  progressOf(step: string): StepProgress | undefined;
  /** Jobs that were started and whose outcome is not recorded yet. */
  inFlight(): number;
  /** Jobs that may be in flight at once, as the service's answers allow. */
  slots(): number;
  /** What the next start waits for; undefined where it waits for nothing, or for a settlement. A rest holds all steps. */
  waiting(): { readonly until: Instant; readonly step?: string; readonly heldBy: HeldBy } | undefined;
  /** By `costs`; 0 without a budget. */
  budgetSpent(): number;
  /** Jobs that this process has left in doubt, which `limits.doubts` counts. */
  doubts(): number;
}
