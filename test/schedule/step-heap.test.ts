import { expect, test } from 'vitest';
import { createStepHeap } from '../../src/schedule/heaps.ts';
import { fc } from '../rig/properties.ts';

const change = fc.record({ index: fc.nat(19), order: fc.option(fc.nat(5), { nil: undefined }) });

test('the first step is the least of those in it, however steps are added, moved and removed', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 200 }), (changes) => {
      const orders = new Map<number, number>();
      const orderOf = (index: number): number => orders.get(index) ?? Number.NaN;
      const goesBefore = (a: number, b: number): boolean =>
        orderOf(a) === orderOf(b) ? a < b : orderOf(a) < orderOf(b);
      const heap = createStepHeap(20, goesBefore);
      const least = (): number => [...orders.keys()].sort((a, b) => (goesBefore(a, b) ? -1 : 1))[0] ?? -1;
      for (const { index, order } of changes) {
        if (order === undefined) {
          heap.remove(index);
          orders.delete(index);
        } else {
          orders.set(index, order);
          heap.put(index);
        }
        expect(heap.first()).toBe(least());
      }
      while (orders.size > 0) {
        const first = heap.first();
        expect(first).toBe(least());
        heap.remove(first);
        orders.delete(first);
      }
      expect(heap.first()).toBe(-1);
    }),
  );
});
