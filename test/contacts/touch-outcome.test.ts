import { expect, test } from 'vitest';
import { touchOutcome } from '../../src/contacts/touch-outcome.ts';
import { type JobState, jobStates } from '../../src/job/job.ts';

test('only a job of which nothing was sent for certain releases its touch', () => {
  const outcomes = (job: { doubtful?: true; maybeSent?: true }, before: boolean) =>
    Object.fromEntries(jobStates.map((state: JobState) => [state, touchOutcome({ state, ...job }, before)]));
  const made = { sending: 'reserved', accepted: 'made', inDoubt: 'made', cancelled: 'made' };
  const nothingLeft = { pending: 'released', rejected: 'released', skipped: 'released', expired: 'released' };
  const mayHaveLeft = { pending: 'reserved', rejected: 'released', skipped: 'made', expired: 'made' };
  expect(outcomes({}, false)).toEqual({ ...made, ...nothingLeft });
  expect(outcomes({ doubtful: true }, false)).toEqual({ ...made, ...mayHaveLeft });
  expect(outcomes({ maybeSent: true }, false)).toEqual({ ...made, ...mayHaveLeft });
  expect(outcomes({}, true)).toEqual({ ...made, ...nothingLeft, pending: 'reserved', rejected: 'made' });
  expect(touchOutcome(undefined, true)).toBe('released');
});
