import type { JobAddress, RecipientKey } from '../../job/address.ts';
import type { JobState, Outputs } from '../../job/job.ts';

/** One job in a report. Instants are ISO 8601 with offset; what is unknown is absent. */
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

/** Prints a report row by row, as the rows are read. */
export interface RowPrinter {
  begin(): string;
  row(row: JobRow): string;
  end(): string;
}
