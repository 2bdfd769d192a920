import { expect, test } from 'vitest';
import { type JobState, jobStates } from '../../src/job/job.ts';
import { isUnsent } from '../../src/ledger/contacts/judge-changes.ts';

test('only of these jobs nothing was sent for certain', () => {
  const unsent = (job: { doubtful?: true; maybeSent?: true }) =>
    jobStates.filter((state: JobState) => isUnsent({ state, ...job })).toSorted();
  expect(unsent({})).toEqual(['expired', 'pending', 'rejected', 'skipped']);
  expect([unsent({ doubtful: true }), unsent({ maybeSent: true })]).toEqual([[], []]);
});
