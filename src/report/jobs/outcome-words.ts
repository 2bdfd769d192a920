import type { Outcome } from '../document.ts';
import type { JobOutcome } from './run-statistics.ts';

/** The outcome of a job in a word or two. */
export const outcomeWords: Readonly<Record<JobOutcome, string>> = {
  accepted: 'accepted',
  rejected: 'rejected',
  inDoubt: 'in doubt',
  underWay: 'in flight',
  skipped: 'skipped',
  notMeant: 'not needed',
  expired: 'expired',
  cancelled: 'cancelled',
  pending: 'pending',
};

export function outcomeOf(kind: JobOutcome): Outcome {
  return { kind, words: outcomeWords[kind] };
}
