import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Database, openDatabase } from '../../platform/sql/sqlite.ts';
import { distinctColumns, SourceFailure } from '../source-failure.ts';
import { prepareConfined } from './confined-select.ts';

/** What this process is asked, on its standard input. */
export interface SqliteQuery {
  readonly path: string;
  readonly text: string;
  readonly values: readonly (string | number | boolean)[];
  /** The columns whose cells are wanted. */
  readonly columns: readonly string[];
}

/** Why there are no rows, or not all. */
export type SqliteTrouble =
  | { readonly refused: string; readonly hint: string | undefined }
  | { readonly message: string; readonly code: unknown };

/** What it prints, a line each: first the columns of the statement, then the wanted cells of each row, and how many rows there were. */
export type SqliteLine =
  | { readonly row: readonly (string | null)[] }
  | { readonly columns: readonly string[] }
  | { readonly end: number }
  | { readonly trouble: SqliteTrouble };

const busyMs = 5_000;
const charactersAtOnce = 128 * 1024;

/**
 * Runs one statement and prints its rows. It is a process of its own because SQLite holds the thread in which it computes:
 * only a process can be ended. A Ctrl-C of the terminal is for the process that waits for the rows, which ends this one.
 */
process.on('SIGINT', () => {});
void serve(JSON.parse(readFileSync(0, 'utf8')) as SqliteQuery);

async function serve({ path, text, values, columns }: SqliteQuery): Promise<void> {
  let printed = '';
  const print = (line: SqliteLine): void => void (printed += `${JSON.stringify(line)}\n`);
  let database: Database | undefined;
  try {
    database = openDatabase(path, { readOnly: true, busyMs });
    const statement = prepareConfined(database, text);
    const names = withoutNumbers(statement.columnNames());
    distinctColumns(names);
    const wanted = columns.map((name) => names.indexOf(name)).filter((index) => index !== -1);
    print({ columns: names });
    let rows = 0;
    for (const cells of statement.iterateCells(...values.map(asSqlValue))) {
      rows++;
      print({ row: wanted.map((index) => cellText(cells[index]!, names[index]!, rows)) });
      if (printed.length >= charactersAtOnce) await send();
    }
    print({ end: rows });
  } catch (error) {
    print({ trouble: troubleOf(error) });
  } finally {
    database?.close();
  }
  await send();

  async function send(): Promise<void> {
    const text = printed;
    printed = '';
    if (!process.stdout.write(text)) await once(process.stdout, 'drain');
  }
}

/** Of two columns with one name SQLite calls the second one `name:1`, as the query is read within another. */
function withoutNumbers(names: readonly string[]): readonly string[] {
  return names.map((name, index) => {
    const [, first] = /^(.*):\d+$/s.exec(name) ?? [];
    return first !== undefined && names.indexOf(first) < index && names.includes(first) ? first : name;
  });
}

function asSqlValue(value: string | number | boolean): string | number | bigint {
  if (typeof value === 'string') return value;
  // Not every driver would bind a whole number as one.
  return typeof value === 'boolean' || Number.isSafeInteger(value) ? BigInt(value) : value;
}

/** Integers to their last digit, floats by the shortest text that means the same one. */
function cellText(cell: string | number | bigint | Uint8Array | null, column: string, row: number): string | null {
  if (cell === null || typeof cell === 'string') return cell;
  if (typeof cell === 'bigint' || Number.isFinite(cell)) return String(cell);
  const what = typeof cell === 'number' ? 'a number without end' : 'bytes instead of a text';
  throw new SourceFailure(
    `\`${column}\` has ${what} in row ${row}`,
    typeof cell === 'number' ? 'correct the database' : `select it as text: \`CAST(${column} AS TEXT)\``,
  );
}

function troubleOf(error: unknown): SqliteTrouble {
  if (error instanceof SourceFailure) return { refused: error.message, hint: error.hint };
  if (!(error instanceof Error)) return { message: String(error), code: undefined };
  return { message: error.message, code: 'code' in error ? error.code : undefined };
}
