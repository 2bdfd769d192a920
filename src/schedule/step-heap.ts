/** Steps by their places in the file, each in it at most once, in an order that may change. */
export function createStepHeap(steps: number, goesBefore: (index: number, other: number) => boolean) {
  const heap: number[] = [];
  const placeOf = new Int32Array(steps).fill(-1);

  const set = (place: number, index: number): void => {
    heap[place] = index;
    placeOf[index] = place;
  };
  const settle = (index: number): void => {
    let place = placeOf[index]!;
    for (let parent = (place - 1) >> 1; place > 0 && goesBefore(index, heap[parent]!); parent = (place - 1) >> 1) {
      set(place, heap[parent]!);
      place = parent;
    }
    for (;;) {
      const left = 2 * place + 1;
      if (left >= heap.length) break;
      const right = left + 1;
      const child = right < heap.length && goesBefore(heap[right]!, heap[left]!) ? right : left;
      if (!goesBefore(heap[child]!, index)) break;
      set(place, heap[child]!);
      place = child;
    }
    set(place, index);
  };

  return {
    /** -1 when empty. */
    first: (): number => heap[0] ?? -1,
    /** Adds a step, or finds its new place after its order has changed. */
    put(index: number): void {
      if (placeOf[index] === -1) set(heap.length, index);
      settle(index);
    },
    remove(index: number): void {
      const place = placeOf[index]!;
      if (place === -1) return;
      placeOf[index] = -1;
      const last = heap.pop()!;
      if (last === index) return;
      set(place, last);
      settle(last);
    },
  };
}

export type StepHeap = ReturnType<typeof createStepHeap>;
