import type { JobAddress } from '../job/address.ts';
import type { Instant } from '../platform/ports.ts';
import type { RunControl } from './run-control.ts';
import type { AttemptInput } from './send/attempt.ts';

export interface RunInput extends AttemptInput {
  readonly control: RunControl;
  /** Whether the approved plan starts this job: no other is started. Every job may be where no plan was given. */
  readonly isApproved?: ((address: JobAddress) => boolean) | undefined;
  /** Base URL, or `sandbox`, for the record. */
  readonly service: string;
  /** Signs with the service's time from now on; returns how far it is ahead of ours, in milliseconds. */
  readonly resync?: (serviceTime: Instant) => number;
  /** Holds a skipping clock still while a request is in flight. */
  readonly during?: <T>(work: () => Promise<T>) => Promise<T>;
}
