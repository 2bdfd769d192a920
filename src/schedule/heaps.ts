/** Recipients ordered by a number, then by their place in the file. Sixteen bytes each, no objects. */
export function createHeap() {
  let orders = new Float64Array(16);
  let recipients = new Uint32Array(16);
  let size = 0;

  const before = (a: number, b: number): boolean =>
    orders[a]! - orders[b]! < 0 || (Object.is(orders[a], orders[b]) && recipients[a]! < recipients[b]!);
  const swap = (a: number, b: number): void => {
    const order = orders[a]!;
    const recipient = recipients[a]!;
    orders[a] = orders[b]!;
    recipients[a] = recipients[b]!;
    orders[b] = order;
    recipients[b] = recipient;
  };
  const grow = (): void => {
    const wider = new Float64Array(size * 2);
    wider.set(orders);
    orders = wider;
    const longer = new Uint32Array(size * 2);
    longer.set(recipients);
    recipients = longer;
  };

  return {
    size: (): number => size,
    push(order: number, recipient: number): void {
      if (size === orders.length) grow();
      let at = size++;
      orders[at] = order;
      recipients[at] = recipient;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (!before(at, parent)) break;
        swap(at, parent);
        at = parent;
      }
    },
    /** Order and recipient of the first; NaN and -1 when empty. */
    firstOrder: (): number => (size === 0 ? Number.NaN : orders[0]!),
    first: (): number => (size === 0 ? -1 : recipients[0]!),
    /** Removes the first. */
    pop(): number {
      if (size === 0) return -1;
      const first = recipients[0]!;
      size--;
      swap(0, size);
      let at = 0;
      for (;;) {
        const [left, right] = [2 * at + 1, 2 * at + 2];
        let least = left < size && before(left, at) ? left : at;
        if (right < size && before(right, least)) least = right;
        if (least === at) return first;
        swap(at, least);
        at = least;
      }
    },
  };
}

export type Heap = ReturnType<typeof createHeap>;

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
