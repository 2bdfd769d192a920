import { gunzipSync } from 'node:zlib';
import { separatorOf, type TextFormat } from './written-list.ts';

/** One row as the file has it: the text of each cell without the blanks around it, a number as the digits that are there. */
export interface ReadRow {
  /** Where it begins; the first line is 1. */
  readonly line: number;
  readonly cells: ReadonlyMap<string, string>;
}

/** Reads a list once more, without any code of `src/`: from its bytes alone, one character after the other. */
export function readList(bytes: Buffer, format: TextFormat): readonly ReadRow[] {
  const raw = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
  const text = raw.toString('utf8').replace(/^\ufeff/, '');
  return format === 'jsonl' ? readJsonLines(text) : readSeparated(text, separatorOf[format]);
}

function readSeparated(text: string, separator: string): readonly ReadRow[] {
  const records: { line: number; cells: string[] }[] = [];
  let line = 1;
  let at = 0;
  while (at < text.length) {
    const record = { line, cells: [] as string[] };
    for (;;) {
      let cell = '';
      let quoted = false;
      while (at < text.length) {
        const sign = text[at]!;
        if (quoted) {
          if (sign === '"' && text[at + 1] === '"') at++;
          else if (sign === '"') {
            quoted = false;
            at++;
            continue;
          }
          if (sign === '\n') line++;
          cell += sign;
        } else if (sign === '"' && cell.trim() === '') {
          quoted = true;
          cell = '';
        } else if (sign === separator || sign === '\n') break;
        else cell += sign;
        at++;
      }
      record.cells.push(cell.trim());
      if (text[at] !== separator) break;
      at++;
    }
    at++;
    line++;
    if (record.cells.some((cell) => cell !== '')) records.push(record);
  }
  const [header, ...rows] = records;
  const names = (header?.cells ?? []).map(compared);
  return rows.map(({ line: start, cells }) => ({
    line: start,
    cells: new Map(names.map((name, column) => [name, cells[column] ?? ''])),
  }));
}

function readJsonLines(text: string): readonly ReadRow[] {
  return text.split('\n').flatMap((content, index) => {
    if (content.trim() === '') return [];
    const cells = new Map<string, string>();
    const property = /"((?:[^"\\]|\\.)*)"\s*:\s*("(?:[^"\\]|\\.)*"|[^,}\s]+)/g;
    for (const [, name, value] of content.matchAll(property)) {
      const isText = value!.startsWith('"');
      const cell = isText ? (JSON.parse(value!) as string).trim() : value === 'null' ? '' : value!;
      cells.set(compared(JSON.parse(`"${name}"`) as string), cell);
    }
    return [{ line: index + 1, cells }];
  });
}

/** As names and values are compared: in one form of Unicode, without characters that nobody sees. */
export function compared(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .trim();
}
