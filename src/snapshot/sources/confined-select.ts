import type { Database, Statement } from '../../platform/sql/sqlite.ts';
import { SourceFailure } from '../source-failure.ts';

/**
 * A statement of a campaign, prepared so that it can do nothing but compute with what is in this one database. SQLite reads it between
 * parentheses, so it can only be a query, whatever it says: no `ATTACH`, no `PRAGMA`, no second statement. Then it is asked what it
 * would do, without doing it (`EXPLAIN`): which functions it calls, whether of a view, a generated column or its own, and whether it
 * reads a virtual table. Those that are not known to be harmless are refused; drivers bring some that read and write files.
 */
export function prepareConfined(database: Database, sql: string): Statement {
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
