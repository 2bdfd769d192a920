import { setImmediate } from 'node:timers/promises';
import type { FileMetaData, SchemaElement } from 'hyparquet';
import { columnIndex, hasColumn } from '../../audience/comparable.ts';
import { counted } from '../../diagnostic/count-words.ts';
import { messageOf } from '../../diagnostic/message-of.ts';
import { distinctColumns, SourceFailure, type SourceReader } from '../source-reader.ts';

/** Reads the declared columns of one group of rows at a time: the file need not fit into the memory. */
export const readParquet: SourceReader = async (wanted, sink, how) => {
  const { audience, query, source } = wanted;
  if (query.kind !== 'parquet') return;
  const library = await import('hyparquet');
  const { compressors } = await import('hyparquet-compressors');
  try {
    const file = await library.asyncBufferFromFile(query.path);
    if (file.byteLength < shortest) {
      const words = file.byteLength === 0 ? 'it is empty' : `it has only ${file.byteLength} bytes`;
      throw new SourceFailure(`${words}, so it is not a Parquet file`, 'copy the file again, or write it again');
    }
    const written = await library.parquetMetadataAsync(file);
    const metadata = asStored(written);
    const elements = library.parquetSchema(written).children.map(({ element }) => element);
    const names = distinctColumns(elements.map(({ name }) => name));
    // Missing columns are an error before a row is read.
    sink.onHeader(names);
    const key = elements[columnIndex(names, audience.key)];
    // Rounded, it would be the number of somebody else.
    if (key?.type === 'FLOAT')
      throw new SourceFailure(
        `\`${key.name}\` has floats of 32 bits, which keep 7 digits of a number`,
        'write the column as text, or as whole numbers of 64 bits',
      );
    const declared = Object.keys(source.columns);
    const columns = names.filter((name) => hasColumn(declared, name));
    sink.onHeader(columns);
    const cells = columns.map((name) => parquetCell(elements[names.indexOf(name)]!));
    let row = 0;
    let rowStart = 0;
    for (const group of metadata.row_groups) {
      const rowEnd = rowStart + Number(group.num_rows);
      const rows = await library.parquetReadObjects({
        file,
        metadata,
        columns,
        compressors,
        rowStart,
        rowEnd,
        // Those without a type are made texts of with all others.
        utf8: false,
      });
      for (const record of rows) {
        sink.onRow((column) => cells[column]!(record[columns[column]!]), ++row);
      }
      rowStart = rowEnd;
      // Rows are made without a pause: only now the limit can have noticed.
      await setImmediate();
      how.signal.throwIfAborted();
    }
    if (row !== Number(metadata.num_rows))
      throw new SourceFailure(`it has ${counted(row, 'row')} instead of ${metadata.num_rows}`, 'write the file again');
  } catch (error) {
    if (how.signal.aborted || error instanceof SourceFailure) throw error;
    const words = messageOf(error);
    throw new SourceFailure(`it cannot be read as Parquet: ${words}`, 'copy the file again, or write it again');
  }
};

/** `PAR1` at both ends, and a length. */
const shortest = 12;

/** What the library reads from a column → the cell, as it would be written: to its last digit. */
type ParquetCell = (value: unknown) => unknown;

/**
 * The library makes doubles of decimals (1200.1000000000001), and numbers of dates and times that have a logical type alone. Such
 * columns are read as what is in the file, and become cells here.
 */
function asStored(metadata: FileMetaData): FileMetaData {
  const schema = metadata.schema.map((element) => {
    if (storedCell(element) === undefined) return element;
    const { converted_type: _, logical_type: __, ...stored } = element;
    return stored;
  });
  return { ...metadata, schema };
}

export function parquetCell(element: SchemaElement): ParquetCell {
  const make = storedCell(element) ?? readCell(element);
  return (value) => (value === null || value === undefined ? value : make(value));
}

/** Undefined where the library reads the column in the right way. */
function storedCell({
  converted_type: converted,
  logical_type: logical,
  scale,
}: SchemaElement): ParquetCell | undefined {
  if (converted === 'DECIMAL' || logical?.type === 'DECIMAL') {
    const places = scale ?? (logical?.type === 'DECIMAL' ? logical.scale : 0);
    return (value) => decimalText(wholeOf(value), places);
  }
  if (converted === 'DATE' || logical?.type === 'DATE')
    return (value) => new Date(Number(value) * dayMs).toISOString().slice(0, 10);
  if (logical?.type === 'TIME') return (value) => clockText(BigInt(value as number), digitsOf[logical.unit]);
  if (converted === 'TIME_MILLIS' || converted === 'TIME_MICROS')
    return (value) => clockText(BigInt(value as number), converted === 'TIME_MILLIS' ? 3 : 6);
  // As written, not as it would be read.
  return converted === 'JSON' || logical?.type === 'JSON' ? textOf : undefined;
}

function readCell({ type, logical_type: logical }: SchemaElement): ParquetCell {
  if (type === 'FLOAT') return shortFloat;
  // Without a zone it is not an instant.
  if (logical?.type === 'TIMESTAMP' && !logical.isAdjustedToUTC)
    return (value) => (value instanceof Date ? value.toISOString().slice(0, -1) : value);
  return type === 'BYTE_ARRAY' ? textOf : (value) => value;
}

const dayMs = 86_400_000;
const digitsOf = { MILLIS: 3, MICROS: 6, NANOS: 9 } as const;
const decoder = new TextDecoder();

function textOf(value: unknown): unknown {
  return value instanceof Uint8Array ? decoder.decode(value) : value;
}

/** Bytes are a whole number in two's complement, the highest byte first. */
function wholeOf(value: unknown): bigint {
  if (!(value instanceof Uint8Array)) return BigInt(value as number | bigint);
  let whole = 0n;
  for (const byte of value) whole = whole * 256n + BigInt(byte);
  return BigInt.asIntN(value.length * 8, whole);
}

function decimalText(whole: bigint, places: number): string {
  const sign = whole < 0n ? '-' : '';
  const digits = String(whole < 0n ? -whole : whole).padStart(places + 1, '0');
  const point = digits.length - places;
  return `${sign}${digits.slice(0, point)}${places > 0 ? `.${digits.slice(point)}` : ''}`;
}

/** Of a day, after so many parts of a second. */
function clockText(time: bigint, digits: number): string {
  const parts = 10n ** BigInt(digits);
  const seconds = Number(time / parts);
  const two = (number: number): string => String(Math.floor(number)).padStart(2, '0');
  const rest = String(time % parts)
    .padStart(digits, '0')
    .replace(/0+$/, '');
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}${rest === '' ? '' : `.${rest}`}`;
}

/** The shortest number that is the same one in 32 bits: 0.1, not 0.10000000149011612. */
function shortFloat(value: unknown): unknown {
  if (typeof value !== 'number' || !Number.isFinite(value)) return value;
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9));
}
