/** How the rows of a list are written. */
export type ListFormat = 'csv' | 'jsonl';

/** Between the columns of a CSV file. */
export type CsvSeparator = ',' | ';' | '|' | '\t';

/** By the name of the file: Excel saves “Unicode text” as `.txt`. Whether it is compressed, the file itself says. */
export function listFormat(file: string): ListFormat {
  return /\.(csv|tsv|txt)(\.gz)?$/i.test(file) ? 'csv' : 'jsonl';
}
