import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { columnIndex } from '../../audience/comparable.ts';
import { type Database, openDatabase, type Statement } from '../../platform/sql/sqlite.ts';
import { distinctColumns, SourceFailure } from '../source-reader.ts';

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
 * only a process can be ended.
 */
async function serve({ path, text, values, columns }: SqliteQuery): Promise<void> {
  let printed = '';
  const print = (line: SqliteLine): void => void (printed += `${JSON.stringify(line)}\n`);
  let database: Database | undefined;
  try {
    database = openDatabase(path, { readOnly: true, busyMs });
    const statement = prepareConfined(database, text);
    // As it is read within another, SQLite gives other names to two columns of one name, to `A` beside `a`, and to `true`.
    const names = distinctColumns(database.prepare(text).columnNames());
    const wanted = columns.map((name) => columnIndex(names, name)).filter((index) => index !== -1);
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

/**
 * A statement of a campaign, prepared so that it can do nothing but compute with what is in this one database. SQLite reads it between
 * parentheses, so it can only be a query, whatever it says: no `ATTACH`, no `PRAGMA`, no second statement. Then it is asked what it
 * would do, without doing it (`EXPLAIN`): which functions it calls, whether of a view, a generated column or its own, and whether it
 * reads a virtual table. Those that are not known to be harmless are refused; drivers bring some that read and write files.
 */
function prepareConfined(database: Database, sql: string): Statement {
  // A function in the schema of the file is refused by SQLite itself, unless it is marked as harmless.
  database.exec('PRAGMA trusted_schema = OFF');
  // From now on the schema stays as it is judged.
  database.exec('BEGIN');
  // On lines of its own: it may end in a comment.
  const query = `SELECT * FROM (\n${sql}\n)`;
  const steps = database
    .prepare(`EXPLAIN ${query}`)
    .all()
    .map(({ opcode, p4 }) => ({ opcode: String(opcode), p4: String(p4) }));
  refuseFunctions(database, steps);
  if (steps.some(({ opcode }) => opcode === 'VOpen')) refuseTables(database, sql);
  return database.prepare(query);
}

/** Of the program that SQLite makes of a statement (https://sqlite.org/opcode.html). */
interface Step {
  readonly opcode: string;
  /** The function that the step calls, with the number of its arguments: `floor(1)`. */
  readonly p4: string;
}

const callsFunction = /^(Function|PureFunc|Agg)/;

function refuseFunctions(database: Database, steps: readonly Step[]): void {
  const called = new Set(
    steps.filter(({ opcode }) => callsFunction.test(opcode)).map(({ p4 }) => p4.replace(/\(-?\d+\)$/, '')),
  );
  const isHarmless = new Map<string, boolean>();
  for (const { name, flags } of database.prepare('SELECT name, flags FROM pragma_function_list').all()) {
    // A name may have several functions, by the number of their arguments.
    isHarmless.set(String(name), isHarmless.get(String(name)) !== false && (Number(flags) & innocuous) !== 0);
  }
  for (const name of called) {
    if (isHarmless.get(name) === true || harmless.has(name)) continue;
    throw new SourceFailure(
      `the statement may not call \`${name}\``,
      'functions that compute are allowed, but none that could read or write something else',
    );
  }
}

/** SQLITE_INNOCUOUS, SQLite's own mark of a function that does nothing but compute. */
const innocuous = 0x200000;

/** Some drivers do not mark these: mathematics, statistics, and what searches full texts. */
const harmless: ReadonlySet<string> = new Set(
  (
    'acos acosh asin asinh atan atan2 atanh ceil ceiling cos cosh degrees exp floor ln log log10 log2 mod pi pow power radians sign sin ' +
    'sinh sqrt tan tanh trunc match bm25 highlight snippet matchinfo offsets median percentile percentile_cont percentile_disc'
  ).split(' '),
);

/** Virtual tables whose rows are in the file, or in their arguments. */
const harmlessTables: ReadonlySet<string> = new Set(
  'json_each json_tree generate_series fts3 fts4 fts4aux fts5 fts5vocab rtree rtree_i32 geopoly'.split(' '),
);

/**
 * The steps do not name a virtual table. A table that is there without having been made has the name of its module, so a statement
 * that uses it has that name in its text, in whichever quotes.
 */
function refuseTables(database: Database, sql: string): void {
  const modules = database
    .prepare('SELECT name FROM pragma_module_list')
    .all()
    .map(({ name }) => String(name).toLowerCase());
  const text = sql.toLowerCase();
  const found = [...modules.filter((name) => !harmlessTables.has(name)), 'pragma_'].find((name) => text.includes(name));
  if (found === undefined) return;
  const name = found === 'pragma_' ? (/pragma_\w*/.exec(text)?.[0] ?? found) : found;
  throw new SourceFailure(
    `the statement may not read \`${name}\``,
    'only tables and views of the database are allowed',
  );
}

// A Ctrl-C of the terminal is for the process that waits for the rows, which ends this one.
process.on('SIGINT', () => {});
void serve(JSON.parse(readFileSync(0, 'utf8')) as SqliteQuery);
