import { expect, test } from 'vitest';
import { createSpeedometer } from '../../src/report/run/speed-text.ts';

test('answers that come in pairs at 2/s are not 2.2/s: with few of them, the pace has no decimals', () => {
  const { measure } = createSpeedometer();
  // The first look is between the two of a pair.
  measure(1, 100, 0);
  expect(measure(12, 100, 5_000)).toMatch(/^2\/s, /);
  expect(measure(42, 100, 20_000)).toMatch(/^2\.[01]\/s, /);
});

test('what people send again is not done at a pace below nothing', () => {
  const { measure } = createSpeedometer();
  measure(100, 200, 0);
  expect(measure(150, 200, 10_000)).toBe('5/s, about 10 s at this pace');
  expect(measure(90, 200, 21_000)).toBe(undefined);
  expect(measure(140, 200, 26_000)).toBe('10/s, about 6 s at this pace');
});
