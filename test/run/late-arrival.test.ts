import { expect, test } from 'vitest';
import type { JobRecord } from '../../src/job/job.ts';
import { resendableFrom } from '../../src/run/decide/late-arrival.ts';

const lost: JobRecord = {
  step: 'hello',
  key: '2348030000001',
  state: 'inDoubt',
  attempts: 2,
  firstAt: 1_000,
  at: 61_000,
};

test('a job in doubt may be sent again three minutes after the latest attempt was started, also with a natural key', () => {
  expect(resendableFrom(lost)).toBe(241_000);
  expect(resendableFrom({ ...lost, naturalKey: 'c1-abc' })).toBe(241_000);
});

test('a job with an answer, or a query, needs no wait', () => {
  expect(resendableFrom({ ...lost, state: 'rejected' })).toBeUndefined();
  expect(resendableFrom({ ...lost, requestHash: '?0123' })).toBeUndefined();
});
