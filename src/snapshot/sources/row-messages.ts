import { type CellBytes, cellsIn } from '../lines/cell-bytes.ts';
import { SourceFailure } from '../source-failure.ts';

/** Rows as PostgreSQL sends them. The process that reads a SQLite file sends its rows in the same way. */
const dataRow = 68;
const headBytes = 5;

/** Of a message: a letter, its length without the letter, its content (PostgreSQL documentation, "Message Formats"). */
export function createMessageReader({
  onRow,
  onOther,
}: {
  /** The text of column i is between `starts[i]` and `ends[i]` of the bytes, until this returns; both are -1 for NULL. */
  readonly onRow: (cells: CellBytes, starts: Int32Array, ends: Int32Array) => void;
  /** Whether the messages after this one are for somebody else. */
  readonly onOther: (message: Buffer) => boolean;
}) {
  /** The beginning of a message whose rest has not arrived. */
  let begun = cellsIn(Buffer.allocUnsafe(16 * 1024));
  let kept = 0;
  let isOver = false;
  let rest: Buffer = Buffer.alloc(0);
  let starts = new Int32Array(16);
  let ends = new Int32Array(16);

  function takeRow(cells: CellBytes, at: number): void {
    const { view } = cells;
    const columns = view.getUint16(at);
    if (columns > starts.length) {
      starts = new Int32Array(columns);
      ends = new Int32Array(columns);
    }
    let place = at + 2;
    for (let column = 0; column < columns; column++) {
      const length = view.getInt32(place);
      place += 4;
      starts[column] = length < 0 ? -1 : place;
      if (length > 0) place += length;
      ends[column] = length < 0 ? -1 : place;
    }
    onRow(cells, starts, ends);
  }

  /** Takes the whole messages from this place on. Returns where the next one begins. */
  function takeMessages(cells: CellBytes, from: number, filled: number): number {
    const { buffer } = cells;
    let at = from;
    while (!isOver && at + headBytes <= filled) {
      const end = endOf(cells, at);
      if (end > filled) break;
      if (buffer[at] === dataRow) takeRow(cells, at + headBytes);
      else isOver = onOther(Buffer.from(buffer.subarray(at, end)));
      at = end;
    }
    return at;
  }

  /** Adds what a chunk has of the message that was begun, until there are so many bytes of it. Returns how many were added. */
  function add(chunk: Buffer, from: number, wanted: number): number {
    const end = Math.min(from + wanted - kept, chunk.length);
    const needed = kept + end - from;
    if (needed > begun.buffer.length) {
      const larger = cellsIn(Buffer.allocUnsafe(Math.max(2 * begun.buffer.length, needed)));
      begun.buffer.copy(larger.buffer, 0, 0, kept);
      begun = larger;
    }
    chunk.copy(begun.buffer, kept, from, end);
    kept = needed;
    return end - from;
  }

  return {
    read(chunk: Buffer): void {
      let at = 0;
      while (kept > 0 && at < chunk.length) {
        at += add(chunk, at, kept < headBytes ? headBytes : endOf(begun, 0));
        if (takeMessages(begun, 0, kept) > 0) kept = 0;
      }
      at = takeMessages(cellsIn(chunk), at, chunk.length);
      if (isOver) rest = chunk.subarray(at);
      else if (at < chunk.length) add(chunk, at, chunk.length - at);
    },
    /** What came after the last message. */
    rest: () => rest,
  };
}

/** Where the message that begins at this place ends. */
function endOf({ view }: CellBytes, at: number): number {
  const end = at + 1 + view.getInt32(at + 1);
  if (end >= at + headBytes) return end;
  throw new SourceFailure('it does not speak the protocol of PostgreSQL', 'check the address');
}

const int32 = 4;
const mostBytesOfUnit = 3;

/** Of the other messages of a process of our own; each has JSON as its content. */
export const letters = { columns: 'T', end: 'C', trouble: 'E' } as const;

/** Collects messages, to be sent when there are enough. */
export function createMessageWriter() {
  let { buffer, view } = cellsIn(Buffer.allocUnsafe(256 * 1024));
  let end = 0;

  function reserve(bytes: number): void {
    if (end + bytes <= buffer.length) return;
    const larger = cellsIn(Buffer.allocUnsafe(Math.max(2 * buffer.length, end + bytes)));
    buffer.copy(larger.buffer, 0, 0, end);
    ({ buffer, view } = larger);
  }

  return {
    get bytes() {
      return end;
    },
    addRow(cells: readonly (string | null)[]): void {
      const start = end;
      reserve(headBytes + 2);
      buffer[end] = dataRow;
      view.setUint16(end + headBytes, cells.length);
      end += headBytes + 2;
      for (const cell of cells) {
        reserve(int32 + (cell?.length ?? 0) * mostBytesOfUnit);
        const length = cell === null ? -1 : buffer.write(cell, end + int32, 'utf8');
        view.setInt32(end, length);
        end += int32 + Math.max(length, 0);
      }
      view.setInt32(start + 1, end - start - 1);
    },
    add(letter: string, content: string): void {
      reserve(headBytes + content.length * mostBytesOfUnit);
      buffer.write(letter, end, 'latin1');
      const length = buffer.write(content, end + headBytes, 'utf8');
      view.setInt32(end + 1, int32 + length);
      end += headBytes + length;
    },
    /** What was collected, as a copy. */
    take(): Buffer {
      const taken = Buffer.from(buffer.subarray(0, end));
      end = 0;
      return taken;
    },
  };
}

/** The letter and the content of another message than a row. */
export function readMessage(message: Buffer): { readonly letter: string; readonly content: string } {
  return { letter: message.toString('latin1', 0, 1), content: message.toString('utf8', headBytes) };
}
