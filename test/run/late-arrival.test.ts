import { expect, test } from 'vitest';
import type { JobRecord } from '../../src/job/job.ts';
import { resendableIn } from '../../src/run/operator/decide-jobs.ts';

const lost: JobRecord = {
  step: 'hello',
  key: '2348030000001',
  state: 'inDoubt',
  attempts: 2,
  firstAt: 1_000,
  at: 61_000,
};

test('a job in doubt may be sent again three minutes after the latest attempt was started, also with a natural key', () => {
  expect(resendableIn(lost, 0)).toBe(180_000);
  expect(resendableIn(lost, 60_000)).toBe(120_000);
  expect(resendableIn({ ...lost, naturalKey: 'c1-abc' }, 179_999)).toBe(1);
  expect(resendableIn(lost, 180_001)).toBe(0);
});

test('a job with an answer, or a query, needs no wait', () => {
  expect(resendableIn({ ...lost, state: 'rejected' }, 0)).toBe(0);
  expect(resendableIn({ ...lost, requestHash: '?0123' }, 0)).toBe(0);
});
