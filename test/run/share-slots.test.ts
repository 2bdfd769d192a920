import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Sharer, shareSlots } from '../../src/run/send/hand-out/handed.ts';

const sharer = (id: number, share = 0, held = share, most = 100): Sharer => ({ id, most, share, held });

describe('the slots of a run are divided', () => {
  test.each([
    ['evenly', 8, [sharer(0), sharer(1)], [4, 4]],
    ['with what is left over to the first', 7, [sharer(0), sharer(1), sharer(2)], [3, 2, 2]],
    ['up to what each can use', 9, [sharer(0, 0, 0, 1), sharer(1)], [1, 8]],
    ['to few where there are fewer slots than processes', 1, [sharer(0), sharer(1)], [1, 0]],
    ['so that a new one waits for slots that are still used', 8, [sharer(0, 8), sharer(1)], [4, 0]],
    ['and gets them when they are free', 8, [sharer(0, 4, 4), sharer(1)], [4, 4]],
    ['and gets what is free already', 8, [sharer(0, 4, 6), sharer(1)], [4, 2]],
    ['with less for all when there are fewer', 4, [sharer(0, 4), sharer(1, 4)], [2, 2]],
  ] as const)('%s', (_, slots, sharers, shares) => {
    expect([...shareSlots(slots, sharers).values()]).toEqual(shares);
  });

  test('so that never more are used than there are, and all are used in the end', () => {
    const one = fc.record({ most: fc.nat(20), share: fc.nat(20), over: fc.nat(20) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.array(one, { minLength: 1, maxLength: 6 }), (slots, many) => {
        const sharers = many.map(({ most, share, over }, id) => sharer(id, share, share + over, most));
        const before = sharers.reduce((sum, { held }) => sum + held, 0);
        const shares = shareSlots(slots, sharers);
        const used = sharers.reduce((sum, { id, held }) => sum + Math.max(shares.get(id)!, held), 0);
        expect(used).toBeLessThanOrEqual(Math.max(slots, before));
        const settled = shareSlots(
          slots,
          sharers.map((each) => ({ ...each, share: 0, held: 0 })),
        );
        const capacity = many.reduce((sum, { most }) => sum + most, 0);
        expect([...settled.values()].reduce((sum, share) => sum + share, 0)).toBe(Math.min(slots, capacity));
      }),
    );
  });
});
