import type { ColumnType } from '../../campaign/sources/source.ts';
import { daysIn } from '../../time/calendar.ts';

/**
 * Writes a cell of ASCII bytes as `canonicalCell` does, and returns the place after it. -1 where it leaves that to `canonicalCell`: for
 * other bytes, for rare notations, and for what is not of the type.
 */
export type ByteWriter = (from: Buffer, start: number, end: number, to: Buffer, at: number) => number;

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

function writeText(from: Buffer, start: number, end: number, to: Buffer, at: number): number {
  // Blanks around a text are not kept.
  if (start === end || from[start] === space || from[end - 1] === space) return -1;
  return writeQuoted(from, start, end, to, at);
}

function writeQuoted(from: Buffer, start: number, end: number, to: Buffer, at: number): number {
  let place = at;
  to[place++] = quote;
  for (let index = start; index < end; index++) {
    const byte = from[index]!;
    if (plain[byte] === 0) return -1;
    to[place++] = byte;
  }
  to[place++] = quote;
  return place;
}

/** Digits, perhaps with a sign and decimals. What JSON would write in another way is a text. */
function writeNumber(from: Buffer, start: number, end: number, to: Buffer, at: number): number {
  const digits = from[start] === minus ? start + 1 : start;
  let point = digits;
  while (point < end && isDigit(from[point]!)) point++;
  if (point === digits) return -1;
  const isLong = point - digits > 10;
  const isPadded = from[digits] === zero && point - digits > 1;
  if (point === end) {
    if (isPadded || (from[digits] === zero && digits > start)) return writeQuoted(from, start, end, to, at);
    return isLong ? -1 : copyBytes(from, start, end, to, at);
  }
  if (from[point] !== dot || point + 1 === end) return -1;
  for (let index = point + 1; index < end; index++) if (!isDigit(from[index]!)) return -1;
  if (isPadded || from[end - 1] === zero) return writeQuoted(from, start, end, to, at);
  return isLong || end - point - 1 > 4 ? -1 : copyBytes(from, start, end, to, at);
}

/** `2026-11-22 17:30:00.123456+00`, as PostgreSQL writes a time in UTC. */
function writeInstant(from: Buffer, start: number, end: number, to: Buffer, at: number): number {
  const length = end - start;
  if (length < 22 || !isDay(from, start) || from[start + 10] !== space) return -1;
  if (from[end - 3] !== 43 || from[end - 2] !== zero || from[end - 1] !== zero) return -1;
  if (from[start + 13] !== 58 || from[start + 16] !== 58) return -1;
  const [hour, minute, second] = [
    twoDigits(from, start + 11),
    twoDigits(from, start + 14),
    twoDigits(from, start + 17),
  ];
  if (!(hour < 24 && minute < 60 && second < 60)) return -1;
  const decimals = end - 3 - (start + 20);
  if (decimals > 9 || (decimals < 1 ? length !== 22 : from[start + 19] !== dot)) return -1;
  for (let index = 0; index < decimals; index++) if (!isDigit(from[start + 20 + index]!)) return -1;
  to[at] = quote;
  copyBytes(from, start, start + 19, to, at + 1);
  to[at + 11] = 84;
  to[at + 20] = dot;
  for (let index = 0; index < 3; index++) to[at + 21 + index] = index < decimals ? from[start + 20 + index]! : zero;
  to[at + 24] = 90;
  to[at + 25] = quote;
  return at + 26;
}

function writeDate(from: Buffer, start: number, end: number, to: Buffer, at: number): number {
  return end - start === 10 && isDay(from, start) ? writeQuoted(from, start, end, to, at) : -1;
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

function isDigit(byte: number): boolean {
  return byte >= zero && byte <= nine;
}

function copyBytes(from: Buffer, start: number, end: number, to: Buffer, at: number): number {
  let place = at;
  for (let index = start; index < end; index++) to[place++] = from[index]!;
  return place;
}
