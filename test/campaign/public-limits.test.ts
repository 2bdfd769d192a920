import { expect, test } from 'vitest';
import { formatPublicLimit, publicLimitsBroken } from '../../src/service/validate/check-request.ts';
import { requests } from '../rig/service-requests.ts';

const right = { taskId: 1, taskName: 'spring', source: 3, text: 'Hi', lan: 'EN' };

function brokenBy(more: Readonly<Record<string, unknown>>): readonly string[] {
  return publicLimitsBroken('voice.redial', { ...right, ...more }).map(({ field }) => field);
}

test.each([
  ['taskName', ['x', 'x'.repeat(65)], ['xx', 'x'.repeat(64)]],
  ['displayNum', ['1'.repeat(21), 'me'], ['1'.repeat(20), null]],
  ['uploadName', ['abcd', 'x'.repeat(33)], ['abcde', 'x'.repeat(32)]],
  ['text', ['x'.repeat(1001)], ['x'.repeat(1000), '🎁'.repeat(1000)]],
  ['lan', ['en-US', 'en', 'FR'], ['EN', 'BD']],
  ['accent', ['en-NG'], ['91', '+234']],
  ['loopCount', [0, 10], [1, 9]],
  ['maxCalls', [1000], [999]],
  ['smsContent', ['x'.repeat(1001)], ['x'.repeat(1000)]],
  ['senderId', ['x'.repeat(33)], ['x'.repeat(32)]],
  ['successPushTime', [10_000, -1], [0, 9999]],
  ['resendType', [2], [0, 1]],
  ['numberList', [['2348000000001']], [[], null]],
  ['hangUpSms', [1], [0]],
  ['feedbackPush', [1], [0]],
  ['successPush', [1], [0]],
] as const)('%s has a limit in public documents, and only there', (field, wrong, kept) => {
  for (const value of wrong) expect([value, brokenBy({ [field]: value })]).toEqual([value, [field]]);
  for (const value of kept) expect([value, brokenBy({ [field]: value })]).toEqual([value, []]);
});

test('a push is complete with what it needs', () => {
  expect(brokenBy({ hangUpSms: 1, ringPush: 1 })).toEqual([]);
  expect(brokenBy({ hangUpSms: 1, feedbackPush: 1, feedbackValue: '1' })).toEqual([]);
  expect(brokenBy({ hangUpSms: 1, successPush: 1, successPushTime: 10 })).toEqual([]);
});

test('only redials have such limits, and none of them repeats a value', () => {
  const others = Object.values(requests).filter(({ operation }) => operation !== 'voice.redial');
  expect(others.flatMap(({ operation, body }) => publicLimitsBroken(operation, body as object as never))).toEqual([]);
  const [limit] = publicLimitsBroken('voice.redial', { ...right, taskName: 'x' });
  expect(formatPublicLimit(limit!)).toBe(
    'taskName: public documents of this API say 2 to 64 characters; the contract does not',
  );
});
