/** Numbers of up to 15 digits with the order in which they were added: 16 bytes each, where a Map needs a hundred. */
export interface KeyTable {
  readonly size: number;
  /** The new key's index, or the complement (`~index`) of the one that it already has. */
  add(key: number): number;
  indexOf(key: number): number | undefined;
  at(index: number): number;
}

/** Open addressing with linear probing; a slot holds index + 1, 0 is free. */
export function createKeyTable(): KeyTable {
  let keys = new Float64Array(1024);
  let slots = new Int32Array(4096);
  let size = 0;

  function slotOf(key: number): number {
    const mask = slots.length - 1;
    let slot = hash(key) & mask;
    for (let held = slots[slot]!; held !== 0 && keys[held - 1] !== key; held = slots[slot]!) slot = (slot + 1) & mask;
    return slot;
  }

  function grow(): void {
    const larger = new Float64Array(keys.length * 2);
    larger.set(keys);
    keys = larger;
    if (slots.length >= keys.length * 2) return;
    slots = new Int32Array(slots.length * 2);
    for (let index = 0; index < size; index++) slots[slotOf(keys[index]!)] = index + 1;
  }

  return {
    get size() {
      return size;
    },
    add: (key) => {
      const slot = slotOf(key);
      const held = slots[slot]!;
      if (held !== 0) return ~(held - 1);
      if (size === keys.length) {
        grow();
        keys[size] = key;
        slots[slotOf(key)] = ++size;
        return size - 1;
      }
      keys[size] = key;
      slots[slot] = ++size;
      return size - 1;
    },
    indexOf: (key) => {
      const held = slots[slotOf(key)]!;
      return held === 0 ? undefined : held - 1;
    },
    at: (index) => keys[index]!,
  };
}

/** Both halves of the number, mixed. */
function hash(key: number): number {
  const high = Math.floor(key / 0x1_0000_0000);
  let mixed = Math.imul((key - high * 0x1_0000_0000) ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 13);
}
