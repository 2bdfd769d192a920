import type { FileMetaData, SchemaElement } from 'hyparquet';

/** What the library reads from a column → the cell, as it would be written: to its last digit. */
export type ParquetCell = (value: unknown) => unknown;

/**
 * The library makes doubles of decimals (1200.1000000000001), and numbers of dates and times that have a logical type alone. Such
 * columns are read as what is in the file, and become cells here.
 */
export function asStored(metadata: FileMetaData): FileMetaData {
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
