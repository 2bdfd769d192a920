/** Breaks a line between words so that each row has at most `width` columns; rows after the first are indented. A longer word stays whole. */
export function wrapLine(line: string, width: number, indent = 0): readonly string[] {
  if (line.length <= width) return [line];
  const [lead = ''] = /^ */.exec(line) ?? [];
  const rows: string[] = [];
  let row = lead;
  let isEmpty = true;
  // The blanks before a word belong to it, so that columns inside a row stay.
  for (const [part, , word = ''] of line.slice(lead.length).matchAll(/( *)([^ ]+)/g)) {
    if (!isEmpty && row.length + part.length > width) {
      rows.push(row);
      row = ' '.repeat(indent) + word;
    } else row += isEmpty ? word : part;
    isEmpty = false;
  }
  return [...rows, row];
}
