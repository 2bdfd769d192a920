import { type CsvError, Parser } from 'csv-parse';
import { type AudienceProblem, createTally, tallied } from './audience-problem.ts';
import { cellText, comparable } from './comparable.ts';
import type { CsvSeparator, Fields, RowReader, RowSink } from './list-format.ts';
import { plainText } from './number/written-number.ts';

/** The interface that csv-parse's own streams use: bytes in, records out, without a stream between. */
interface CsvApi {
  parse(
    chunk: Buffer | undefined,
    end: boolean,
    push: (record: string[]) => void,
    close: () => void,
  ): CsvError | undefined;
  /** How many bytes its rows took. */
  readonly info: { readonly bytes: number };
  /** None before the end of the first line, if it is to find out by itself. */
  readonly options: { readonly record_delimiter: Buffer[] };
}

/** A longer row has a quote that was never closed, or the file is not a list. */
const rowMax = 128 * 1024;

/** RFC 4180 with a header; empty cells are undefined, cells are trimmed. */
export function csvReader(sink: RowSink, sep: CsvSeparator = ','): RowReader {
  const ragged = createTally();
  /** Each of those has one field more, with nothing in it: its end is a separator. */
  let areTrailing = true;
  /** Each has fewer. */
  let areShort = true;
  const swallowing = createTally();
  let swallowed = 0;
  const problems: AudienceProblem[] = [];
  let header: string[] | undefined;
  let refused: AudienceProblem | undefined;

  function onRow(columns: number, field: Fields, line: number): void {
    if (refused !== undefined) return;
    if (header === undefined) {
      const mark = sepLineMark(columns, field);
      if (mark !== undefined) {
        refused = { kind: 'sepLine', count: 1, lines: [line], detail: mark };
        return;
      }
      header = Array.from({ length: columns }, (_, column) => String(field(column) ?? ''));
      problems.push(...headerProblems(header, sep));
      sink.onHeader(header);
    } else if (columns !== header.length) {
      // It is unclear which field is which.
      ragged.add(line);
      areTrailing &&= columns === header.length + 1 && field(header.length) === undefined;
      areShort &&= columns < header.length;
    } else sink.onRow(field, line);
  }

  /** A quote that is missing or too many makes one cell of several rows, and the file is still CSV; so does another end of a line. */
  function onLines(record: readonly string[], line: number): void {
    const isRow = (text: string): boolean => number.test(plainText(text)) && text.split(sep).length === header?.length;
    const rows = record.reduce(
      (sum, cell) =>
        sum +
        cell
          .split(/\r\n?|\n/)
          .slice(1)
          .filter(isRow).length,
      0,
    );
    if (rows === 0) return;
    if (swallowing.count === 0) swallowed = rows;
    swallowing.add(line);
  }

  const parse = createLineParser(sep, onRow, onLines);

  return {
    write(chunk) {
      return parse(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)) ?? refused;
    },
    end() {
      const none = { kind: 'noHeader', count: 1, lines: [1] } as const;
      return parse(undefined) ?? refused ?? (header === undefined ? none : undefined);
    },
    get header() {
      return header ?? [];
    },
    get problems() {
      const fields = String(header?.length ?? 0);
      return [
        ...problems,
        ...tallied('ragged', ragged, {
          detail: fields,
          ...(areTrailing && { areTrailing }),
          ...(areShort && { areShort }),
        }),
        ...tallied('swallowedRows', swallowing, { detail: String(swallowed) }),
      ];
    },
  };
}

/**
 * A telephone number, as lists have it. Digits in groups may be a date, unless they begin with a `+`, a zero and an area, or are written as
 * in North America.
 */
const number = new RegExp(
  [
    String.raw`(?<!\d)\d{7,15}(?!\d)`,
    String.raw`\+\d(?:[ ().-]{0,2}\d){6,14}(?!\d)`,
    String.raw`(?<!\d)0(?:\d{2,4}\)?[ ./-]{1,2}\d(?:[ .-]?\d){5,10}|\d(?:[ .-]\d\d){4})(?!\d)`,
    String.raw`(?<!\d)\d{3}\)?[ .-]{1,2}\d{3}[ .-]\d{4}(?!\d)`,
  ].join('|'),
);

/** Excel's own first line, which names the separator; undefined for any other line. */
function sepLineMark(columns: number, field: Fields): string | undefined {
  const [, mark] = /^sep=(.?)$/i.exec(String(field(0) ?? '')) ?? [];
  if (mark === undefined || columns > 2 || (columns === 2 && field(1) !== undefined)) return undefined;
  return mark;
}

/**
 * csv-parse, and in which line each row is. Undefined is the end. A reader of our own for lists without quotes was faster, and not worth a
 * second one.
 */
function createLineParser(
  sep: CsvSeparator,
  onRow: (columns: number, field: Fields, line: number) => void,
  /** A row whose cells have ends of lines. */
  onLines: (record: readonly string[], line: number) => void,
): (bytes: Buffer | undefined) => AudienceProblem | undefined {
  const parser = new Parser({
    bom: true,
    delimiter: sep,
    skip_empty_lines: true,
    relax_column_count: true,
    trim: true,
    max_record_size: rowMax,
  });
  const { api } = parser as unknown as { readonly api: CsvApi };
  let record: string[] = [];
  /** Lines that have ended, and how many bytes they have. */
  let ended = 0;
  let endedBytes = 0;
  /** The bytes after them begin at `at`. */
  let rest = Buffer.alloc(0);
  let at = 0;

  /** The library leaves blanks within quotes. */
  const field = (column: number): string | undefined => cellText(record[column] ?? '');

  const lastOfEnd = (): number => api.options.record_delimiter[0]?.at(-1) ?? lineFeed;

  /** The library counts a carriage return in quotes as a line, and the line feed after it as another. */
  function countLines(bytes: number): number {
    const [before, end, to] = [ended, lastOfEnd(), at + bytes];
    for (; at < to; at++) if (rest[at] === end) ended++;
    endedBytes += bytes;
    return ended - before;
  }

  /** Which the library skips. */
  function countBlankLines(): void {
    const first = rest[at] ?? 0;
    if (first > space && first < firstBeyondAscii) return;
    let blankTo = at;
    for (let end = rest.indexOf(lastOfEnd(), at); end !== -1; end = rest.indexOf(lastOfEnd(), blankTo)) {
      const line = rest.toString('utf8', blankTo, end);
      if (line.trim() !== '' || line.includes(sep)) break;
      blankTo = end + 1;
    }
    countLines(blankTo - at);
  }

  function push(next: string[]): void {
    record = next;
    const { record_delimiter: ends } = api.options;
    // Rows that were added by another program end as that one writes them.
    if (ends.length === 1 && ends[0]!.length === 2) ends.push(Buffer.from('\n'));
    countBlankLines();
    const line = ended + 1;
    // The last byte is the row's own end, if it has one.
    const hasLines = countLines(api.info.bytes - endedBytes - 1) > 0;
    if (hasLines || record.some((cell) => cell.includes('\r'))) onLines(record, line);
    countLines(1);
    if (record.some((_, column) => field(column) !== undefined)) onRow(record.length, field, line);
  }

  return (bytes) => {
    if (bytes !== undefined) [rest, at] = [Buffer.concat([rest.subarray(at), bytes]), 0];
    const error = api.parse(bytes, bytes === undefined, push, () => undefined);
    if (error !== undefined) return csvProblem(error.code, error.message, ended + 1);
    countBlankLines();
    // The library counts the letters of fields, and a row of commas has none.
    return rest.length - at > rowMax ? csvProblem('CSV_MAX_RECORD_SIZE', '', ended + 1) : undefined;
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

const [lineFeed, space, firstBeyondAscii] = [0x0a, 0x20, 0x80];

function csvProblem(code: string, message: string, line: number): AudienceProblem {
  const words: Readonly<Record<string, string>> = {
    CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
    CSV_MAX_RECORD_SIZE: 'a row is longer than 128 kB; a quote may be open',
    INVALID_OPENING_QUOTE: 'a quote is in the middle of a field',
    CSV_INVALID_CLOSING_QUOTE: 'something follows a closing quote',
    CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'something follows a closing quote',
  };
  return { kind: 'csv', count: 1, lines: [line], detail: words[code] ?? message };
}
