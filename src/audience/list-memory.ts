import type { Scalar } from './scalar.ts';

/**
 * Numbers of up to 15 digits in the order in which they were added: 16 bytes each; a Map needs a hundred. They are found by open addressing
 * with linear probing.
 */
export function createKeyTable() {
  let keys = new Float64Array(1024);
  let size = 0;
  /** Each holds index + 1, or 0 if it is free. */
  let slots = new Int32Array(keys.length * 2);

  /** The slot that holds the key, or would. */
  function slotOf(key: number): number {
    const mask = slots.length - 1;
    let slot = hash(key) & mask;
    for (let held = slots[slot]!; held !== 0 && keys[held - 1] !== key; held = slots[slot]!) slot = (slot + 1) & mask;
    return slot;
  }

  function grow(): void {
    keys = doubled(keys);
    release(slots);
    slots = new Int32Array(keys.length * 2);
    for (let index = 0; index < size; index++) slots[slotOf(keys[index]!)] = index + 1;
  }

  return {
    get size(): number {
      return size;
    },
    /** The new key's index, or the complement (`~index`) of the index that the key already has. */
    add(key: number): number {
      const held = slots[slotOf(key)]!;
      if (held !== 0) return ~(held - 1);
      if (size === keys.length) grow();
      keys[size] = key;
      slots[slotOf(key)] = size + 1;
      return size++;
    },
    indexOf(key: number): number | undefined {
      const held = slots[slotOf(key)]!;
      return held === 0 ? undefined : held - 1;
    },
    at: (index: number): number => keys[index]!,
  };
}

export type KeyTable = ReturnType<typeof createKeyTable>;

/** Both halves of the number, mixed. */
function hash(key: number): number {
  const high = Math.floor(key / 0x1_0000_0000);
  let mixed = Math.imul((key - high * 0x1_0000_0000) ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 13);
}

/** The cells of one column, appended row by row, in as few bytes as they need. */
interface ColumnStore {
  push(value: Scalar | undefined): void;
  get(row: number): Scalar | undefined;
  /** Memory that the cells use. While it grows, up to two and a half times as much. */
  bytes(): number;
}

/** A column with up to this many different values is kept as indices into them. */
const distinctMax = 4096;

/** Columns with few values (zones, tiers) need two bytes per row; others need their text in UTF-8 and four bytes. */
export function createColumnStore(): ColumnStore {
  let store: ColumnStore = createDictionary(() => {
    const texts = createTextStore();
    for (let row = 0; row < rows; row++) texts.push(store.get(row));
    store = texts;
    return store;
  });
  let rows = 0;
  return {
    push: (value) => {
      store.push(value);
      rows++;
    },
    get: (row) => store.get(row),
    bytes: () => store.bytes(),
  };
}

function createDictionary(overflow: () => ColumnStore): ColumnStore {
  const values: (Scalar | undefined)[] = [undefined];
  const codes = new Map<Scalar, number>();
  let column = new Uint16Array(1024);
  let rows = 0;
  let characters = 0;
  return {
    push: (value) => {
      let code = value === undefined ? 0 : codes.get(value);
      if (code === undefined) {
        if (values.length > distinctMax) return overflow().push(value);
        code = values.push(value) - 1;
        codes.set(value!, code);
        characters += String(value).length;
      }
      if (rows === column.length) column = doubled(column);
      column[rows++] = code;
    },
    get: (row) => values[column[row]!],
    bytes: () => rows * 2 + characters * 2,
  };
}

/** First byte of a cell: the type of its value. An absent cell has no bytes. */
const kinds = { text: 1, number: 2, boolean: 3 } as const;

function createTextStore(): ColumnStore {
  let bytes = Buffer.allocUnsafeSlow(64 * 1024);
  let ends = new Uint32Array(1024);
  let used = 0;
  let rows = 0;

  function reserve(room: number): void {
    if (used + room <= bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(Math.ceil(bytes.length * 1.5), used + room));
    bytes.copy(larger, 0, 0, used);
    release(bytes);
    bytes = larger;
  }

  function append(kind: number, text: string): void {
    // A UTF-16 code unit is at most three bytes of UTF-8.
    reserve(text.length * 3 + 1);
    bytes[used++] = kind;
    used += bytes.write(text, used, 'utf8');
  }

  return {
    push: (value) => {
      if (rows === ends.length) ends = doubled(ends);
      if (value !== undefined)
        append(
          kinds[typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean'],
          String(value),
        );
      ends[rows++] = used;
    },
    get: (row) => {
      const start = row === 0 ? 0 : ends[row - 1]!;
      const end = ends[row]!;
      if (end === start) return undefined;
      const text = bytes.toString('utf8', start + 1, end);
      if (bytes[start] === kinds.text) return text;
      return bytes[start] === kinds.number ? Number(text) : text === 'true';
    },
    bytes: () => rows * 4 + used,
  };
}

type Numbers = Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** The same numbers with room for twice as many. The array that was given is empty from then on. */
export function doubled<Array extends Numbers>(numbers: Array): Array {
  const larger = new (numbers.constructor as new (length: number) => Array)(numbers.length * 2);
  larger.set(numbers);
  release(numbers);
  return larger;
}

/**
 * Empties an array whose memory is to be free with the next collection of young objects. Else it is kept until all objects are
 * collected: as a list of a million is read, its arrays would need the memory of two lists.
 */
export function release({ buffer }: { readonly buffer: ArrayBuffer }): void {
  structuredClone(undefined, { transfer: [buffer] });
}

/** The indices of these numbers in their order; of equal ones the first comes first. */
export function ascendingOrder(numbers: Float64Array): Uint32Array {
  return Uint32Array.from(numbers.keys()).sort((one, other) => numbers[one]! - numbers[other]! || one - other);
}
