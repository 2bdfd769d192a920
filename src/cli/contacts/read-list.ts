import { resolve } from 'node:path';
import { type RowsRead, readRows } from '../../audience/audience.ts';
import { columnIndex } from '../../audience/comparable.ts';
import { readLikelyBeginning } from '../../audience/likely-encoding.ts';
import { listFormat } from '../../audience/list-format.ts';
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
