import { deflateRaw, inflateRawSync } from 'node:zlib';
import type { Journal } from './journal.ts';

/**
 * The journal of a sandbox without a file. A million messages are half a gigabyte of JSON, so blocks of lines are
 * compressed, off the main thread, as soon as they are full; only the newest lines stand as they came.
 */
export function createMemoryJournal(): Journal {
  let blocks: Block[] = [];
  let open: string[] = [];
  let openLength = 0;
  let count = 0;

  const seal = (): void => {
    const block: Block = {
      first: count - open.length + 1,
      lines: open.length,
      text: open.join('\n'),
      packed: undefined,
    };
    blocks.push(block);
    open = [];
    openLength = 0;
    deflateRaw(block.text!, { level: 1 }, (error, packed) => {
      if (error !== null) return;
      // A copy of the right size: zlib hands out a slice of a larger buffer.
      block.packed = Buffer.from(packed);
      block.text = undefined;
    });
  };

  return {
    get count() {
      return count;
    },
    append(line) {
      open.push(line);
      openLength += line.length;
      count++;
      if (openLength >= blockLength) seal();
    },
    *lines(from = 1) {
      for (const block of blocks) {
        if (block.first + block.lines <= from) continue;
        yield* from > block.first ? linesOf(block).slice(from - block.first) : linesOf(block);
      }
      const firstOpen = count - open.length + 1;
      yield* from > firstOpen ? open.slice(from - firstOpen) : [...open];
    },
    *linesBackwards() {
      yield* open.toReversed();
      for (const block of blocks.toReversed()) yield* linesOf(block).toReversed();
    },
    line(seq) {
      const firstOpen = count - open.length + 1;
      if (seq >= firstOpen) return open[seq - firstOpen];
      const block = blocks.findLast(({ first }) => first <= seq);
      return block && linesOf(block)[seq - block.first];
    },
    truncate(seq) {
      if (seq >= count) return;
      const firstOpen = count - open.length + 1;
      if (seq >= firstOpen - 1) {
        open = open.slice(0, seq - firstOpen + 1);
      } else {
        const cut = blocks.find(({ first, lines }) => seq < first + lines);
        open = cut === undefined ? [] : linesOf(cut).slice(0, seq - cut.first + 1);
        blocks = cut === undefined ? blocks : blocks.slice(0, blocks.indexOf(cut));
      }
      openLength = open.reduce((sum, line) => sum + line.length, 0);
      count = seq;
    },
    close() {
      blocks = [];
      open = [];
    },
  };
}

/** Characters: large enough to compress well, small enough that none is long on the thread pool. */
const blockLength = 256 * 1024;

interface Block {
  readonly first: number;
  readonly lines: number;
  text: string | undefined;
  packed: Buffer | undefined;
}

function linesOf(block: Block): string[] {
  return (block.text ?? inflateRawSync(block.packed!).toString('utf8')).split('\n');
}
