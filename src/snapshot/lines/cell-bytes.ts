import type { ColumnType } from '../../campaign/sources/source.ts';
import { daysIn } from '../../time/calendar.ts';

/**
 * Writes a cell of ASCII bytes as `canonicalCell` does, and returns the place after it. -1 where it leaves that to `canonicalCell`: for
 * other bytes, for rare notations, and for what is not of the type.
 */
export type ByteWriter = (from: CellBytes, start: number, end: number, to: CellBytes, at: number) => number;

/** The same bytes in two ways. */
export interface CellBytes {
  readonly buffer: Buffer;
  readonly view: DataView;
}

export function cellsIn(buffer: Buffer): CellBytes {
  return { buffer, view: new DataView(buffer.buffer, buffer.byteOffset, buffer.length) };
}

const [quote, zero, nine, minus, dot, space] = [34, 48, 57, 45, 46, 32];

/** Characters that JSON writes as they are. */
const plain = new Uint8Array(256);
for (let byte = space; byte < 128; byte++) plain[byte] = byte === quote || byte === 92 ? 0 : 1;

export const byteWriters: Readonly<Record<ColumnType, ByteWriter>> = {
  text: writeText,
  number: writeNumber,
  instant: writeInstant,
  date: writeDate,
  boolean: () => -1,
};

function writeText(from: CellBytes, start: number, end: number, to: CellBytes, at: number): number {
  const { buffer } = from;
  // Blanks around a text are not kept.
  if (start === end || buffer[start] === space || buffer[end - 1] === space) return -1;
  return writeQuoted(from, start, end, to, at);
}

function writeQuoted(from: CellBytes, start: number, end: number, to: CellBytes, at: number): number {
  const { buffer, view } = from;
  to.buffer[at] = quote;
  let place = at + 1;
  let index = start;
  for (; index + 4 <= end; index += 4) {
    const four = view.getInt32(index, true);
    if (!arePlain(four)) return -1;
    to.view.setInt32(place, four, true);
    place += 4;
  }
  for (; index < end; index++) {
    const byte = buffer[index]!;
    if (plain[byte] === 0) return -1;
    to.buffer[place++] = byte;
  }
  to.buffer[place++] = quote;
  return place;
}

const [highBits, ones, blanks, quotes, backslashes] = [0x80808080, 0x01010101, 0x20202020, 0x22222222, 0x5c5c5c5c];
/** The second, added to what is more than `9`, sets the high bit. */
const [zeros, sixBelow128] = [0x30303030, 0x46464646];

/**
 * Whether JSON writes these four bytes as they are, without a look at each: a subtraction borrows from the high bit of a byte that is
 * smaller, and the difference to a certain byte is smaller than 1.
 */
function arePlain(four: number): boolean {
  const unquoted = (four ^ quotes) - ones;
  const unescaped = (four ^ backslashes) - ones;
  return ((four | (four - blanks) | unquoted | unescaped) & highBits) === 0;
}

/** Digits, perhaps with a sign and decimals. What JSON would write in another way is a text. */
function writeNumber(from: CellBytes, start: number, end: number, to: CellBytes, at: number): number {
  const { buffer } = from;
  const digits = buffer[start] === minus ? start + 1 : start;
  let point = digits;
  while (point < end && isDigit(buffer[point]!)) point++;
  if (point === digits) return -1;
  const isLong = point - digits > 10;
  const isPadded = buffer[digits] === zero && point - digits > 1;
  if (point === end) {
    if (isPadded || (buffer[digits] === zero && digits > start)) return writeQuoted(from, start, end, to, at);
    return isLong ? -1 : copyBytes(buffer, start, end, to.buffer, at);
  }
  if (buffer[point] !== dot || point + 1 === end) return -1;
  if (!areDigits(from, point + 1, end)) return -1;
  if (isPadded || buffer[end - 1] === zero) return writeQuoted(from, start, end, to, at);
  return isLong || end - point - 1 > 4 ? -1 : copyBytes(buffer, start, end, to.buffer, at);
}

/** `2026-11-22 17:30:00.123456+00`, as PostgreSQL writes a time in UTC. */
function writeInstant(from: CellBytes, start: number, end: number, to: CellBytes, at: number): number {
  const { buffer } = from;
  const length = end - start;
  if (length < 22 || !isDay(buffer, start) || buffer[start + 10] !== space) return -1;
  if (buffer[end - 3] !== 43 || buffer[end - 2] !== zero || buffer[end - 1] !== zero) return -1;
  if (buffer[start + 13] !== 58 || buffer[start + 16] !== 58) return -1;
  const [hour, minute, second] = [
    twoDigits(buffer, start + 11),
    twoDigits(buffer, start + 14),
    twoDigits(buffer, start + 17),
  ];
  if (!(hour < 24 && minute < 60 && second < 60)) return -1;
  const decimals = end - 3 - (start + 20);
  if (decimals > 9 || (decimals < 1 ? length !== 22 : buffer[start + 19] !== dot)) return -1;
  for (let index = 0; index < decimals; index++) if (!isDigit(buffer[start + 20 + index]!)) return -1;
  const line = to.buffer;
  line[at] = quote;
  for (let index = 0; index < 20; index += 4)
    to.view.setInt32(at + 1 + index, from.view.getInt32(start + index, true), true);
  line[at + 11] = 84;
  line[at + 20] = dot;
  for (let index = 0; index < 3; index++) line[at + 21 + index] = index < decimals ? buffer[start + 20 + index]! : zero;
  line[at + 24] = 90;
  line[at + 25] = quote;
  return at + 26;
}

function writeDate(from: CellBytes, start: number, end: number, to: CellBytes, at: number): number {
  return end - start === 10 && isDay(from.buffer, start) ? writeQuoted(from, start, end, to, at) : -1;
}

/** YYYY-MM-DD, and there is such a day. */
function isDay(from: Buffer, start: number): boolean {
  if (from[start + 4] !== minus || from[start + 7] !== minus) return false;
  const year = twoDigits(from, start) * 100 + twoDigits(from, start + 2);
  const [month, day] = [twoDigits(from, start + 5), twoDigits(from, start + 8)];
  return year >= 0 && day >= 1 && day <= daysIn(year, month);
}

function twoDigits(from: Buffer, at: number): number {
  const [tens, ones] = [from[at]!, from[at + 1]!];
  return isDigit(tens) && isDigit(ones) ? (tens - zero) * 10 + ones - zero : Number.NaN;
}

function areDigits({ buffer, view }: CellBytes, start: number, end: number): boolean {
  let index = start;
  for (; index + 4 <= end; index += 4) {
    const four = view.getInt32(index, true);
    if (((four | (four - zeros) | (four + sixBelow128)) & highBits) !== 0) return false;
  }
  for (; index < end; index++) if (!isDigit(buffer[index]!)) return false;
  return true;
}

function isDigit(byte: number): boolean {
  return byte >= zero && byte <= nine;
}

function copyBytes(from: Buffer, start: number, end: number, to: Buffer, at: number): number {
  let place = at;
  for (let index = start; index < end; index++) to[place++] = from[index]!;
  return place;
}
