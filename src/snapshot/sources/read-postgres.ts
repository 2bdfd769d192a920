import { hasColumn } from '../../audience/comparable.ts';
import { type ClientBase, loadCursor, loadPostgres, withPlainTlsMode } from '../../platform/sql/postgres.ts';
import {
  codeOf,
  distinctColumns,
  isInsecure,
  type ReadOptions,
  SourceFailure,
  type SourceReader,
  type SourceSink,
} from '../source-reader.ts';

const connectMs = 10_000;
const rowsAtOnce = 1_000;

/** One consistent read of one statement, in a transaction that cannot change anything. Cells are taken as the server writes
 * them: no number is rounded and no time moved on its way. */
export const readPostgres: SourceReader = async (wanted, sink, how) => {
  const { query, source } = wanted;
  if (query.kind !== 'postgres') return;
  const url = addressOf(how);
  const pg = await loadPostgres();
  const client = makeClient(() => new pg.Client({ connectionString: url, ...clientOptions }), how);
  let lost: Error | undefined;
  client.on('error', (error) => void (lost ??= error));
  const stop = (): void => void client.end().catch(() => {});
  how.signal.addEventListener('abort', stop);
  try {
    await client.connect();
    await begin(client, how.timeoutMs);
    const declared = Object.keys(source.columns);
    await readAll(client, { text: query.text, values: query.values.map(String), declared }, sink);
    await client.query('ROLLBACK');
  } catch (error) {
    if (how.signal.aborted || error instanceof SourceFailure) throw error;
    throw failureOf(lost ?? error, url, how);
  } finally {
    await client.end().catch(() => {});
  }
};

async function readAll(
  client: ClientBase,
  {
    text,
    values,
    declared,
  }: { readonly text: string; readonly values: string[]; readonly declared: readonly string[] },
  sink: SourceSink,
): Promise<void> {
  const Cursor = await loadCursor();
  let row = 0;
  const cursor = client.query(new Cursor<Cells>(text, values, { rowMode: 'array', types: asWritten }));
  const readSome = (): Promise<readonly Cells[]> =>
    new Promise((resolve, reject) => {
      cursor.read(rowsAtOnce, (error: Error | undefined, rows, result) => {
        if (error) return reject(error);
        try {
          if (row === 0) {
            sink.onHeader(distinctColumns(result.fields.map(({ name }) => name)));
            refuseBytes(result.fields.filter(({ name }) => hasColumn(declared, name)));
          }
          resolve(rows);
        } catch (refused) {
          reject(refused);
        }
      });
    });
  for (let rows = await readSome(); rows.length > 0; rows = await readSome())
    for (const cells of rows) sink.onRow((column) => cells[column], ++row);
}

type Cells = (string | number | null)[];

/** Each cell is the text that the server sends, but for numbers without end: nobody is to be sent `NaN`. */
const asWritten = {
  getTypeParser: (type: number) => (text: string) => (floatTypes.has(type) && endless.test(text) ? Number(text) : text),
};

const endless = /^(?:NaN|-?Infinity)$/;

/** `float4`, `float8` and `numeric` (https://www.postgresql.org/docs/current/catalog-pg-type.html). */
const floatTypes: ReadonlySet<number> = new Set([700, 701, 1700]);
const byteType = 17;

function refuseBytes(columns: readonly { readonly name: string; readonly dataTypeID: number }[]): void {
  const bytes = columns.find(({ dataTypeID }) => dataTypeID === byteType);
  if (bytes === undefined) return;
  throw new SourceFailure(
    `\`${bytes.name}\` has bytes instead of texts`,
    `select it as text: \`convert_from(${bytes.name}, 'UTF8')\``,
  );
}

const clientOptions = {
  application_name: 'callsheet snapshot',
  connectionTimeoutMillis: connectMs,
  keepAlive: true,
};

async function begin(client: ClientBase, timeoutMs: number): Promise<void> {
  const settings = {
    statement_timeout: String(timeoutMs),
    idle_in_transaction_session_timeout: '60000',
    timezone: 'UTC',
    datestyle: 'ISO',
    intervalstyle: 'iso_8601',
    // Texts in quotes end where the check of the statement says.
    standard_conforming_strings: 'on',
    extra_float_digits: '1',
  };
  const statements = Object.entries(settings).map(([name, value]) => `SET LOCAL ${name} = '${value}'`);
  await client.query(['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', ...statements].join('; '));
}

function addressOf({ address, variable }: ReadOptions): string {
  const hint = `write ${variable}=postgres://user:password@host:5432/database?sslmode=verify-full`;
  if (address === undefined) throw new SourceFailure(`${variable} is not set`, hint);
  if (!URL.canParse(address) || !/^postgres(ql)?:\/\//i.test(address))
    throw new SourceFailure(`${variable} is not the address of a PostgreSQL`, hint);
  return withPlainTlsMode(address);
}

/** The driver reads the files that an address names. */
function makeClient<T>(make: () => T, { variable }: ReadOptions): T {
  try {
    return make();
  } catch {
    throw new SourceFailure(`${variable} is not an address that can be used`, 'check its parameters and their files');
  }
}

/** By SQLSTATE (PostgreSQL documentation, appendix A). */
const byState: Readonly<Record<string, readonly [message: string, hint?: string]>> = {
  '28P01': ['the database refused the user or the password', 'check the address'],
  '28000': ['the database did not let the user in', 'check the address, and whether it wants TLS (`sslmode`)'],
  '3D000': ['there is no such database', 'check the address'],
  '42501': ['the user may not read this', 'grant it SELECT'],
  '25006': ['the statement would write', 'use a SELECT that changes nothing'],
  '57014': ['the statement took too long, or was cancelled', 'raise `timeout`'],
};

function failureOf(error: unknown, url: string, { variable }: ReadOptions): unknown {
  if (!(error instanceof Error)) return error;
  const code = codeOf(error);
  const known = byState[code];
  if (known !== undefined) return new SourceFailure(...known);
  const words = withoutSecrets(error.message === '' ? code : error.message, url);
  if (/^[0-9A-Z]{5}$/.test(code) && !code.startsWith('08') && !code.startsWith('57P') && code !== 'EPIPE')
    return new SourceFailure(`the database refused the statement: ${words}`);
  if (/^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_|EHOST|ENET)/.test(code) && !/ECONNRESET|EPIPE/.test(code))
    return new SourceFailure(`the database does not answer: ${words}`, `check ${variable}, and that the server runs`);
  if (isInsecure(code) || /SSL/.test(words))
    return new SourceFailure(`no secure connection: ${words}`, 'check `sslmode` and the certificates');
  if (code !== '' || /terminat|timeout|closed|ended|password/i.test(words))
    return new SourceFailure(`the connection was lost: ${words}`, 'try again; nothing of it was used');
  return error;
}

function withoutSecrets(words: string, url: string): string {
  const { password } = new URL(url);
  const secrets = [password, decodeURIComponent(password)].filter((secret) => secret !== '');
  return secrets.reduce((text, secret) => text.replaceAll(secret, '…'), words);
}
