import { expect, test } from 'vitest';
import { failedExpectation } from '../../src/run/decide/retry.ts';
import { readOutputs, unreadOutput } from '../../src/service/contract/outputs.ts';

/** Why a balance query with `expect: { output: { atLeast: 500 } }` fails on this answer. */
function failureOf(output: string, answer: Readonly<Record<string, unknown>>): string | undefined {
  const span = { start: 0, end: 0 } as never;
  return failedExpectation([{ output, atLeast: 500, span }], readOutputs('sms.balance', answer), (name) =>
    unreadOutput('sms.balance', name, answer),
  );
}

test('a balance is compared as the amount that its text means', () => {
  expect(failureOf('balance', { balance: '1,234.50' })).toBeUndefined();
  expect(failureOf('available', { balance: '4E+2', gift: '99.999999' })).toBe(
    'available is 499.999999, expected at least 500',
  );
});

test('a balance that cannot be read fails with the words that were answered', () => {
  expect(failureOf('balance', { balance: '1.234,50' })).toBe(
    'the answer has no balance that can be read: balance is "1.234,50"',
  );
  expect(failureOf('available', { balance: '' })).toBe('the answer has no available that can be read: balance is ""');
  expect(failureOf('available', { status: '0' })).toBe('the answer has no available');
});
