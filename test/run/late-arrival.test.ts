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

test('a lost message may be sent again three minutes after the latest attempt was started', () => {
  expect(resendableFrom(lost)).toBe(241_000);
});

test('a job with a key at the service, an answer, or nothing but a query needs no wait', () => {
  expect(resendableFrom({ ...lost, naturalKey: 'c1-abc' })).toBeUndefined();
  expect(resendableFrom({ ...lost, state: 'rejected' })).toBeUndefined();
  expect(resendableFrom({ ...lost, requestHash: '?0123' })).toBeUndefined();
});
