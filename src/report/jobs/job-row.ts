import { formatAddress, type JobAddress, type RecipientKey } from '../../job/address.ts';
import type { JobRecord, JobResult } from '../../job/job.ts';
import type { Instant } from '../../platform/ports.ts';
import { formatInstant } from '../../time/local-time.ts';

/** One job in a report. Instants are ISO 8601 with offset; what is unknown is absent. */
export interface JobRow extends JobResult {
  readonly address: JobAddress;
  readonly step: string;
  readonly key?: RecipientKey | undefined;
  readonly attempts: number;
  readonly firstAt?: string | undefined;
  readonly at?: string | undefined;
  readonly settledAt?: string | undefined;
  readonly naturalKey?: string | undefined;
  /** When the first byte of the latest attempt was written. */
  readonly leftAt?: string | undefined;
  /** Who decided upon it last, when, and why. */
  readonly decidedBy?: string | undefined;
  readonly decidedAt?: string | undefined;
  readonly comment?: string | undefined;
}

type Shown = (job: JobRecord, time: (instant: Instant | undefined) => string | undefined) => unknown;

/** The fields of a job, in the order of an object, each with its column in a table. */
const fields: Readonly<Record<keyof JobRow, readonly [column: number, shown: Shown]>> = {
  address: [0, formatAddress],
  step: [1, ({ step }) => step],
  state: [3, ({ state }) => state],
  attempts: [6, ({ attempts }) => attempts],
  key: [2, ({ key }) => key],
  code: [4, ({ code }) => code],
  outputs: [11, ({ outputs }) => outputs],
  reason: [5, ({ reason }) => reason],
  naturalKey: [10, ({ naturalKey }) => naturalKey],
  firstAt: [7, ({ firstAt }, time) => time(firstAt)],
  at: [8, ({ at }, time) => time(at)],
  settledAt: [9, ({ settledAt }, time) => time(settledAt)],
  leftAt: [12, ({ leftAt }, time) => time(leftAt)],
  decidedBy: [13, ({ decisions }) => decisions?.at(-1)?.by],
  decidedAt: [14, ({ decisions }, time) => time(decisions?.at(-1)?.at)],
  comment: [15, ({ decisions }) => decisions?.at(-1)?.comment],
};

const shownFields = Object.entries(fields).map(([name, [, shown]]) => ({ name, shown }));

export const jobColumns = (Object.keys(fields) as (keyof JobRow)[]).toSorted(
  (one, other) => fields[one][0] - fields[other][0],
);

export function rowOf(job: JobRecord, timezone: string): JobRow {
  const time = (instant: Instant | undefined) => (instant === undefined ? undefined : formatInstant(instant, timezone));
  const row: Record<string, unknown> = {};
  for (const { name, shown } of shownFields) row[name] = shown(job, time);
  return row as unknown as JobRow;
}
