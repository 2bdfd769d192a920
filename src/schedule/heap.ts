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
