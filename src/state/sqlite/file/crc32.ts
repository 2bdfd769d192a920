const slices = 8;
/** By the slice and the byte: what a byte adds to the sum when so many follow it in its slice. */
const tables = new Int32Array(slices * 256);

for (let byte = 0; byte < 256; byte++) {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  tables[byte] = sum;
}
for (let at = 256; at < tables.length; at++) tables[at] = (tables[at - 256]! >>> 8) ^ tables[tables[at - 256]! & 0xff]!;

/**
 * The CRC-32 of these bytes, which continues another, as `crc32` of node:zlib has it. For a row, a call of that one takes twice as long,
 * with the view that it needs.
 */
export function crc32Between(bytes: Uint8Array, from: number, end: number, before: number): number {
  let sum = ~before;
  let at = from;
  for (; at + slices <= end; at += slices) {
    const first = sum ^ (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24));
    sum =
      tables[0x700 + (first & 0xff)]! ^
      tables[0x600 + ((first >>> 8) & 0xff)]! ^
      tables[0x500 + ((first >>> 16) & 0xff)]! ^
      tables[0x400 + (first >>> 24)]! ^
      tables[0x300 + bytes[at + 4]!]! ^
      tables[0x200 + bytes[at + 5]!]! ^
      tables[0x100 + bytes[at + 6]!]! ^
      tables[bytes[at + 7]!]!;
  }
  for (; at < end; at++) sum = (sum >>> 8) ^ tables[(sum ^ bytes[at]!) & 0xff]!;
  return ~sum >>> 0;
}
