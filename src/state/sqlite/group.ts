/** Changes that become durable together, as they are written: plain data and ready texts, as another thread may write them. */
export interface Group {
  /** Its number, greater by one than that of the group before. */
  readonly seq: number;
  /** Rows of a step's jobs, as JSON: records (job-row.ts) by key. */
  readonly rows: readonly { readonly step: number; readonly records: string }[];
  /** Jobs that become `sending`, as JSON: a list of keys. */
  readonly claims: readonly { readonly step: number; readonly keys: string }[];
  /** Who is `sending` once the group is written, and the sum of it (intents.ts). */
  readonly intents: string;
  readonly intentsSum: number;
}

/** What came of it. Where a claim was refused by its job's row, nothing of the group was written. */
export type Written =
  /** The rows that jobs had which it claims. */
  { readonly before: readonly RowBefore[] } | { readonly refused: readonly JobPlace[] };

export interface JobPlace {
  readonly step: number;
  readonly key: string;
}

export interface RowBefore extends JobPlace {
  readonly record: string;
}
