import { doubled, release } from './array-memory.ts';

/** Numbers of up to 15 digits in the order in which they were added: 16 bytes each; a Map needs a hundred. */
export interface KeyTable {
  readonly size: number;
  /** The new key's index, or the complement (`~index`) of the index that the key already has. */
  add(key: number): number;
  indexOf(key: number): number | undefined;
  at(index: number): number;
}

export function createKeyTable(): KeyTable {
  let keys = new Float64Array(1024);
  let size = 0;
  const slots = createSlots(keys.length);
  return {
    get size() {
      return size;
    },
    add: (key) => {
      const held = slots.find(keys, key);
      if (held !== undefined) return ~held;
      if (size === keys.length) {
        keys = doubled(keys);
        slots.grow(keys, size);
      }
      keys[size] = key;
      slots.put(keys, size);
      return size++;
    },
    indexOf: (key) => slots.find(keys, key),
    at: (index) => keys[index]!,
  };
}

/** Open addressing with linear probing; a slot holds index + 1, 0 is free. */
interface Slots {
  find(keys: Float64Array, key: number): number | undefined;
  put(keys: Float64Array, index: number): void;
  grow(keys: Float64Array, size: number): void;
}

function createSlots(room: number): Slots {
  let slots = new Int32Array(room * 2);

  function slotOf(keys: Float64Array, key: number): number {
    const mask = slots.length - 1;
    let slot = hash(key) & mask;
    for (let held = slots[slot]!; held !== 0 && keys[held - 1] !== key; held = slots[slot]!) slot = (slot + 1) & mask;
    return slot;
  }

  function put(keys: Float64Array, index: number): void {
    slots[slotOf(keys, keys[index]!)] = index + 1;
  }

  function grow(keys: Float64Array, size: number): void {
    release(slots);
    slots = new Int32Array(keys.length * 2);
    for (let index = 0; index < size; index++) put(keys, index);
  }

  return {
    find(keys, key) {
      const held = slots[slotOf(keys, key)]!;
      return held === 0 ? undefined : held - 1;
    },
    put,
    grow,
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
