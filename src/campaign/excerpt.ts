import { type Files, isUnreadable } from '../platform/ports.ts';
import type { SourceFile, Span } from '../source/source-file.ts';

/** Lines of a file that is too large to keep, fetched for the findings that point at them. */
export type Excerpts = (line: number, column?: string) => Span;

/** Longer lines are cut: a frame of a kilometre helps nobody. */
const shownMax = 2000;

/** One more reading of the file, only when there is something to show. `shown` is the path for people. */
export async function readExcerpts(
  files: Files,
  file: { readonly path: string; readonly shown: string; readonly format: 'csv' | 'jsonl' },
  wanted: readonly number[],
): Promise<Excerpts> {
  const lines = wanted.length === 0 ? new Map<number, Line>() : await fetch(files, file.path, new Set([1, ...wanted]));
  const sources = new Map<number, SourceFile>();
  return (line, column) => {
    const { text, offset } = lines.get(line) ?? { text: '', offset: 0 };
    const source = sources.get(line) ?? { path: file.shown, text, firstLine: line, firstOffset: offset };
    sources.set(line, source);
    const cell = column === undefined ? undefined : cellOf(column, text, file.format, lines.get(1)?.text ?? '');
    return { file: source, start: cell?.start ?? 0, end: cell?.end ?? text.length };
  };
}

interface Line {
  readonly text: string;
  /** Code units before it. */
  readonly offset: number;
}

async function fetch(files: Files, path: string, wanted: ReadonlySet<number>): Promise<Map<number, Line>> {
  const found = new Map<number, Line>();
  let before = 0;
  const last = Math.max(...wanted);
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  let line = 1;
  const stream = await files.stream(path);
  for await (const chunk of stream === undefined || isUnreadable(stream) ? [] : stream) {
    rest += decoder.decode(chunk, { stream: true });
    let start = 0;
    for (let end = rest.indexOf('\n'); end !== -1 && line <= last; end = rest.indexOf('\n', start)) {
      if (wanted.has(line)) found.set(line, { text: shown(rest.slice(start, end)), offset: before + start });
      line++;
      start = end + 1;
    }
    before += start;
    rest = rest.slice(start);
    if (line > last) return found;
  }
  if (wanted.has(line)) found.set(line, { text: shown(rest), offset: before });
  return found;
}

/** Numbers of people keep their length and their ends: frames are read by others too. */
function shown(text: string): string {
  const line = text.replace(/\r$/, '').slice(0, shownMax);
  return line.replace(/\d{8,}|\+?\d[\d ().-]{7,}\d/g, (number) => (isDate.test(number) ? number : masked(number)));
}

const isDate = /^(\d{4}[.-]\d{1,2}[.-]\d{1,2}|\d{1,2}[.-]\d{1,2}[.-]\d{4})(?!\d)/;

function masked(number: string): string {
  const digits = number.replace(/\D/g, '').length;
  let at = 0;
  return digits < 8 ? number : number.replace(/\d/g, (digit) => (++at <= 3 || at > digits - 2 ? digit : '•'));
}

interface Cell {
  readonly start: number;
  readonly end: number;
}

function cellOf(column: string, text: string, format: 'csv' | 'jsonl', header: string): Cell | undefined {
  if (format === 'csv') {
    for (let index = 0; ; index++) {
      const cell = cellAt(header, index);
      if (cell === undefined) return undefined;
      const name = header
        .slice(cell.start, cell.end)
        .replace(/^\uFEFF/, '')
        .trim()
        .replace(/^"(.*)"$/, '$1');
      if (name === column) return cellAt(text, index);
    }
  }
  const key = JSON.stringify(column);
  const at = text.indexOf(key);
  if (at === -1) return undefined;
  const value = /^\s*:\s*("(?:[^"\\]|\\.)*"|[^,}\s]*)/.exec(text.slice(at + key.length));
  return { start: at, end: at + key.length + (value?.[0].length ?? 0) };
}

/** The n-th cell of a line of CSV, quotes included. */
function cellAt(text: string, column: number): Cell | undefined {
  let start = 0;
  let inQuotes = false;
  let at = 0;
  for (let index = 0; index <= text.length; index++) {
    const character = text[index];
    if (character === '"') inQuotes = !inQuotes;
    if (index < text.length && (character !== ',' || inQuotes)) continue;
    if (at === column) return { start, end: Math.max(index, Math.min(start + 1, text.length)) };
    at++;
    start = index + 1;
  }
  return undefined;
}
