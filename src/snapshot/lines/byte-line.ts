import type { ColumnType } from '../../campaign/sources/source.ts';
import { canonicalCell } from './canonical-cell.ts';
import { byteWriters, type CellBytes } from './cell-bytes.ts';
import { allocateLines, copyLine } from './line-bytes.ts';
import type { RowSorter } from './row-sorter.ts';

interface ByteColumn {
  readonly type: ColumnType;
  /** Its name in JSON, and what is around that. */
  readonly head: string;
  /** Its place in the row. */
  readonly column: number;
}

/** A JSON escape of a byte is `\u0000`. */
const escapedBytes = 6;
/** Any form of a cell that is not a text, and the quotes of one. */
const cellBytes = 40;
const keyBytes = 30;
const [quote, brace, lineFeed] = [34, 125, 10];

/** Where the row is in `cells`: the text of column i is between `starts[i]` and `ends[i]`; both are -1 where it has no value. */
type LineMaker = (
  cells: CellBytes,
  starts: Int32Array,
  ends: Int32Array,
  row: number,
  key: number,
  lines: Pick<RowSorter, 'begin' | 'arrived' | 'end'>,
) => void;

/** Makes the same line of a row of bytes as is made of a row of values, without a text of each cell. */
export function byteLineWriter<Column extends ByteColumn>(
  keyHead: string,
  columns: readonly Column[],
  onWrongType: (column: Column, value: unknown, row: number) => void,
): LineMaker {
  const heads = Buffer.from([keyHead, ...columns.map(({ head }) => head)].join(''));
  const { buffer, view: headView } = allocateLines(heads.length);
  heads.copy(buffer);
  const keyHeadEnd = Buffer.byteLength(keyHead);
  const headLengths = columns.map(({ head }) => Buffer.byteLength(head));
  const writers = columns.map(({ type }) => byteWriters[type]);

  function writeOther(column: Column, value: string | null, row: number, to: Buffer, at: number): number {
    const token = canonicalCell(column.type, value);
    if (token === undefined) onWrongType(column, value, row);
    return at + to.write(token ?? 'null', at, 'utf8');
  }

  return (cells, starts, ends, row, key, lines) => {
    let size = heads.length + keyBytes;
    for (let index = 0; index < columns.length; index++) {
      const { column } = columns[index]!;
      size += (ends[column]! - starts[column]!) * escapedBytes + cellBytes;
    }
    let at = lines.begin(size);
    const { arrived } = lines;
    const { buffer: to, view } = arrived;
    let head = keyHeadEnd;
    at = writeDigits(key, to, copyLine(headView, 0, head, view, at));
    to[at++] = quote;
    for (let index = 0; index < columns.length; index++) {
      const { column } = columns[index]!;
      const start = starts[column]!;
      const end = ends[column]!;
      const headEnd = head + headLengths[index]!;
      at = copyLine(headView, head, headEnd, view, at);
      head = headEnd;
      const next = start === -1 ? -1 : writers[index]!(cells, start, end, arrived, at);
      if (next !== -1) at = next;
      else {
        const text = start === -1 ? null : textAt(cells.buffer, start, end);
        at = writeOther(columns[index]!, text, row, to, at);
      }
    }
    to[at++] = brace;
    to[at++] = lineFeed;
    lines.end(key, at);
  };
}

export function textAt(bytes: Buffer, start: number, end: number): string {
  for (let index = start; index < end; index++) if (bytes[index]! > 127) return bytes.toString('utf8', start, end);
  return bytes.toString('latin1', start, end);
}

const lowerDigits = 7;

/** The digits of a whole number of at most 15 digits. Integers of 32 bits are divided much faster than larger ones. */
function writeDigits(number: number, to: Buffer, at: number): number {
  const upper = Math.floor(number / 10 ** lowerDigits);
  if (upper === 0) return at + to.write(number.toFixed(0), at, 'latin1');
  let middle = at;
  for (let rest = upper; rest > 0; rest = (rest / 10) | 0) middle++;
  putDigits(upper, to, at, middle);
  putDigits(number - upper * 10 ** lowerDigits, to, middle, middle + lowerDigits);
  return middle + lowerDigits;
}

function putDigits(number: number, to: Buffer, start: number, end: number): void {
  let rest = number | 0;
  for (let index = end - 1; index >= start; index--) {
    to[index] = 48 + (rest % 10);
    rest = (rest / 10) | 0;
  }
}
