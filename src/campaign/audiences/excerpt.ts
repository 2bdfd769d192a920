import { BrokenGzip, createDecoder, isNotUtf16, markedEncoding, unpack, utf16Of } from '../../audience/as-utf8.ts';
import type { AudienceFile } from '../../audience/audience.ts';
import { comparable } from '../../audience/comparable.ts';
import type { CsvSeparator } from '../../audience/list-format.ts';
import type { RelatedPlace } from '../../diagnostic/diagnostic.ts';
import { maskInPlace, replaceNumbers } from '../../diagnostic/numbers-in-text.ts';
import type { SourceFile, Span } from '../../diagnostic/source-file.ts';
import { type Files, isUnreadable } from '../../platform/ports.ts';

/** Lines of a file that is too large to keep, read again for the findings that point at them. */
export type Excerpts = (line: number, column?: string) => Span;

/** The further lines of one finding, and where the campaign names what it is about. */
export function relatedLines(lines: readonly number[], excerpt: (line: number) => Span, named: Span): RelatedPlace[] {
  return [
    ...lines.slice(1).map((line) => ({ message: 'also here', span: excerpt(line) })),
    { message: 'named here', span: named },
  ];
}

/** A list that findings point into. */
export interface ListedFile extends AudienceFile {
  /** Its path for people. */
  readonly shown: string;
}

/** Longer lines are cut. */
const shownMax = 2000;

/** Reads the file once more, only if there is something to show. */
export async function readExcerpts(files: Files, file: ListedFile, wanted: readonly number[]): Promise<Excerpts> {
  const lines = wanted.length === 0 ? new Map<number, Line>() : await fetch(files, file, new Set([1, ...wanted]));
  const sources = new Map<number, SourceFile>();
  return (line, column) => {
    const { text, offset } = lines.get(line) ?? { text: '', offset: 0 };
    const source = sources.get(line) ?? { path: file.shown, text, firstLine: line, firstOffset: offset };
    sources.set(line, source);
    const cell = column === undefined ? undefined : cellOf(column, text, file, lines.get(1)?.text ?? '');
    return { file: source, start: cell?.start ?? 0, end: cell?.end ?? text.length };
  };
}

interface Line {
  readonly text: string;
  /** Code units before it. */
  readonly offset: number;
}

async function fetch(
  files: Files,
  { path, format, sep, encoding }: AudienceFile,
  wanted: ReadonlySet<number>,
): Promise<Map<number, Line>> {
  const found = new Map<number, Line>();
  const last = Math.max(...wanted);
  let decode: ReturnType<typeof createDecoder> | undefined;
  let lineEnd: '\n' | '\r' | undefined;
  let line = 1;
  let offset = 0;
  // The line being read may be as long as the file, so only the part that is shown is kept.
  let length = 0;
  let text = '';
  const stream = await files.stream(path);
  if (stream === undefined || isUnreadable(stream)) return found;
  for await (const chunk of untilBroken(unpack(stream))) {
    // A file in UTF-16 without a mark is a finding, which shows its lines as they are meant.
    const declared = isNotUtf16(chunk, encoding) ? undefined : encoding;
    decode ??= createDecoder(markedEncoding(chunk) ?? declared ?? utf16Of(chunk) ?? 'utf-8');
    const piece = decode(chunk);
    lineEnd ??= endsAtReturn.test(piece.slice(0, shownMax)) ? '\r' : '\n';
    for (let start = 0; start <= piece.length; ) {
      const end = piece.indexOf(lineEnd, start);
      const stop = end === -1 ? piece.length : end;
      if (wanted.has(line)) text += piece.slice(start, Math.min(stop, start + shownMax - text.length));
      length += stop - start;
      if (end === -1) break;
      if (wanted.has(line)) found.set(line, { text: shown(text, { format, sep }), offset });
      if (++line > last) return found;
      offset += length + 1;
      [length, text] = [0, ''];
      start = end + 1;
    }
  }
  if (wanted.has(line)) found.set(line, { text: shown(text, { format, sep }), offset });
  return found;
}

/** Old Macs end lines with a carriage return alone. The first line tells, as it tells the reader. */
const endsAtReturn = /^(?:"[^"]*"|[^"\r\n])*\r(?!\n|$)/;

/** The text before the place that cannot be decompressed. */
async function* untilBroken(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    if (!(error instanceof BrokenGzip)) throw error;
  }
}

/** Telephone numbers are masked but keep their length, so that the columns stay aligned. */
function shown(text: string, { format, sep }: Pick<AudienceFile, 'format' | 'sep'>): string {
  // What separates cells does not join digits.
  const cells = format === 'csv' ? new RegExp(`"[^"]*"?|[^"${sep ?? ','}]+`, 'g') : /.+/g;
  return text
    .replace(/\r$/, '')
    .replace(cells, (cell) => replaceNumbers(cell, (written, { length }) => maskInPlace(written, length)));
}

interface Cell {
  readonly start: number;
  readonly end: number;
}

function cellOf(
  column: string,
  text: string,
  { format, sep = ',' }: Pick<AudienceFile, 'format' | 'sep'>,
  header: string,
): Cell | undefined {
  if (format === 'csv') {
    for (let index = 0; ; index++) {
      const cell = cellAt(header, index, sep);
      if (cell === undefined) return undefined;
      const name = header
        .slice(cell.start, cell.end)
        .replace(/^\uFEFF/, '')
        .trim()
        .replace(/^"(.*)"$/, '$1');
      if (comparable(name) === comparable(column)) return cellAt(text, index, sep);
    }
  }
  const key = JSON.stringify(column);
  const at = text.indexOf(key);
  if (at === -1) return undefined;
  const value = /^\s*:\s*("(?:[^"\\]|\\.)*"|[^,}\s]*)/.exec(text.slice(at + key.length));
  return { start: at, end: at + key.length + (value?.[0].length ?? 0) };
}

/** The n-th cell of a line of CSV, quotes included. */
function cellAt(text: string, column: number, sep: CsvSeparator): Cell | undefined {
  let start = 0;
  let inQuotes = false;
  let at = 0;
  for (let index = 0; index <= text.length; index++) {
    const character = text[index];
    if (character === '"') inQuotes = !inQuotes;
    if (index < text.length && (character !== sep || inQuotes)) continue;
    if (at === column) return { start, end: Math.max(index, Math.min(start + 1, text.length)) };
    at++;
    start = index + 1;
  }
  return undefined;
}
