/** Steps by their places in the file, each in it at most once, in an order that may change. */
export interface StepHeap {
  /** -1 when empty. */
  first(): number;
  /** Adds a step, or finds its new place after its order has changed. */
  put(index: number): void;
  remove(index: number): void;
}

export function createStepHeap(steps: number, goesBefore: (index: number, other: number) => boolean): StepHeap {
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
    first: () => heap[0] ?? -1,
    put(index) {
      if (placeOf[index] === -1) set(heap.length, index);
      settle(index);
    },
    remove(index) {
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
