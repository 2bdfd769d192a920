const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
const characters = new Intl.Segmenter();
/** Letters of China, Japan and Korea, but for the half-width ones, and emoji. */
const twoColumns =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;

/** How many columns of a terminal a text takes. */
export function columnsOf(text: string): number {
  const shown = text.replace(colours, '');
  if (/^[ -~]*$/.test(shown)) return shown.length;
  let columns = 0;
  for (const { segment } of characters.segment(shown)) columns += twoColumns.test(segment) ? 2 : 1;
  return columns;
}

export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columnsOf(text)));
}

/** Rows as text, with columns two spaces apart. A cell behind which its row has nothing makes no room. */
export function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const room = (row: readonly string[], column: number): number =>
    row.slice(column + 1).every((cell) => cell === '') ? 0 : columnsOf(row[column]!);
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => room(row, column))));
  return rows.map((row) =>
    row
      .map((cell, column) => padded(cell, widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}

/**
 * Breaks a line between words so that each row has at most `width` columns; rows after the first are indented by so many
 * more. A longer word stays whole, and so does a command, which people copy.
 */
export function wrapLine(line: string, width: number, indent = 2): readonly string[] {
  if (columnsOf(line) <= width) return [line];
  // A colour may begin before the blanks. Each row of a message is behind the rule.
  const [start = ''] = new RegExp(`^(?:${colour}|[ │])*`).exec(line) ?? [];
  const lead = start.replace(new RegExp(colour, 'g'), '');
  const rows: string[] = [];
  let row = start;
  let isEmpty = true;
  // The blanks before a word are kept with it, so that columns inside a row stay.
  for (const [part, , word = ''] of line.slice(start.length).matchAll(/( *)((?:`[^`]*`|[^ ])+)/g)) {
    if (!isEmpty && columnsOf(row) + columnsOf(part) > width) {
      rows.push(row);
      row = lead + ' '.repeat(indent) + word;
    } else row += isEmpty ? word : part;
    isEmpty = false;
  }
  return [...rows, row];
}

/** Every line of a text. */
export function wrapText(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => wrapLine(line, width))
    .join('\n');
}

const colour = `${String.fromCharCode(27)}\\[[0-9;]*m`;
