import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SourceQuery } from '../../src/campaign/sources/wanted-sources.ts';
import { openDatabase } from '../../src/platform/sql/sqlite.ts';
import { startSqliteProcess } from '../../src/snapshot/sources/start-sqlite-process.ts';
import { newDatabase, query as run } from '../rig/postgres/database.ts';
import { createDatabaseProxy } from '../rig/postgres/database-proxy.ts';
import { snapshotRig } from '../rig/snapshot.ts';

const columns = { phone: 'text', name: 'text', at: 'instant', born: 'date', vip: 'boolean', paid: 'number' } as const;
const people = 12_000;
const text = 'SELECT paid, vip, born, at, name, phone, tier FROM members WHERE tier = ';

/** The same people for every database, as NDJSON. */
function ndjson(tier: string): string {
  return Array.from({ length: people }, (_, index) => index)
    .filter((index) => (index % 2 === 0 ? 'gold' : 'silver') === tier)
    .map((index) =>
      JSON.stringify({
        phone: `+${2_348_030_000_000 + index}`,
        name: index % 5 === 0 ? null : `Ada ${index}`,
        at: '2026-11-22T17:30:00.5Z',
        born: '1980-02-29',
        vip: index % 3 === 0,
        paid: index,
      }),
    )
    .join('\n');
}

describe('PostgreSQL', () => {
  let url = '';
  const from = (sql: string, values: readonly string[] = []): SourceQuery => ({
    kind: 'postgres',
    text: sql,
    values,
  });

  beforeAll(async () => {
    url = await newDatabase();
    await run(
      url,
      `CREATE TABLE members AS SELECT '+' || (2348030000000 + i) AS phone, CASE WHEN i % 5 > 0 THEN 'Ada ' || i END AS name,
        '2026-11-22 18:30:00.5+01'::timestamptz AS at, '1980-02-29'::date AS born, i % 3 = 0 AS vip, i::numeric AS paid,
        CASE WHEN i % 2 = 0 THEN 'gold' ELSE 'silver' END AS tier FROM generate_series(0, ${people - 1}) i`,
    );
    await run(url, 'CREATE SEQUENCE numbers');
  });

  test('is read by one statement with bound parameters', async () => {
    using rig = snapshotRig();
    const read = await rig.read(from(`${text}$1`, ['gold']), { columns, address: url });
    const same = await rig.read(rig.list(ndjson('gold'), 'ndjson'), { columns });
    expect([read.findings, read.digest, read.record?.rows]).toEqual([[], same.digest, people / 2]);
    const injected = await rig.read(from(`${text}$1`, ["' OR true --"]), { columns, address: url });
    expect(injected.findings).toEqual(['CS6036 the source gave no rows, but at least 1 is expected']);
  });

  test('gives numbers to their last digit, and floats by their shortest text', async () => {
    using rig = snapshotRig();
    const columns = { phone: 'text', a: 'text', b: 'number', c: 'number', d: 'text' } as const;
    const sql = `SELECT * FROM (VALUES ('2348030000001', 12345678901234567890.10, 9223372036854775807, 0.1::float4, 0.1::float8 + 0.2),
      ('2348030000002', 0.000000000000000000001, 90071992547409931, 1200.1::float4, 1e21::float8)) AS list (phone, a, b, c, d)`;
    const { record } = await rig.read(from(sql), { columns, address: url });
    expect(readFileSync(rig.folder.rowsPath(record!), 'utf8')).toBe(
      `{"phone":"2348030000001","a":"12345678901234567890.10","b":"9223372036854775807","c":0.1,"d":"0.30000000000000004"}
{"phone":"2348030000002","a":"0.000000000000000000001","b":"90071992547409931","c":1200.1,"d":"1e+21"}
`,
    );
  });

  test('is read as of one moment, whatever is written meanwhile', async () => {
    using rig = snapshotRig();
    const other = await newDatabase();
    await run(other, 'CREATE TABLE list AS SELECT 2348030000000 + i AS phone FROM generate_series(0, 20000) i');
    let isReading = true;
    const writing = (async () => {
      for (let round = 0; isReading; round++)
        await run(other, `INSERT INTO list SELECT 2349030000000 + ${round} * 10 + i FROM generate_series(0, 9) i`);
    })();
    const sql = 'SELECT phone, (SELECT count(*) FROM list) AS people FROM list';
    const { record } = await rig.read(from(sql), { columns: { phone: 'text', people: 'number' }, address: other });
    isReading = false;
    await writing;
    const rows = readFileSync(rig.folder.rowsPath(record!), 'utf8').trim().split('\n');
    expect(new Set(rows.map((row) => (JSON.parse(row) as { people: number }).people))).toEqual(new Set([rows.length]));
  });

  test.each([
    [
      'that writes',
      'WITH gone AS (DELETE FROM members RETURNING phone, name) SELECT * FROM gone',
      'the statement would write',
    ],
    ['that takes a number', "SELECT nextval('numbers')::text AS phone, '' AS name", 'the statement would write'],
    ['that locks rows', 'SELECT phone, name FROM members FOR UPDATE', 'the statement would write'],
    ['that makes a table', 'SELECT phone, name INTO copy FROM members', 'the statement would write'],
    [
      'that is wrong',
      'SELECT phone, name FROM nobody',
      'the database refused the statement: relation "nobody" does not exist',
    ],
    [
      'that fails half-way',
      'SELECT phone, (1 / (paid - 9000))::text AS name FROM members ORDER BY paid',
      'the database refused the statement: division by zero',
    ],
    ['with two columns of one name', 'SELECT phone, name, name FROM members', 'two columns have the name `name`'],
  ])('a statement %s gives no snapshot', async (_, sql, message) => {
    using rig = snapshotRig();
    const read = await rig.read(from(sql), { address: url });
    expect(read).toEqual({ digest: undefined, record: undefined, findings: [`CS6033 the source: ${message}`] });
    expect(readdirSync(rig.folder.path)).toEqual([]);
    expect(await run(url, 'SELECT count(*)::int AS people FROM members')).toEqual([{ people }]);
  });

  test('without an address, down, slow, or with a wrong password gives none, and no password is shown', async () => {
    using rig = snapshotRig();
    const read = async (address: string | undefined, sql = 'SELECT phone, name FROM members', timeoutMs = 5000) =>
      (await rig.read(from(sql), { address, timeoutMs })).findings.join();
    const wrong = Object.assign(new URL(url), { password: 's3cret-%21', username: 'nobody' }).href;
    const down = Object.assign(new URL(url), { port: '1', password: 's3cret' }).href;
    const found = [
      await read(undefined),
      await read('mysql://me:s3cret@localhost/x'),
      await read(wrong),
      await read(down),
      await read(`${url}-none`),
      await read(url, "SELECT pg_sleep(60)::text AS phone, '' AS name", 1000),
    ];
    expect(found.map((words) => words.replace(/(does not answer: ).*/, '$1…').replace('postgres:', 'PG:'))).toEqual([
      'CS6033 the source: CALLSHEET_AUDIENCE_MEMBERS_URL is not set',
      'CS6033 the source: CALLSHEET_AUDIENCE_MEMBERS_URL is not the address of a PostgreSQL',
      expect.stringMatching(
        /^CS6033 the source: the database (refused the user or the password|did not let the user in|.*role "nobody" does not exist)$/,
      ),
      'CS6033 the source: the database does not answer: …',
      'CS6033 the source: there is no such database',
      expect.stringMatching(
        /^CS6033 the source: (it took more than 1 s|the statement took too long, or was cancelled)$/,
      ),
    ]);
    expect(found.join()).not.toContain('s3cret');
  });

  test('whose connection is cut after some rows gives none', async () => {
    using rig = snapshotRig();
    await using proxy = await createDatabaseProxy(url);
    const slow = 'SELECT phone, name || coalesce(pg_sleep(0.0005)::text, $$$$) AS name FROM members';
    setTimeout(() => proxy.cut(), 1500);
    const read = await rig.read(from(slow), { address: proxy.url });
    expect(read.findings.join()).toMatch(/^CS6033 the source: the connection was lost: /);
    expect(readdirSync(rig.folder.path)).toEqual([]);
  });
});

describe('SQLite', () => {
  function crm(directory: string): string {
    const path = join(directory, 'crm.db');
    const database = openDatabase(path);
    database.exec(
      'CREATE TABLE members (phone TEXT, name TEXT, at TEXT, born TEXT, vip INTEGER, paid INTEGER, tier TEXT)',
    );
    const insert = database.prepare(
      "INSERT INTO members VALUES (?, ?, '2026-11-22T18:30:00.5+01:00', '1980-02-29', ?, ?, ?)",
    );
    database.transaction(() => {
      for (let index = 0; index < people; index++) {
        const name = index % 5 === 0 ? null : `Ada ${index}`;
        insert.run(
          `+${2_348_030_000_000 + index}`,
          name,
          Number(index % 3 === 0),
          index,
          index % 2 === 0 ? 'gold' : 'silver',
        );
      }
    });
    database.close();
    return path;
  }

  const from = (sql: string, values: readonly string[] = []): SourceQuery => ({ kind: 'sqlite', text: sql, values });

  test('gives the same snapshot as any other source', async () => {
    using rig = snapshotRig();
    const path = crm(rig.directory);
    const same = await rig.read(rig.list(ndjson('silver'), 'ndjson'), { columns });
    for (const address of ['crm.db', path, `sqlite://${path}`, `file://${path}`]) {
      const read = await rig.read(from(`${text}?`, ['silver']), { columns, address });
      expect([read.findings, read.digest]).toEqual([[], same.digest]);
    }
  });

  test('of a statement with two columns of one name is refused, and so is one that lacks a column, also without rows', async () => {
    using rig = snapshotRig();
    const database = openDatabase(join(rig.directory, 'crm.db'));
    database.exec(
      `CREATE TABLE members (id INTEGER, name TEXT, phone TEXT); CREATE TABLE agents (id INTEGER, phone TEXT);
       INSERT INTO members VALUES (1, 'Ada', '2348030000001'); INSERT INTO agents VALUES (1, '2348030000002')`,
    );
    database.close();
    const read = async (sql: string) => (await rig.read(from(sql), { address: 'crm.db' })).findings;
    const both = 'SELECT * FROM members m JOIN agents a ON a.id = m.id';
    expect([
      await read(both),
      await read(`${both} WHERE false`),
      await read('SELECT phone FROM members WHERE false'),
    ]).toEqual([
      ['CS6033 the source: two columns have the name `id`'],
      ['CS6033 the source: two columns have the name `id`'],
      ['CS6034 the source has no column `name`'],
    ]);
    expect(await read('SELECT m.*, a.id AS agent FROM members m JOIN agents a ON a.id = m.id')).toEqual([]);
  });

  test('that cannot be read, or would be changed, gives none', async () => {
    using rig = snapshotRig();
    crm(rig.directory);
    writeFileSync(join(rig.directory, 'text.db'), 'phone,name\n'.repeat(500));
    const read = async (sql: string, address: string | undefined = 'crm.db') =>
      (await rig.read(from(sql), { address })).findings.join();
    const all = 'SELECT phone, name FROM members';
    expect([
      await rig.read(from(all)).then(({ findings }) => findings.join()),
      await read(all, 'none.db'),
      await read(all, 'text.db'),
      await read('SELECT phone, name FROM nobody'),
      await read('WITH x AS (SELECT 1) DELETE FROM members RETURNING phone, name'),
      await read("SELECT phone, name FROM members WHERE phone = 'x'"),
    ]).toEqual([
      'CS6033 the source: CALLSHEET_AUDIENCE_MEMBERS_URL is not set',
      `CS6033 the source: there is no file ${rig.directory}/none.db`,
      `CS6033 the source: ${rig.directory}/text.db is damaged, or not a SQLite file`,
      'CS6033 the source: SQLite refused the statement: no such table: nobody',
      'CS6033 the source: SQLite refused the statement: near "DELETE": syntax error',
      'CS6036 the source gave no rows, but at least 1 is expected',
    ]);
  });

  /** With one row of these columns. */
  function small(directory: string, sql: string): void {
    const database = openDatabase(join(directory, 'crm.db'));
    database.exec(sql);
    database.close();
  }

  test('gives a text whole in which Unicode ends a line', async () => {
    using rig = snapshotRig();
    small(rig.directory, "CREATE TABLE members AS SELECT 2348030000001 AS phone, 'Ada' || char(8232) || 'Obi' AS name");
    expect((await rig.read(from('SELECT phone, name FROM members'), { address: 'crm.db' })).findings).toEqual([]);
  });

  test('gives integers to their last digit, and the shortest text of a float', async () => {
    using rig = snapshotRig();
    small(
      rig.directory,
      `CREATE TABLE members (phone INTEGER, big INTEGER, least INTEGER, due REAL);
       INSERT INTO members VALUES (2348030000001, 90071992547409931, -9223372036854775808, 0.1),
         (2348030000002, 9223372036854775807, 7, 1200.10)`,
    );
    const columns = { phone: 'text', big: 'text', least: 'number', due: 'number' } as const;
    const read = await rig.read(from('SELECT * FROM members'), { columns, address: 'crm.db' });
    expect(readFileSync(rig.folder.rowsPath(read.record!), 'utf8')).toBe(
      `{"phone":"2348030000001","big":"90071992547409931","least":"-9223372036854775808","due":0.1}
{"phone":"2348030000002","big":"9223372036854775807","least":7,"due":1200.1}
`,
    );
  });

  test('binds parameters as they are, also one that is named twice', async () => {
    using rig = snapshotRig();
    small(
      rig.directory,
      "CREATE TABLE members (phone TEXT, tier TEXT); INSERT INTO members VALUES ('2348030000001', '5')",
    );
    const query = {
      kind: 'sqlite',
      text: 'SELECT phone, ? || typeof(?) || ? AS name FROM members WHERE tier = ?',
    } as const;
    const values = ["'; --", 5, true, 5];
    const { record } = await rig.read({ ...query, values }, { address: 'crm.db' });
    expect(readFileSync(rig.folder.rowsPath(record!), 'utf8')).toBe(
      '{"phone":"2348030000001","name":"\'; --integer1"}\n',
    );
  });

  test.each([
    ['reads a file', "CAST(readfile('crm.db') AS TEXT)", /may not call `readfile`|no such function: readfile/],
    ['writes a file', "writefile('written', 'x')", /may not call `writefile`|no such function: writefile/],
    ['lists a folder', "(SELECT name FROM fsdir('.'))", /may not read `fsdir`|no such table: fsdir/],
    [
      'lists a folder in quotes',
      '(SELECT name FROM main."FSDIR" WHERE path = \'.\')',
      /`fsdir`|no such table: main.FSDIR/,
    ],
    ['loads a library', "load_extension('x')", /may not call `load_extension`|not authorized/],
    [
      'reads raw pages',
      '(SELECT data FROM sqlite_dbpage)',
      /may not read `sqlite_dbpage`|no such table: sqlite_dbpage/,
    ],
    ['changes a setting', '(SELECT optimize FROM pragma_optimize(2))', /may not read `pragma_optimize`/],
    ['replaces a tokenizer', "fts3_tokenizer('simple')", /may not call `fts3_tokenizer`|no such function/],
    [
      'ends its parentheses',
      "'' FROM members) , (SELECT writefile('written', 'x')",
      /may not call `writefile`|no such function/,
    ],
    ['hides what it calls', "(SELECT max(x) FROM (SELECT writefile('written', 'x') AS x LIMIT 1))", /writefile/],
  ])('of a statement that %s is refused, and nothing is done', async (_, name, message) => {
    using rig = snapshotRig();
    small(rig.directory, "CREATE TABLE members (phone TEXT); INSERT INTO members VALUES ('2348030000001')");
    const read = await rig.read(from(`SELECT phone, ${name} AS name FROM members`), { address: 'crm.db' });
    expect([read.findings, read.record]).toEqual([[expect.stringMatching(/^CS6033 the source: /)], undefined]);
    expect(read.findings.join()).toMatch(message);
    expect(readdirSync(rig.directory).filter((file) => !file.startsWith('.'))).toEqual(['crm.db']);
  });

  test('of a view that writes a file is refused', async () => {
    using rig = snapshotRig();
    small(
      rig.directory,
      `CREATE TABLE list (phone TEXT); INSERT INTO list VALUES ('2348030000001');
       CREATE VIEW members AS SELECT phone, writefile('written', 'x') AS name FROM list`,
    );
    const read = await rig.read(from('SELECT phone, name FROM members'), { address: 'crm.db' });
    expect(read.findings.join()).toMatch(/writefile/);
    expect(readdirSync(rig.directory).filter((file) => !file.startsWith('.'))).toEqual(['crm.db']);
  });

  test('may use what computes: mathematics, JSON, windows, texts and dates', async () => {
    using rig = snapshotRig();
    small(
      rig.directory,
      `CREATE TABLE members (phone TEXT, tags TEXT); INSERT INTO members VALUES ('2348030000001', '["a","b"]');
       CREATE VIRTUAL TABLE notes USING fts5(phone, note); INSERT INTO notes VALUES ('2348030000001', 'a good customer')`,
    );
    const sql = `WITH one AS (SELECT phone, count(*) OVER () AS n, tags ->> 0 AS tag FROM members)
      SELECT phone, floor(2.5) || n || tag || upper('x') || date('2026-11-22', '+1 day')
        || (SELECT group_concat(value, '+') FROM json_each('[1,2]')) || printf('%d', 7) AS name
      FROM one WHERE phone IN (SELECT phone FROM notes WHERE notes MATCH 'good') ORDER BY name -- the end`;
    const read = await rig.read(from(sql), { address: 'crm.db' });
    expect(read.findings).toEqual([]);
    expect(readFileSync(rig.folder.rowsPath(read.record!), 'utf8')).toMatch(/"name":"2(\.0)?1aX2026-11-231\+27"/);
  });

  test('of bytes, or of a number without end, is refused', async () => {
    using rig = snapshotRig();
    small(rig.directory, "CREATE TABLE members (phone TEXT); INSERT INTO members VALUES ('2348030000001')");
    const read = async (name: string) =>
      (await rig.read(from(`SELECT phone, ${name} AS name, x'00' AS photo FROM members`), { address: 'crm.db' }))
        .findings;
    expect([await read("x'00ff'"), await read('9e999'), await read("'Ada'")]).toEqual([
      ['CS6033 the source: `name` has bytes instead of a text in row 1'],
      ['CS6033 the source: `name` has a number without end in row 1'],
      [],
    ]);
  });

  const endless =
    'WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) AS phone, 1 AS name FROM t';

  test('is given up when its time is over or it is interrupted, though it computes', async () => {
    using rig = snapshotRig();
    small(rig.directory, 'CREATE TABLE members (phone TEXT)');
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 300);
    const reads = await Promise.all([
      rig.read(from(endless), { address: 'crm.db', timeoutMs: 300 }),
      rig.read(from(endless), { address: 'crm.db', signal: stop.signal }),
    ]);
    expect(reads.map(({ findings }) => findings)).toEqual([
      ['CS6033 the source: it took more than 0.3 s'],
      ['CS6033 the source: reading was stopped'],
    ]);
    expect(readdirSync(rig.folder.path)).toEqual([]);
  });

  test.runIf(process.platform === 'linux')('is read by a process without a secret', async () => {
    using rig = snapshotRig();
    small(rig.directory, 'CREATE TABLE members (phone TEXT)');
    const path = join(rig.directory, 'crm.db');
    const env = { ...process.env, CALLSHEET_API_SECRET: 's3cret', AWS_SECRET_ACCESS_KEY: 's3cret', TZ: 'Africa/Lagos' };
    const child = startSqliteProcess({ path, text: endless, values: [], columns: ['phone'] }, env);
    const seen = readFileSync(`/proc/${child.pid}/environ`, 'utf8');
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    await ended;
    expect(seen).toContain('TZ=Africa/Lagos');
    expect(seen).not.toContain('s3cret');
  });
});
