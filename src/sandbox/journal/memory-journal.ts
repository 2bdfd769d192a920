import { deflateRaw, inflateRawSync } from 'node:zlib';
import type { Journal } from './journal.ts';

/**
 * The journal of a sandbox without a file. A million messages are half a gigabyte of JSON, so blocks of lines are
 * compressed, off the main thread, as soon as they are full; only the newest lines stay uncompressed, as bytes, because
 * a hundred thousand young strings would keep the garbage collector busy.
 */
export function createMemoryJournal(): Journal {
  let blocks: Block[] = [];
  let open = Buffer.allocUnsafeSlow(blockBytes);
  let used = 0;
  let openLines = 0;
  let count = 0;

  const seal = (): void => {
    const block: Block = {
      first: count - openLines + 1,
      lines: openLines,
      bytes: open.subarray(0, used),
      packed: false,
    };
    blocks.push(block);
    open = Buffer.allocUnsafeSlow(blockBytes);
    used = 0;
    openLines = 0;
    deflateRaw(block.bytes, { level: 1 }, (error, packed) => {
      if (error !== null) return;
      // A copy of the right size: zlib hands out a slice of a larger buffer.
      block.bytes = Buffer.from(packed);
      block.packed = true;
    });
  };
  const write = (line: string): void => {
    const bytes = Buffer.byteLength(line) + 1;
    if (used + bytes > open.length && openLines > 0) seal();
    // An upload is longer than a block.
    if (bytes > open.length) open = Buffer.allocUnsafeSlow(bytes);
    used += open.write(line, used, 'utf8');
    open[used++] = lineEnd;
    openLines++;
    count++;
  };
  const newest = (): string[] => linesOf(open.subarray(0, used));

  return {
    get count() {
      return count;
    },
    append: write,
    *lines(from = 1) {
      for (const block of blocks) {
        if (block.first + block.lines <= from) continue;
        yield* from > block.first ? unpacked(block).slice(from - block.first) : unpacked(block);
      }
      const firstOpen = count - openLines + 1;
      yield* newest().slice(Math.max(0, from - firstOpen));
    },
    *linesBackwards() {
      yield* newest().toReversed();
      for (const block of blocks.toReversed()) yield* unpacked(block).toReversed();
    },
    line(seq) {
      const firstOpen = count - openLines + 1;
      if (seq >= firstOpen) return newest()[seq - firstOpen];
      const block = blocks.findLast(({ first }) => first <= seq);
      return block && unpacked(block)[seq - block.first];
    },
    truncate(seq) {
      if (seq >= count) return;
      const cut = blocks.find(({ first, lines }) => seq < first + lines);
      const kept =
        cut === undefined ? newest().slice(0, seq - (count - openLines)) : unpacked(cut).slice(0, seq - cut.first + 1);
      blocks = cut === undefined ? blocks : blocks.slice(0, blocks.indexOf(cut));
      used = 0;
      openLines = 0;
      count = seq - kept.length;
      for (const line of kept) write(line);
    },
  };
}

/** Large enough to compress well, small enough that none is long on the thread pool. */
const blockBytes = 256 * 1024;
const lineEnd = 0x0a;

interface Block {
  /** Sequence number of its first line. */
  readonly first: number;
  readonly lines: number;
  bytes: Buffer;
  packed: boolean;
}

function unpacked({ bytes, packed }: Block): string[] {
  return linesOf(packed ? inflateRawSync(bytes) : bytes);
}

/** Each line has its end. */
function linesOf(bytes: Buffer): string[] {
  return bytes.length === 0 ? [] : bytes.toString('utf8', 0, bytes.length - 1).split('\n');
}
