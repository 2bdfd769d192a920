import type { Instant } from '../../platform/ports.ts';

/** A person has read a saved plan and approves it for one run. */
export interface Approval {
  /** The plan's hash. */
  readonly plan: string;
  /** Of the file in which it was read: a file that was edited later has the same hash. */
  readonly checksum: string;
  /** Where its jobs may be sent. */
  readonly service: string;
  readonly at: Instant;
  readonly by: string;
  readonly comment?: string | undefined;
}
