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

/** As a ledger keeps them, oldest first. */
export function readApprovals(text: string | undefined): readonly Approval[] {
  const approvals = text === undefined ? [] : (JSON.parse(text) as Approval[]);
  // Each ledger has an order of its own for the fields, and two copies are compared.
  return approvals.map(({ plan, checksum, service, at, by, comment }) => ({
    plan,
    checksum,
    service,
    at,
    by,
    comment,
  }));
}
