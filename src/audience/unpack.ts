import { pipeline } from 'node:stream';

/** No text begins with this control character, and each file that gzip has written does. */
const gzipMark = 0x1f;
const chunkBytes = 256 * 1024;

/** Compressed bytes that cannot be read to their end. */
export class BrokenGzip extends Error {}

/**
 * The bytes of a list as they are in its file → the text. A file that gzip has written is decompressed piece by piece, so a small
 * file with endless content needs no more memory than a large one. `onBytes` gets the bytes as they are.
 */
export async function* unpack(
  bytes: AsyncIterable<Uint8Array>,
  onBytes?: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]();
  const first = await source.next();
  let read = 0;
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      for (let next = first; next.done !== true; next = await source.next()) {
        read += next.value.length;
        onBytes?.(next.value);
        yield next.value;
      }
    } finally {
      await source.return?.();
    }
  }
  if (first.done === true || first.value[0] !== gzipMark) {
    yield* all();
    return;
  }
  const { createGunzip } = await import('node:zlib');
  const gunzip = createGunzip({ chunkSize: chunkBytes });
  // The loop below throws what goes wrong.
  pipeline(all(), gunzip, () => undefined);
  try {
    for await (const chunk of gunzip) yield chunk as Uint8Array;
  } catch (error) {
    throw error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
      ? new BrokenGzip(error.message)
      : error;
  }
  // Zeros end the compressed data, whatever follows them.
  if (gunzip.bytesWritten < read) throw new BrokenGzip('there is more after its end');
}
