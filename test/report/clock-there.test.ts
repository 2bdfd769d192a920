import { expect, test } from 'vitest';
import { formatThere } from '../../src/report/plan/words.ts';

test('a time on the clocks of another zone is said where they show another time', () => {
  const at = Date.parse('2026-11-29T12:12:00Z');
  expect(formatThere(at, 'Europe/Vienna', 'Africa/Lagos')).toBeUndefined();
  expect(formatThere(at, 'Asia/Kolkata', 'Africa/Lagos')).toBe('Sun 29 Nov 17:42 in Asia/Kolkata');
});
