/**
 * Bytes of lines, with a view by which eight are copied at once: for a short line, `Buffer.copy` takes several times as long. Other
 * threads can see them, too.
 */
export interface LineBytes {
  readonly buffer: Buffer<SharedArrayBuffer>;
  readonly view: DataView<SharedArrayBuffer>;
  /** So many can be used: there are some more, as the end of a line is copied in one piece with what is behind it. */
  readonly length: number;
}

const [pieceBytes, lastBytes] = [8, 4];

export function allocateLines(length: number): LineBytes {
  return linesIn(new SharedArrayBuffer(length + lastBytes));
}

/** Those that were allocated in another thread. */
export function linesIn(bytes: SharedArrayBuffer): LineBytes {
  return { buffer: Buffer.from(bytes), view: new DataView(bytes), length: bytes.byteLength - lastBytes };
}

/**
 * Returns the place behind the copy. Up to three bytes behind it are overwritten. Eight bytes as a number keep their bits unless they
 * are a NaN, and no text in UTF-8 has such bytes: 0xff, or 0x7f after one of at least 0xf0.
 */
export function copyLine(from: DataView, start: number, end: number, to: DataView, at: number): number {
  const distance = at - start;
  let place = start;
  for (; place + pieceBytes <= end; place += pieceBytes)
    to.setFloat64(place + distance, from.getFloat64(place, true), true);
  for (; place < end; place += lastBytes) to.setInt32(place + distance, from.getInt32(place, true), true);
  return end + distance;
}
