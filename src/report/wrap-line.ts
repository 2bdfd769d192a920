import { columnsOf } from './columns.ts';

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
