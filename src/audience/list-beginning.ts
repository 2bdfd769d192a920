import type { Files } from '../platform/ports.ts';
import { type AudienceFile, readRows } from './audience.ts';
import type { AudienceProblem } from './audience-problem.ts';
import { type CsvSeparator, listFormat } from './list-format.ts';

/** The first rows of a list, and how it separates and writes them. */
export interface Beginning {
  readonly sep: CsvSeparator;
  /** Undefined for UTF-8, and for what a byte order mark tells. */
  readonly encoding: string | undefined;
  readonly header: readonly string[];
  readonly rows: number;
  /** Of the first rows, without blanks around them; empty ones too. */
  cells(column: string): readonly string[];
  /** Why the list cannot be used. */
  readonly fault: AudienceProblem | undefined;
}

/** Its headings and cells. */
export function textsOf({ header, cells }: Beginning): readonly string[] {
  return header.flatMap((name) => [name, ...cells(name)]);
}

/** Undefined if the file does not exist. With the wrong separator there are fewer columns, or rows that do not fit them. */
export async function readBeginning(files: Files, path: string, encoding?: string): Promise<Beginning | undefined> {
  let best: Beginning | undefined;
  const score = ({ header, rows }: Beginning): number => header.length * (rows + 1);
  for (const sep of listFormat(path) === 'csv' ? separators : separators.slice(0, 1)) {
    const begin = await readSeparated(files, { path, format: listFormat(path), sep, encoding });
    if (begin !== undefined && (best === undefined || score(begin) > score(best))) best = begin;
  }
  return best;
}

/** More than blanks and separators. */
export function hasText(text: string): boolean {
  return /[^,;|\s]/.test(text);
}

export const separators: readonly CsvSeparator[] = [',', ';', '\t', '|'];
/** Enough to see how a column is written: a list may be long. */
const mostRows = 1000;

async function readSeparated(
  files: Files,
  file: AudienceFile & { readonly sep: CsvSeparator },
): Promise<Beginning | undefined> {
  let header: readonly string[] = [];
  const rows: (readonly string[])[] = [];
  const read = await readRows(files, file, {
    onHeader: (columns) => {
      header = columns;
    },
    onRow: (fields) => {
      const cells = header.map((_, column) => String(fields(column) ?? '').trim());
      // With the wrong separator an empty row has a cell of the right ones.
      if (rows.length < mostRows && cells.some(hasText)) rows.push(cells);
    },
    stop: () => (rows.length < mostRows ? undefined : { kind: 'tooLarge', count: 1, lines: [1] }),
  });
  if (read === undefined) return undefined;
  const last = read.whole ? undefined : read.problems.at(-1);
  return {
    sep: file.sep,
    encoding: file.encoding,
    header,
    rows: rows.length,
    cells: (column) => rows.map((row) => row[header.indexOf(column)] ?? ''),
    fault:
      last?.kind === 'tooLarge' ? undefined : (last ?? read.problems.find(({ kind }) => kind === 'duplicateHeader')),
  };
}

/** Most cells of the column that are not empty. */
export function holds(begin: Beginning, column: string, isOne: (cell: string) => boolean): boolean {
  const cells = begin.cells(column).filter((cell) => cell !== '');
  return cells.filter(isOne).length > cells.length / 2;
}
