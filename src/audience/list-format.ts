import type { AudienceProblem } from './audience-problem.ts';
import type { Scalar } from './scalar.ts';

/** How the rows of a list are written. */
export type ListFormat = 'csv' | 'jsonl';

/** Between the columns of a CSV file. */
export type CsvSeparator = ',' | ';' | '|' | '\t';

/** By the name of the file: Excel saves “Unicode text” as `.txt`. Whether it is compressed, the file itself says. */
export function listFormat(file: string): ListFormat {
  return /\.(csv|tsv|txt)(\.gz)?$/i.test(file) ? 'csv' : 'jsonl';
}

/** Bytes in, rows out. */
export interface RowReader {
  /** Undefined to continue. */
  write(chunk: Uint8Array): AudienceProblem | undefined;
  end(): AudienceProblem | undefined;
  readonly header: readonly string[];
  readonly problems: readonly AudienceProblem[];
}

export interface RowSink {
  /** Before the first row, and again when JSON lines bring new columns. */
  onHeader(columns: readonly string[]): void;
  onRow(fields: Fields, line: number): void;
  /** Called from time to time: why reading should stop, if it should. */
  stop?(): AudienceProblem | undefined;
}

/** The cells of one row by column; undefined where there is nothing. To be read at once and not kept. */
export interface Fields {
  (column: number): Scalar | undefined;
  /** Whether the cell is a list or an object of JSON, which has no text. */
  isNested?(column: number): boolean;
}
