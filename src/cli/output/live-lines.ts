import type { Console } from '../../platform/ports.ts';
import { columnsOf } from '../../report/columns.ts';

/**
 * Lines at the foot of a terminal that are replaced in place. The cursor stays visible and lines still wrap: whatever ends
 * the process, the terminal is as it was.
 */
export function createLiveLines(console: Console, stream: 'out' | 'err') {
  let drawn: readonly string[] = [];
  const show = (lines: readonly string[]): void => {
    if (lines.length > 0) console[stream](`${lines.join('\n')}\n`);
    drawn = lines;
  };
  const erase = (): void => {
    const rows = drawn.reduce((sum, line) => sum + rowsOf(line, console.width), 0);
    // What has left the screen cannot be erased.
    if (rows > 0 && rows < console.height) console.erase(stream, rows);
  };
  return {
    /** Replaces what was drawn before. */
    draw(lines: readonly string[]): void {
      if (lines.length === drawn.length && lines.every((line, index) => line === drawn[index])) return;
      erase();
      show(lines);
    },
    /** Prints a line that stays, and draws below it. */
    above(line: string, lines: readonly string[]): void {
      erase();
      console[stream](`${line}\n`);
      show(lines);
    },
  };
}

/** A line that is wider than the terminal goes on in the next row. */
function rowsOf(line: string, width: number): number {
  return Math.max(1, Math.ceil(columnsOf(line) / width));
}
