import type { Console } from '../../platform/ports.ts';
import { wrapText } from '../../report/wrap-line.ts';

/** On a terminal, lines break between words; in a pipe or a file each stays one line. */
export function fitTerminal(text: string, console: Console, stream: 'out' | 'err' = 'out'): string {
  const isTerminal = stream === 'out' ? console.outIsTerminal : console.errIsTerminal;
  return isTerminal ? wrapText(text, console.width) : text;
}
