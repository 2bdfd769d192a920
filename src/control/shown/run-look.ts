import type { Campaign } from '../../campaign/campaign.ts';
import type { BegunWave } from '../../job/waves.ts';
import type { RunProcesses } from '../../ledger/backend.ts';
import type { RecordedEnd } from '../../ledger/change.ts';
import type { Approval } from '../../ledger/signed.ts';
import type { JobCounts } from '../../run/summary.ts';
import type { Burst, ShownState } from './views.ts';
import { nameInText } from './words.ts';

/** What is recorded of a run at one moment, without its audiences. */
export interface RunLook {
  /** As the file names them; the file's name where it has errors that hide them. */
  readonly name: string;
  readonly run: string;
  /** Absent where the text has errors. */
  readonly campaign: Campaign | undefined;
  readonly state: ShownState;
  readonly ended: RecordedEnd | undefined;
  /** A process carries it out. */
  readonly isUnderWay: boolean;
  readonly counts: JobCounts;
  /** Starts of the last minutes before the latest, by the second, oldest first. */
  readonly recent: readonly Burst[];
  readonly bursts: StepBursts;
  /** Oldest first. */
  readonly approvals?: readonly Approval[];
  /** Waves that `haltIf` has halted; absent where there are none. */
  readonly halted?: readonly Pick<BegunWave, 'step' | 'wave'>[] | undefined;
  /** Who leads it and who sends for it; absent without a store. */
  readonly processes?: RunProcesses | undefined;
  /** Why the state, or a part of it, cannot be read. */
  readonly trouble: string | undefined;
}

/** When the jobs of each step started, as few stretches of time, by the name under which the step is recorded. */
export type StepBursts = ReadonlyMap<string, readonly Burst[]>;

/** A step as people know it, in a text. */
export function titleOf({ campaign }: Pick<RunLook, 'campaign'>, id: string): string {
  return nameInText(campaign?.steps.find((step) => step.id === id)?.title ?? id);
}
