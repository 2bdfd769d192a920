import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SourceQuery } from '../../src/campaign/sources/wanted-sources.ts';
import { openDatabase } from '../../src/platform/sql/sqlite.ts';
import { listen } from '../rig/byte-server.ts';
import { createCampaignRig } from '../rig/campaign-rig.ts';
import { builtMain } from '../rig/child.ts';
import { newDatabase, query as runSql } from '../rig/postgres/database.ts';
import { isWhole, sampleOf } from '../rig/sample-of.ts';
import { printing, type ReadMore, type SnapshotRig, snapshotRig } from '../rig/snapshot.ts';

/** What a source has at one time: texts, by column. */
interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const columns = { phone: 'text', name: 'text', paid: 'number' } as const;
const people = (from: number, to: number): Table => ({
  columns: ['phone', 'name', 'paid'],
  rows: Array.from({ length: to - from }, (_, index) => [String(2_348_030_000_000 + from + index), 'Ada', '12.25']),
});

let server: Server;
let served = '';
let origin = '';
let database = '';
beforeAll(async () => {
  database = await newDatabase();
  server = createServer((_, response) => void response.end(served));
  origin = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

type Source = readonly [query: SourceQuery, more: ReadMore];

const csvOf = ({ columns, rows }: Table): string => [columns, ...rows].map((cells) => `${cells.join(',')}\n`).join('');
const definitionOf = ({ columns }: Table): string => columns.map((name) => `${name} TEXT`).join(', ');
const valuesOf = ({ rows }: Table): readonly string[] =>
  rows.map((cells) => `INSERT INTO list VALUES (${cells.map((cell) => `'${cell}'`).join(', ')})`);

const sources: Readonly<Record<SourceQuery['kind'], (table: Table, rig: SnapshotRig) => Promise<Source> | Source>> = {
  async postgres(table) {
    const list = ['DROP TABLE IF EXISTS list', `CREATE TABLE list (${definitionOf(table)})`, ...valuesOf(table)];
    await runSql(database, list.join('; '));
    return [{ kind: 'postgres', text: 'SELECT * FROM list', values: [] }, { address: database }];
  },
  sqlite(table, { directory }) {
    const file = openDatabase(join(directory, 'list.db'));
    file.exec(`DROP TABLE IF EXISTS list; CREATE TABLE list (${definitionOf(table)})`);
    file.exec(['BEGIN', ...valuesOf(table), 'COMMIT'].join('; '));
    file.close();
    return [{ kind: 'sqlite', text: 'SELECT * FROM list', values: [] }, { address: 'list.db' }];
  },
  http(table) {
    served = csvOf(table);
    return [{ kind: 'http', url: origin, format: 'csv', sep: undefined }, {}];
  },
  command: (table) => [printing(csvOf(table)), {}],
  parquet({ columns, rows }, { directory }) {
    const path = join(directory, 'list.parquet');
    const cellsOf = (index: number): string[] => rows.map((cells) => cells[index]!);
    const columnData = columns.map((name, index) => ({ name, data: cellsOf(index), type: 'STRING' as const }));
    writeFileSync(path, new Uint8Array(parquetWriteBuffer({ columnData })));
    return [{ kind: 'parquet', path }, {}];
  },
};

const good = people(0, 10);
const withRow = (row: readonly string[]): Table => ({ ...good, rows: [...good.rows, row] });

const faults: readonly (readonly [what: string, table: Table, finding: string])[] = [
  ['is empty', { ...good, rows: [] }, 'CS6036 the source gave no rows, but at least 1 is expected'],
  [
    'has the words of an error for a row',
    { ...good, rows: [['ERROR: quota exceeded', '', '']] },
    'CS6037 the source: there is no number in `phone` of 1 row, so this is not a list of people',
  ],
  [
    'has lost a column',
    { columns: ['phone', 'paid'], rows: good.rows.map(([phone, , paid]) => [phone!, paid!]) },
    'CS6034 the source has no column `name`',
  ],
  [
    'has another name for a column',
    { ...good, columns: ['phone', 'first_name', 'paid'] },
    'CS6034 the source has no column `name`',
  ],
  [
    'has cells of another type',
    withRow(['2348030000011', 'Bo', 'twelve']),
    'CS6034 the source: `paid` is not a number in 1 row, such as `twelve` in row 11',
  ],
  [
    'has a number twice, in two notations',
    withRow(['+234 803 000 0003', 'Bo', '1']),
    'CS6035 the source: 1 row has the number of another row: 234…0003',
  ],
  [
    'has numbers that exist only with the code of its country',
    { ...good, rows: good.rows.map(([phone, ...others]) => [phone!.replace('234803', '703'), ...others]) },
    'CS6046 10 numbers lack their country code: they would be numbers of Nigeria, the first in row 1',
  ],
  [
    'has numbers of another kind',
    { ...good, rows: good.rows.map(([phone, ...others]) => [phone!.replace('234', '0'), ...others]) },
    'CS6035 the source: 10 rows have a number without its country code in `phone`, the first is row 1',
  ],
  [
    'has other people than before',
    people(7, 17),
    'CS6036 the source: 7 people joined and 7 left since the last snapshot, 140% of it; at most 20% is expected',
  ],
];

describe.each(Object.keys(sources) as SourceQuery['kind'][])('a source of the kind %s', (kind) => {
  test.each(sampleOf(faults, 3))('that %s gives one error, and the last snapshot stays', async (_, bad, finding) => {
    using rig = snapshotRig();
    const read = async (table: Table) => {
      const [query, more] = await sources[kind](table, rig);
      return rig.read(query, { columns, expect: { change: 0.2 }, ...more });
    };
    const before = await read(good);
    expect([before.findings, before.record?.recipients]).toEqual([[], 10]);
    const files = readdirSync(rig.folder.path);
    const found = await read(bad);
    expect(found).toEqual({ digest: undefined, record: undefined, findings: [finding] });
    expect(readdirSync(rig.folder.path)).toEqual(files);
    expect(rig.folder.records('members')).toEqual([before.record]);
  });

  test('gives a snapshot without who was forgotten, whatever else their row has, and the same one as a source without them', async () => {
    using rig = snapshotRig();
    const read = async (table: Table, forgotten: readonly number[]) => {
      const [query, more] = await sources[kind](table, rig);
      const isForgotten = (key: number): boolean => forgotten.includes(key);
      return rig.read(query, { columns, forgotten: async () => ({ isForgotten, digest: '1' }), ...more });
    };
    const others = await read(good, []);
    const left = await read(withRow(['00234 803 000 0011', 'Bo', 'twelve']), [2_348_030_000_011]);
    expect(left.findings).toEqual([]);
    expect(left.record).toMatchObject({ rows: 11, unreadable: 0, recipients: 10, digest: others.digest });
  });
});

test('a snapshot is not kept if somebody is forgotten while its source is read, or it is not known who was', async () => {
  using rig = snapshotRig();
  let asked = 0;
  const forgotten = async () => ({ isForgotten: () => false, digest: String(++asked) });
  const meanwhile = await rig.read(printing(csvOf(good)), { columns, forgotten });
  expect(meanwhile.findings).toEqual(['CS6032 Somebody was forgotten while `members` was read from the source']);
  const unknown = await rig.read(printing(csvOf(good)), { columns, forgotten: async () => ({ fault: 'no key' }) });
  expect(unknown.findings).toEqual(['CS6022 The people who asked to be forgotten cannot be read: no key']);
  expect(readdirSync(rig.folder.path)).toEqual([]);
});

test('a file that takes longer to read than its time limit gives no snapshot', async () => {
  using rig = snapshotRig();
  for (const kind of ['sqlite', 'parquet'] as const) {
    const [query, more] = await sources[kind](people(0, 5_000), rig);
    const read = await rig.read(query, { columns, ...more, timeoutMs: 0 });
    expect(read.findings).toEqual(['CS6033 the source: it took more than 0 s']);
  }
  expect(readdirSync(rig.folder.path)).toEqual([]);
});

test.runIf(process.platform === 'linux').each<readonly [number, number]>([
  [5_000, 64],
  // So many that a thread writes them.
  ...(isWhole ? [[300_000, 16_384] as const] : []),
])(
  'rows for which the disk has no room are not the fault of the source: %d of them, and %d blocks',
  async (rows, blocks) => {
    await using rig = await createCampaignRig();
    using other = snapshotRig();
    await sources.postgres(people(0, rows), other);
    await rig.members(people(0, rows).rows.map(([phone]) => phone!));
    await rig.write('list.sql', 'SELECT phone, name AS first_name FROM list');
    for (const source of ['command: [cat, members.csv]', 'sql: list.sql, from: postgres']) {
      await rig.campaign(
        'code: { uses: otp.send, forEach: members, with: { templateId: 31 } }',
        `audiences:\n  members: { ${source}, columns: { phone: text, first_name: text }, key: phone }`,
      );
      // No file may be larger than that.
      const limited = ['-c', `ulimit -f ${blocks}; exec "$@"`, 'sh', process.execPath, builtMain];
      const { status, stdout, stderr } = spawnSync(
        'sh',
        [...limited, 'snapshot', 'campaign.yaml', '--allow-commands'],
        {
          cwd: rig.folder,
          env: { ...process.env, CALLSHEET_AUDIENCE_MEMBERS_URL: database },
          encoding: 'utf8',
        },
      );
      expect([status, stderr, stdout.split('\n')[0]?.replace(/:\d+:\d+ /, ' ')]).toEqual([
        1,
        '',
        `campaign.yaml error CS6032 The rows of \`members\` cannot be kept: ${rig.folder}/.callsheet/snapshots/trial has no room`,
      ]);
      expect(readdirSync(join(rig.folder, '.callsheet/snapshots/trial'))).toEqual([]);
    }
  },
);
