import { expect, test } from 'vitest';
import { nextLook } from '../../src/schedule/zone-queues.ts';

const held = { kind: 'held', until: 90_000, cap: 0, by: [] } as const;
const at = { now: 1_000, deadline: 60_000, latest: 59_500, many: 7 };

test('whom a contact holds that may be under way is looked at once more before it is too late, and before hours end', () => {
  const look = (askAgain: number, more: Partial<typeof at> = {}) => nextLook({ ...held, askAgain }, { ...at, ...more });
  expect(look(20_000)).toBe(20_000);
  expect(look(60_000)).toBe(59_500);
  expect(look(20_000, { latest: 9_500 })).toBe(9_500);
  // The hours end at once: the next ones are in time, or the job is dropped.
  expect(look(20_000, { latest: 900 })).toBe(20_000);
  expect(look(60_000, { latest: 900 })).toBe(90_000);
  expect(nextLook(held, at)).toBe(90_000);
});

test('whom claims hold is looked at only if the last of them ends in time, and less often where many wait', () => {
  const look = (claimedUntil: number) => nextLook({ ...held, askAgain: 1_005, claimedUntil }, at);
  expect([look(50_000), look(1_006), look(60_000)]).toEqual([1_007, 1_006, 90_000]);
});
