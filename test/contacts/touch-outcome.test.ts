import { expect, test } from 'vitest';
import { type JobState, jobStates } from '../../src/job/job.ts';
import { touchOutcome } from '../../src/ledger/contacts/judge-changes.ts';

test('only a job of which nothing was sent for certain releases its touch', () => {
  const outcomes = (job: { doubtful?: true; maybeSent?: true }, refusedAtOnce: boolean) =>
    Object.fromEntries(jobStates.map((state: JobState) => [state, touchOutcome({ state, ...job }, refusedAtOnce)]));
  const made = { sending: 'reserved', accepted: 'made', inDoubt: 'made', cancelled: 'made' };
  const nothingLeft = { pending: 'released', rejected: 'made', skipped: 'released', expired: 'released' };
  const mayHaveLeft = { pending: 'reserved', rejected: 'made', skipped: 'made', expired: 'made' };
  expect(outcomes({}, false)).toEqual({ ...made, ...nothingLeft });
  expect(outcomes({ doubtful: true }, false)).toEqual({ ...made, ...mayHaveLeft });
  expect(outcomes({ maybeSent: true }, false)).toEqual({ ...made, ...mayHaveLeft });
  expect(outcomes({}, true)).toEqual({ ...made, ...nothingLeft, rejected: 'released' });
});
