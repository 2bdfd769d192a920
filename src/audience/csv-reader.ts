import type { CsvError } from 'csv-parse';
import { Parser } from 'csv-parse';
import { type AudienceProblem, createTally } from './audience-problem.ts';
import { comparable } from './comparable.ts';
import type { CsvSeparator } from './list-format.ts';
import { createPlainCsv, type PlainCsv } from './plain-csv.ts';
import type { Fields, RowReader, RowSink } from './row-reader.ts';

/** The interface that csv-parse's own streams use: bytes in, records out, without a stream between. */
interface CsvApi {
  parse(
    chunk: Buffer | undefined,
    end: boolean,
    push: (record: string[]) => void,
    close: () => void,
  ): CsvError | undefined;
  readonly info: { lines: number };
}

/** A longer row has a quote that was never closed, or the file is not a list. */
const rowMax = 128 * 1024;

/** RFC 4180 with a header; empty cells are undefined, cells are trimmed. */
export function csvReader(sink: RowSink, sep: CsvSeparator = ','): RowReader {
  const ragged = createTally();
  const problems: AudienceProblem[] = [];
  let header: string[] | undefined;

  function onRow(columns: number, field: Fields, line: number): void {
    if (header === undefined) {
      header = Array.from({ length: columns }, (_, column) => String(field(column) ?? ''));
      problems.push(...headerProblems(header, sep));
      sink.onHeader(header);
    } else if (columns !== header.length) {
      // It is unclear which field is which.
      ragged.add(line);
    } else sink.onRow(field, line);
  }

  const plain = createPlainCsv(rowMax, sep, ({ columns, line, fields }) => onRow(columns, fields, line));
  let library: LibraryReader | undefined;

  /** From here on csv-parse reads. */
  function readByLibrary(chunk: Buffer): AudienceProblem | undefined {
    library ??= createLibraryReader(plain, sep, onRow);
    return library.parse(chunk);
  }

  return {
    write(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      const rest = library === undefined ? plain.write(bytes) : bytes;
      return rest === undefined ? undefined : readByLibrary(rest);
    },
    end() {
      const rest = library === undefined ? plain.end() : undefined;
      const problem = (rest && readByLibrary(rest)) ?? library?.parse(undefined);
      return problem ?? (header === undefined ? { kind: 'noHeader', count: 1, lines: [1] } : undefined);
    },
    get header() {
      return header ?? [];
    },
    get problems() {
      const { count, lines } = ragged;
      return count === 0
        ? problems
        : [...problems, { kind: 'ragged', count, lines, detail: String(header?.length ?? 0) } as const];
    },
  };
}

interface LibraryReader {
  /** Undefined at the end. */
  parse(bytes: Buffer | undefined): AudienceProblem | undefined;
}

/** Reads what follows the plain lines. */
function createLibraryReader(
  { lines, lineEnd }: PlainCsv,
  sep: CsvSeparator,
  onRow: (columns: number, field: Fields, line: number) => void,
): LibraryReader {
  const parser = new Parser({
    bom: lines === 0,
    delimiter: sep,
    skip_empty_lines: true,
    relax_column_count: true,
    trim: true,
    max_record_size: rowMax,
    record_delimiter: lineEnd ?? [],
  });
  const { api } = parser as unknown as { readonly api: CsvApi };
  api.info.lines += lines;
  let record: string[] = [];
  let lastLine = lines;
  /** Bytes since the last end of a row or line. The library counts the letters of fields, and a row of commas has none. */
  let rowBytes = 0;

  /** The library leaves blanks within quotes. */
  const field = (column: number): string | undefined => record[column]?.trim() || undefined;

  function push(next: string[]): void {
    record = next;
    const endLine = api.info.lines;
    onRow(record.length, field, startLine(endLine));
    lastLine = endLine;
  }

  /** The parser knows where a record ends; one with line breaks in its fields starts some lines before. */
  function startLine(endLine: number): number {
    if (endLine <= lastLine + 1) return endLine;
    let breaks = 0;
    for (const cell of record) for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) breaks++;
    return endLine - breaks;
  }

  return {
    parse(bytes) {
      const before = record;
      const error = api.parse(bytes, bytes === undefined, push, () => undefined);
      if (error !== undefined) return csvProblem(error.code, error.message, lastLine + 1);
      if (bytes === undefined) return undefined;
      rowBytes = record !== before || bytes.includes(lineFeed) ? 0 : rowBytes + bytes.length;
      return rowBytes > rowMax ? csvProblem('CSV_MAX_RECORD_SIZE', '', lastLine + 1) : undefined;
    },
  };
}

function headerProblems(header: readonly string[], sep: CsvSeparator): AudienceProblem[] {
  const only = header.length === 1 ? header[0]! : '';
  const delimiter = [',', ';', '\t', '|'].find((mark) => mark !== sep && only.includes(mark));
  if (delimiter !== undefined) return [{ kind: 'delimiter', count: 1, lines: [1], detail: delimiter }];
  const seen = new Set<string>();
  const twice = new Set(
    header.filter((name) => name !== '' && (seen.has(comparable(name)) || !seen.add(comparable(name)))),
  );
  return [...twice].map((column) => ({ kind: 'duplicateHeader', count: 1, lines: [1], column }));
}

const lineFeed = 10;

function csvProblem(code: string, message: string, line: number): AudienceProblem {
  const words: Readonly<Record<string, string>> = {
    CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
    CSV_MAX_RECORD_SIZE: 'a row is longer than 128 kB; a quote may be open',
    INVALID_OPENING_QUOTE: 'a quote is in the middle of a field',
    CSV_INVALID_CLOSING_QUOTE: 'something follows a closing quote',
  };
  return { kind: 'csv', count: 1, lines: [line], detail: words[code] ?? message };
}
