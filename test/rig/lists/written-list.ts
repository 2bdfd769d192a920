import type { Dice } from '../attack/dice.ts';

/** How a list is put into text. */
export type TextFormat = 'csv' | 'semicolons' | 'tabs' | 'jsonl';

/** A cell as it is in the file: `number` and `word` without quotes in JSON, `text` with them. A CSV file knows texts alone. */
export type WrittenCell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number' | 'word'; readonly text: string };

export interface WrittenRow {
  readonly cells: Readonly<Record<string, WrittenCell>>;
}

export const separatorOf = { csv: ',', semicolons: ';', tabs: '\t', jsonl: '' } as const;

/** What exports put around the same rows: byte order marks, line ends, quotes. */
export function writtenList(
  rows: readonly WrittenRow[],
  columns: readonly string[],
  format: TextFormat,
  dice: Dice,
): string {
  const lineEnd = dice.chance(0.3) ? '\r\n' : '\n';
  const lines = format === 'jsonl' ? rows.map((row) => jsonLine(row, dice)) : csvLines(rows, columns, format, dice);
  const end = dice.chance(0.8) ? lineEnd : '';
  return `${dice.chance(0.2) ? '\ufeff' : ''}${lines.join(lineEnd)}${end}`;
}

function csvLines(
  rows: readonly WrittenRow[],
  columns: readonly string[],
  format: Exclude<TextFormat, 'jsonl'>,
  dice: Dice,
): readonly string[] {
  const separator = separatorOf[format];
  const all = dice.chance(0.3);
  const cell = (text: string): string =>
    all || /["\r\n]/.test(text) || text.includes(separator) || dice.chance(0.05)
      ? `"${text.replaceAll('"', '""')}"`
      : `${dice.chance(0.05) ? ' ' : ''}${text}${dice.chance(0.05) ? ' ' : ''}`;
  const line = (texts: readonly string[]): string => texts.map(cell).join(separator);
  return [
    line(columns.map((name) => (dice.chance(0.05) ? `\u200b${name}` : name))),
    ...rows.map((row) => line(columns.map((name) => row.cells[name]?.text ?? ''))),
  ];
}

function jsonLine(row: WrittenRow, dice: Dice): string {
  const properties = Object.entries(row.cells)
    .filter(([, { kind, text }]) => kind !== 'text' || text !== '' || dice.chance(0.5))
    .map(
      ([name, { kind, text }]) => `${JSON.stringify(name)}:${dice.chance(0.3) ? ' ' : ''}${jsonCell(kind, text, dice)}`,
    );
  return `{${properties.join(dice.chance(0.3) ? ', ' : ',')}}`;
}

function jsonCell(kind: WrittenCell['kind'], text: string, dice: Dice): string {
  if (kind !== 'text') return text;
  if (text === '' && dice.chance(0.5)) return 'null';
  const quoted = JSON.stringify(text);
  return dice.chance(0.1) ? quoted.replace(/[^\x20-\x7e]/g, (unit) => `\\u${hex(unit)}`) : quoted;
}

function hex(unit: string): string {
  return unit.charCodeAt(0).toString(16).padStart(4, '0');
}
