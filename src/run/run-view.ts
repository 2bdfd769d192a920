import type { Instant } from '../platform/ports.ts';
import type { StepProgress } from '../schedule/scheduler.ts';
import type { HeldBy } from '../schedule/trace.ts';

/** What the process that carries out a run knows of it at the moment of asking. Nothing is counted or kept for it. */
export interface RunView {
  progress(): readonly StepProgress[];
  progressOf(step: string): StepProgress | undefined;
  /** Jobs that were started and whose outcome is not recorded yet. */
  inFlight(): number;
  /** Jobs that may be in flight at once, as the service's answers allow. */
  slots(): number;
  /** What the next start waits for; undefined where it waits for nothing, or for a settlement. */
  waiting(): { readonly until: Instant; readonly step: string; readonly heldBy: HeldBy } | undefined;
  /** By `costs`; 0 without a budget. */
  budgetSpent(): number;
  /** Jobs that this process has left in doubt, which `limits.doubts` counts. */
  doubts(): number;
}
