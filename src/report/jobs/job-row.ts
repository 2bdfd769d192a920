import type { JobAddress, RecipientKey } from '../../job/address.ts';
import type { JobState, Outputs } from '../../job/job.ts';

/** One job, as a report tells it. Instants are ISO 8601 with offset; what is not known is absent. */
export interface JobRow {
  readonly address: JobAddress;
  readonly step: string;
  readonly key?: RecipientKey;
  readonly state: JobState;
  readonly code?: string;
  readonly reason?: string;
  readonly attempts: number;
  readonly firstAt?: string;
  readonly at?: string;
  readonly settledAt?: string;
  readonly naturalKey?: string;
  readonly outputs?: Outputs;
  /** When the first byte of the latest attempt was written. */
  readonly leftAt?: string;
}

/** A report is written as it is read: what begins it, each row, what ends it. */
export interface RowPrinter {
  begin(): string;
  row(row: JobRow): string;
  end(): string;
}
