import { resolve } from 'node:path';
import { type RowsRead, readRows } from '../../audience/audience.ts';
import type { AudienceProblem } from '../../audience/audience-problem.ts';
import { columnIndex } from '../../audience/comparable.ts';
import { readLikelyBeginning } from '../../audience/list-beginning.ts';
import { listFormat } from '../../audience/list-format.ts';
import { audienceFindings } from '../../campaign/audiences/audience-findings.ts';
import { unreadFile } from '../../diagnostic/source-file.ts';
import type { Host } from '../../platform/ports.ts';

/** A row of a list that no campaign describes; a cell by the name of its column, empty where there is none. */
export interface ListRow {
  readonly line: number;
  cell(column: string): string;
}

/**
 * Reads a CSV or JSONL file that people give to a command. Who exports it cannot choose how: a Spanish Excel writes semicolons and no
 * UTF-8. Undefined if the file does not exist.
 */
export async function readList(
  path: string,
  { files, cwd, console }: Pick<Host, 'files' | 'cwd' | 'console'>,
  onRow: (row: ListRow) => void,
): Promise<RowsRead | undefined> {
  const file = resolve(cwd, path);
  const { sep, encoding } = (await readLikelyBeginning(files, file))?.begin ?? {};
  let header: readonly string[] = [];
  const read = await readRows(
    files,
    { path: file, format: listFormat(path), sep, encoding },
    {
      onHeader: (columns) => void (header = [...columns]),
      onRow(fields, line) {
        const cells = header.map((_, index) => String(fields(index) ?? ''));
        onRow({ line, cell: (column) => cells[columnIndex(header, column)] ?? '' });
      },
    },
  );
  if (encoding !== undefined && read?.problems.length === 0)
    console.err(`Warning: ${path} is not UTF-8, and is read as ${encoding}: its letters may be others.\n`);
  return read;
}

/** What is wrong with the file, in the words that a list of an audience would get. */
export function problemWords(
  problem: AudienceProblem,
  path: string,
  { column, country }: { readonly column: string; readonly country: string | undefined },
): string {
  const span = unreadFile(path);
  const format = listFormat(path);
  const about = { format, header: [], key: column, country, sep: undefined, use: 'import' } as const;
  const [found] = audienceFindings([problem], { ...about, span, excerpt: () => span });
  const { message = '', hint = '' } = found ?? {};
  const line = problem.kind === 'unreadable' || problem.lines[0] === undefined ? '' : `:${problem.lines[0]}`;
  return `${path}${line}: ${message}.${hint === '' ? '' : ` ${capitalized(hint)}.`}`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
