import type { Console } from '../../platform/ports.ts';
import { wrapText } from '../../report/columns.ts';
import type { Document } from '../../report/document.ts';
import { type DocumentFormat, renderers } from '../../report/render/index.ts';

/** `complete`: makes commands in a text what people can type. */
export function printDocument(
  document: Document,
  format: DocumentFormat,
  console: Console,
  complete: (text: string) => string = String,
): void {
  const printed = renderers[format](document, console);
  console.out(format === 'text' ? fitTerminal(complete(printed), console) : printed);
}

/** On a terminal, lines break between words; in a pipe or a file each stays one line. */
export function fitTerminal(text: string, console: Console, stream: 'out' | 'err' = 'out'): string {
  const isTerminal = stream === 'out' ? console.outIsTerminal : console.errIsTerminal;
  return isTerminal ? wrapText(text, console.width) : text;
}

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
