/**
 * Bytes of lines, with a view by which four are copied at once: for a short line, `Buffer.copy` takes several times as long. Other
 * threads can see them, too.
 */
export interface LineBytes {
  readonly buffer: Buffer<SharedArrayBuffer>;
  readonly view: DataView<SharedArrayBuffer>;
  /** So many can be used: there are some more, as the end of a line is copied in one piece with what is behind it. */
  readonly length: number;
}

const pieceBytes = 4;

export function allocateLines(length: number): LineBytes {
  return linesIn(new SharedArrayBuffer(length + pieceBytes));
}

/** Those that were allocated in another thread. */
export function linesIn(bytes: SharedArrayBuffer): LineBytes {
  return { buffer: Buffer.from(bytes), view: new DataView(bytes), length: bytes.byteLength - pieceBytes };
}

/** Returns the place behind the copy. Up to three bytes behind it are overwritten. */
export function copyLine(from: DataView, start: number, end: number, to: DataView, at: number): number {
  const distance = at - start;
  for (let place = start; place < end; place += pieceBytes)
    to.setUint32(place + distance, from.getUint32(place, true), true);
  return end + distance;
}
