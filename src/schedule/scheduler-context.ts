import type { Campaign } from '../campaign/campaign.ts';
import type { BegunWave, WaveLog } from '../job/waves.ts';
import type { Instant } from '../platform/ports.ts';
import type { ContactBook } from './contacts/contact-book.ts';
import type { Contacts } from './contacts/contact-gaps.ts';
import type { Heap } from './heap.ts';
import type { SchedulerInput } from './scheduler.ts';
import type { StepState } from './step-state.ts';

/** What the steps of one scheduler share. */
export interface SchedulerContext {
  readonly campaign: Campaign;
  readonly run: string;
  readonly isApproved: SchedulerInput['isApproved'];
  readonly waves: WaveLog;
  readonly promotes: SchedulerInput['promotes'];
  /** False where it is limited to some recipients: they are one wave. */
  readonly hasWaves: boolean;
  readonly createdAt: Instant;
  /** Not after `createdAt`: when the run started for the first time. */
  readonly begunAt: Instant;
  readonly steps: readonly StepState[];
  readonly byId: ReadonlyMap<string, StepState>;
  readonly contacts: Contacts;
  readonly book: ContactBook | undefined;
  /** Steps that wait, by the instant at which they open. */
  readonly opening: Heap;
  /** Steps that have ended since `Scheduler.ended` was last called. */
  ended: StepState[];
  /** Waves that have begun and are to be recorded. */
  readonly begun: BegunWave[];
}
