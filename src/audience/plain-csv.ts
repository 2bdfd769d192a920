import { cellText } from './comparable.ts';
import type { CsvSeparator } from './list-format.ts';
import { readDigitsKey } from './number/recipient-key.ts';
import type { Fields } from './row-reader.ts';

/** One row of a plain CSV file. The same object has every row in turn. */
export interface PlainRow {
  readonly columns: number;
  /** Its line, from 1. */
  readonly line: number;
  /** Trimmed texts; undefined where there is none. */
  readonly fields: Fields;
}

/**
 * Reads the lines of a CSV file until the first that needs more than separators: one with a quote or an unusual end, or too long for a
 * row. Most lists have none, and csv-parse takes several times as long for them.
 */
export interface PlainCsv {
  /** What csv-parse must read: from the first line that is not plain. Undefined while all are. */
  write(chunk: Uint8Array): Buffer | undefined;
  end(): Buffer | undefined;
  /** How many lines were read. */
  readonly lines: number;
}

const [lineFeed, carriageReturn, space, quote] = [0x0a, 0x0d, 0x20, 0x22];
const byteOrderMark = Buffer.from('\ufeff');

export function createPlainCsv(lineMax: number, sep: CsvSeparator, onRow: (row: PlainRow) => void): PlainCsv {
  const separator = sep.charCodeAt(0);
  let bytes = Buffer.alloc(0);
  let lines = 0;
  /** Of the line that is being read: where it begins, and where each of its fields ends. */
  let start = 0;
  let columns = 0;
  const ends: number[] = [];
  let isAscii = true;

  const startOf = (column: number): number => (column === 0 ? start : ends[column - 1]! + 1);
  const field = (column: number): string | undefined => {
    const from = startOf(column);
    const end = ends[column]!;
    if (from === end) return undefined;
    const text = bytes.toString(isAscii ? 'latin1' : 'utf8', from, end);
    return mayBeBlank(bytes[from]!) || mayBeBlank(bytes[end - 1]!) ? cellText(text) : text;
  };
  const key = (column: number): number => readDigitsKey(bytes, startOf(column), ends[column]!);
  const row = { columns: 0, line: 0, fields: Object.assign(field, { key }) };

  function endLine(end: number): void {
    ends[columns++] = end;
    row.line = ++lines;
    row.columns = columns;
    if (hasText()) onRow(row);
    beginLine();
  }

  /** A line of blanks and separators is not a row: spreadsheets write many below the last one. */
  function hasText(): boolean {
    const first = bytes[start]!;
    if (first !== separator && !mayBeBlank(first)) return true;
    for (let column = 0; column < columns; column++) if (field(column) !== undefined) return true;
    return false;
  }

  function beginLine(): void {
    columns = 0;
    isAscii = true;
  }

  /** Reads all whole lines, up to the first that is not plain. Returns whether all were. */
  function readLines(): boolean {
    beginLine();
    for (let at = start; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (byte === separator) {
        ends[columns++] = at;
      } else if (byte > quote) {
        if (byte >= 0x80) isAscii = false;
      } else if (byte === lineFeed) {
        if (at - start > lineMax) return false;
        endLine(at > start && bytes[at - 1] === carriageReturn ? at - 1 : at);
        start = at + 1;
      } else if (byte === quote) {
        return false;
      } else if (byte === carriageReturn && at + 1 < bytes.length && bytes[at + 1] !== lineFeed) {
        return false;
      }
    }
    return bytes.length - start <= lineMax;
  }

  return {
    write(chunk) {
      bytes = Buffer.concat([bytes.subarray(start), chunk]);
      start = lines === 0 && bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? byteOrderMark.length : 0;
      return readLines() ? undefined : bytes.subarray(start);
    },
    end() {
      const last = bytes.subarray(start);
      if (last.length === 0) return undefined;
      if (last.at(-1) === carriageReturn) return last;
      endLine(bytes.length);
      return undefined;
    },
    get lines() {
      return lines;
    },
  };
}

function mayBeBlank(byte: number): boolean {
  return byte <= space || byte >= 0x80;
}
