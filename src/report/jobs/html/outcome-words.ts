import type { JobOutcome } from '../run-statistics.ts';

/** What a job has come to, in a word or two. */
export const outcomeWords: Readonly<Record<JobOutcome, string>> = {
  accepted: 'accepted',
  rejected: 'rejected',
  inDoubt: 'in doubt',
  underWay: 'under way',
  skipped: 'skipped',
  notMeant: 'not for them',
  expired: 'expired',
  cancelled: 'cancelled',
  pending: 'to go',
};
