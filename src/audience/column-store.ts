import { doubled, release } from './array-memory.ts';
import type { Scalar } from './scalar.ts';

/** The cells of one column, appended row by row, in as few bytes as they need. */
export interface ColumnStore {
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
    store = asText(store, rows);
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

function asText(from: ColumnStore, rows: number): ColumnStore {
  const to = createTextStore();
  for (let row = 0; row < rows; row++) to.push(from.get(row));
  return to;
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
