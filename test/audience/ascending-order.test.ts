import { expect, test } from 'vitest';
import { ascendingOrder } from '../../src/audience/list-memory.ts';
import { fc, runs } from '../rig/properties.ts';

test('numbers of any size are put in their order, equal ones in the order in which they came', () => {
  // Numbers that are too far apart are sorted in another way.
  const far = fc.integer({ min: 1_000_000, max: 999_999_999_999_999 });
  const near = fc.integer({ min: 2_348_000_000_000, max: 2_348_000_000_009 });
  const long = { minLength: 20_000, maxLength: 20_000 };
  const lists = fc.oneof(fc.array(far), fc.array(near), fc.array(fc.nat(9)));
  fc.assert(
    fc.property(fc.oneof({ weight: 50, arbitrary: lists }, fc.array(far, long)), (numbers) => {
      const expected = numbers.map((_, index) => index).sort((a, b) => numbers[a]! - numbers[b]! || a - b);
      expect([...ascendingOrder(Float64Array.from(numbers))]).toEqual(expected);
    }),
    { numRuns: runs(500) },
  );
});
