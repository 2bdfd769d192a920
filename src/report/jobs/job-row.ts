import type { JobAddress, RecipientKey } from '../../job/address.ts';
import type { JobState, Outputs } from '../../job/job.ts';

/** One job in a report. Instants are ISO 8601 with offset; what is unknown is absent. */
export interface JobRow {
  readonly address: JobAddress;
  readonly step: string;
  readonly key?: RecipientKey | undefined;
  readonly state: JobState;
  readonly code?: string | undefined;
  readonly reason?: string | undefined;
  readonly attempts: number;
  readonly firstAt?: string | undefined;
  readonly at?: string | undefined;
  readonly settledAt?: string | undefined;
  readonly naturalKey?: string | undefined;
  readonly outputs?: Outputs | undefined;
  /** When the first byte of the latest attempt was written. */
  readonly leftAt?: string | undefined;
  /** Who decided upon it last, when, and why. */
  readonly decidedBy?: string | undefined;
  readonly decidedAt?: string | undefined;
  readonly comment?: string | undefined;
}

/** Prints a report row by row, as the rows are read. */
export interface RowPrinter {
  begin(): string;
  row(row: JobRow): string;
  end(): string;
}
