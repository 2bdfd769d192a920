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
