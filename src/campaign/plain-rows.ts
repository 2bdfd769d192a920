/**
 * CSV in which nothing is quoted and every line ends alike: nearly all there is, read in a third of the time that a CSV reader
 * takes. It means what the reader makes of it: cells are trimmed, empty lines are no rows. What is not so plain is given back.
 */
export interface PlainRows {
  /** What is left for a CSV reader, from the beginning of a line; after that there is nothing more to be had here. */
  write(chunk: Buffer): NotPlain | undefined;
  end(): NotPlain | undefined;
}

export interface NotPlain {
  readonly bytes: Buffer;
  /** Lines before it. */
  readonly lines: number;
  /** Undefined where none has been seen. */
  readonly lineBreak: LineBreak | undefined;
}

type LineBreak = '\n' | '\r\n';

/** One row's cells, to be read at once and not kept. */
export interface PlainRow {
  readonly count: number;
  /** Empty where there is nothing. */
  cell(column: number): string;
}

const [lineFeed, carriageReturn, quote, comma] = [0x0a, 0x0d, 0x22, 0x2c];

/** Characters: far from what a CSV reader refuses as a quote that was never closed. */
const lineMax = 32 * 1024;

export function plainRows(onRow: (row: PlainRow, line: number) => void): PlainRows {
  let carried: Buffer = Buffer.alloc(0);
  let lineBreak: LineBreak | undefined;
  let lines = 0;

  let text = '';
  let count = 0;
  /** Where each cell begins; one more than there are cells. */
  const starts: number[] = [];
  const row: PlainRow = {
    get count() {
      return count;
    },
    cell: (column) => (column < count ? text.slice(starts[column], starts[column + 1]! - 1).trim() : ''),
  };

  const notPlain = (bytes: Buffer): NotPlain => ({ bytes, lines, lineBreak });

  /** Whole lines. */
  function readBlock(bytes: Buffer): NotPlain | undefined {
    if (bytes.includes(quote)) return notPlain(bytes);
    lineBreak ??= firstBreak(bytes);
    if (lineBreak === undefined) return notPlain(bytes);
    if (lineBreak === '\n' && bytes.includes(carriageReturn)) return notPlain(bytes);
    text = bytes.toString('utf8');
    for (let start = 0; start < text.length; ) {
      const end = splitLine(start);
      const content = lineBreak === '\n' ? end : end - 1;
      const isPlain = lineBreak === '\n' || text.indexOf('\r', start) === content;
      if (!isPlain || end - start > lineMax) return notPlain(bytes.subarray(Buffer.byteLength(text.slice(0, start))));
      starts.push(content + 1);
      lines++;
      if (count > 1 || row.cell(0) !== '') onRow(row, lines);
      start = end + 1;
    }
    return undefined;
  }

  /** Fills `starts` but for its end; returns where the line ends. */
  function splitLine(start: number): number {
    starts.length = 0;
    starts.push(start);
    for (let at = start; ; at++) {
      const code = text.charCodeAt(at);
      if (code === comma) starts.push(at + 1);
      else if (code === lineFeed) {
        count = starts.length;
        return at;
      }
    }
  }

  return {
    write(chunk) {
      const bytes = carried.length === 0 ? chunk : Buffer.concat([carried, chunk]);
      const end = bytes.lastIndexOf(lineFeed) + 1;
      if (end === 0 && bytes.length > lineMax) return notPlain(bytes);
      const rest = end === 0 ? undefined : readBlock(bytes.subarray(0, end));
      if (rest !== undefined) return { ...rest, bytes: Buffer.concat([rest.bytes, bytes.subarray(end)]) };
      // A copy: whoever reads the file may use the chunk again.
      carried = Buffer.from(bytes.subarray(end));
      return undefined;
    },
    // The last line may have no end.
    end: () => (carried.length === 0 ? undefined : notPlain(carried)),
  };
}

/** By it the lines of the file end, whatever else is in them. Undefined where that is a carriage return alone. */
function firstBreak(bytes: Buffer): LineBreak | undefined {
  const end = bytes.indexOf(lineFeed);
  const before = bytes.indexOf(carriageReturn);
  if (before === -1 || before > end) return '\n';
  return before === end - 1 ? '\r\n' : undefined;
}
