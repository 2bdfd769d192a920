/** Bytes of lines, with a view by which four are copied at once: for a short line, `Buffer.copy` takes several times as long. */
export interface LineBytes {
  readonly buffer: Buffer;
  readonly view: DataView;
  /** So many can be used: there are some more, as the end of a line is copied in one piece with what is behind it. */
  readonly length: number;
}

const pieceBytes = 4;

export function allocateLines(length: number): LineBytes {
  const buffer = Buffer.allocUnsafeSlow(length + pieceBytes);
  return { buffer, view: new DataView(buffer.buffer), length };
}

/** Returns the place behind the copy. Up to three bytes behind it are overwritten. */
export function copyLine(from: DataView, start: number, end: number, to: DataView, at: number): number {
  const distance = at - start;
  for (let place = start; place < end; place += pieceBytes)
    to.setUint32(place + distance, from.getUint32(place, true), true);
  return end + distance;
}
