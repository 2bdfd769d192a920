/** An escape sequence, or a character. */
const parts = new RegExp(String.raw`\u001b\[(?:(\d+)A|J|[\d;]*m)|[^]`, 'gu');

/** What a terminal of so many columns shows of an output: it knows line ends, moves up, and erases to the end. */
export function screenOf(output: string, columns: number): readonly string[] {
  const rows: string[] = [''];
  let [row, column] = [0, 0];
  const write = (character: string): void => {
    if (column === columns) [row, column] = [row + 1, 0];
    const line = (rows[row] ?? '').padEnd(column);
    rows[row] = line.slice(0, column) + character + line.slice(column + 1);
    column++;
  };
  for (const [part, up] of output.matchAll(parts)) {
    if (part === '\n') [row, column] = [row + 1, 0];
    else if (part === '\r') column = 0;
    else if (up !== undefined) row = Math.max(0, row - Number(up));
    else if (part === '\u001b[J') rows.splice(row, rows.length, (rows[row] ?? '').slice(0, column));
    else if (!part.startsWith('\u001b')) write(part);
    rows[row] ??= '';
  }
  return rows;
}
