import type { Files } from '../platform/ports.ts';
import type { SourceFile, Span } from '../source/source-file.ts';

/** Lines of a file that is too large to keep, fetched for the findings that point at them. */
export type Excerpts = (line: number, column?: number) => Span;

/** Longer lines are cut: a frame of a kilometre helps nobody. */
const shownMax = 2000;

/** One more reading of the file, only when there is something to show. `shown` is the path for people. */
export async function readExcerpts(
  files: Files,
  file: { readonly path: string; readonly shown: string },
  wanted: readonly number[],
): Promise<Excerpts> {
  const lines = wanted.length === 0 ? new Map<number, Line>() : await fetch(files, file.path, new Set(wanted));
  const sources = new Map<number, SourceFile>();
  return (line, column) => {
    const { text, offset } = lines.get(line) ?? { text: '', offset: 0 };
    const source = sources.get(line) ?? { path: file.shown, text, firstLine: line, firstOffset: offset };
    sources.set(line, source);
    const cell = column === undefined || column < 0 ? undefined : cellAt(text, column);
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
  for await (const chunk of (await files.stream(path)) ?? []) {
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

function shown(text: string): string {
  return text.replace(/\r$/, '').slice(0, shownMax);
}

/** The n-th cell of a line of CSV, quotes included. */
function cellAt(text: string, column: number): { readonly start: number; readonly end: number } | undefined {
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
