import { deflateRaw, inflateRawSync } from 'node:zlib';
import { type Journal, journalOf } from './journal.ts';

/**
 * The journal of a sandbox without a file. A million messages are half a gigabyte of JSON, so lines are compressed in blocks, off the
 * main thread, as soon as a block is full.
 */
export function createMemoryJournal(): Journal {
  let blocks: Block[] = [];
  let open: string[] = [];
  let length = 0;
  let first = 1;

  const blockAt = (seq: number): { readonly first: number; readonly lines: readonly string[] } => {
    const block = seq < first ? blocks.findLast((one) => one.first <= seq) : undefined;
    return block === undefined ? { first, lines: open } : { first: block.first, lines: linesOf(block) };
  };
  return journalOf({
    get count() {
      return first + open.length - 1;
    },
    append(line) {
      open.push(line);
      length += line.length;
      if (length < blockLength) return;
      blocks.push(packed(first, open));
      first += open.length;
      open = [];
      length = 0;
    },
    truncate(seq) {
      const cut = blockAt(seq + 1);
      open = cut.lines.slice(0, seq + 1 - cut.first);
      length = open.reduce((sum, line) => sum + line.length, 0);
      first = cut.first;
      blocks = blocks.filter((block) => block.first < first);
    },
    from(seq) {
      const block = blockAt(seq);
      return block.lines.slice(seq - block.first);
    },
    upTo(seq) {
      const block = blockAt(seq);
      return block.lines.slice(0, seq - block.first + 1);
    },
  });
}

/** Large enough to compress well, small enough that none is long on the thread pool. */
const blockLength = 256 * 1024;

interface Block {
  /** Sequence number of its first line. */
  readonly first: number;
  /** Until they are compressed. */
  lines: readonly string[] | undefined;
  bytes: Uint8Array;
}

function packed(first: number, lines: readonly string[]): Block {
  const block: Block = { first, lines, bytes: new Uint8Array() };
  deflateRaw(lines.join('\n'), { level: 1 }, (error, bytes) => {
    if (error !== null) return;
    // A copy of the right size: zlib hands out a slice of a larger buffer.
    block.bytes = Uint8Array.from(bytes);
    block.lines = undefined;
  });
  return block;
}

function linesOf({ lines, bytes }: Block): readonly string[] {
  return lines ?? inflateRawSync(bytes).toString().split('\n');
}
