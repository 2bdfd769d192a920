import type { Console } from '../../platform/ports.ts';

const chunkSize = 64 * 1024;

/** Many short texts for stdout, written in few pieces. */
export function createChunks(console: Console) {
  let chunk = '';
  const flush = (last = ''): void => {
    console.out(chunk + last);
    chunk = '';
  };
  return {
    /** Whether a piece was written. */
    write(text: string): boolean {
      chunk += text;
      const isFull = chunk.length >= chunkSize;
      if (isFull) flush();
      return isFull;
    },
    flush,
  };
}
