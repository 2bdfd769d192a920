import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, describe, expect, test } from 'vitest';
import { parseArguments } from '../../src/cli/parse-arguments.ts';
import { openDatabase } from '../../src/platform/sql/sqlite.ts';
import { commandHost } from '../rig/command-host.ts';

const folder = mkdtempSync(join(tmpdir(), 'callsheet-source-findings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { host, out, err } = commandHost({ now: Date.parse('2026-11-26T09:30:00Z'), env });
  const exitCode = await parseArguments(words, { ...host, cwd: folder });
  return { exitCode, said: out() + err() };
}

const columns = 'columns: { phone: text, name: text }';

function campaign(source: string): void {
  const text = `campaign: spring
timezone: Africa/Lagos
account: { appId: spring-app, businessPhone: "2348000000001" }
audiences:
  members: { ${source}, key: phone }
steps:
  code: { uses: otp.send, forEach: members, with: { templateId: 31, orderId: "{{ recipient.phone }}-{{ recipient.name | default: '-' }}" } }
`;
  writeFileSync(join(folder, 'campaign.yaml'), text);
}

const findings = (said: string) => said.split('\n').filter((line) => /(error|warning) CS\d/.test(line));

/** Good rows, a number that no country has, texts that were garbled or stand for nothing, a list and an object. */
const rows = [
  ['22507123456', 'Ada'],
  ['2348030000001', 'NULL'],
  ['2348030000002', 'RenÃ©'],
  ['2348030000003', '{"first":"Bo"}'],
  ['2348030000004', '["Chi"]'],
  ['2348030000005', '[Dayo]'],
] as const;
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

const sources: Readonly<Record<string, () => readonly [source: string, env?: Readonly<Record<string, string>>]>> = {
  sqlite() {
    const file = openDatabase(join(folder, 'list.db'));
    file.exec('DROP TABLE IF EXISTS list; CREATE TABLE list (phone TEXT, name JSON)');
    for (const [phone, name] of rows) file.exec(`INSERT INTO list VALUES ('${phone}', '${name}')`);
    file.close();
    writeFileSync(join(folder, 'list.sql'), 'SELECT phone, name FROM list\n');
    return [`from: sqlite, sql: list.sql, ${columns}`, { CALLSHEET_AUDIENCE_MEMBERS_URL: join(folder, 'list.db') }];
  },
  parquet() {
    const columnData = ['phone', 'name'].map((name, at) => ({
      name,
      data: rows.map((row) => row[at]!),
      type: 'STRING' as const,
    }));
    writeFileSync(join(folder, 'list.parquet'), new Uint8Array(parquetWriteBuffer({ columnData })));
    return [`file: list.parquet, ${columns}`];
  },
  csv() {
    writeFileSync(join(folder, 'list.csv'), ['phone,name', ...rows.map((row) => row.map(quoted).join(','))].join('\n'));
    return [`command: [cat, list.csv], ${columns}`];
  },
  ndjson() {
    writeFileSync(join(folder, 'list.ndjson'), rows.map(([phone, name]) => JSON.stringify({ phone, name })).join('\n'));
    return [`command: [cat, list.ndjson], format: ndjson, ${columns}`];
  },
};

describe.each(['snapshot', 'plan'])('what `check` finds in a list, `%s` finds in the rows that it reads', (command) => {
  test.each(Object.keys(sources))('of %s', async (kind) => {
    rmSync(join(folder, '.callsheet'), { recursive: true, force: true });
    const [source, env] = sources[kind]!();
    campaign(source);
    const read = await run([command, 'campaign.yaml', '--allow-commands'], env);
    const found = findings(read.said).map((line) => /CS\d.*/.exec(line)![0]);
    expect([read.exitCode, found]).toEqual([
      0,
      [
        'CS6017 1 recipient has a placeholder such as `NULL` in `name`, and `code` would send it',
        'CS6042 1 recipient has garbled text such as `Ã©` in `name`, and `code` would send it',
        'CS6044 2 recipients have a list or an object such as `{"first":"Bo"}` in `name`, and `code` would send it',
        'CS6043 1 number is not valid in its country',
      ],
    ]);
    // At its line of the snapshot.
    expect(read.said).toMatch(/\.callsheet\/snapshots\/spring\/\S+\.jsonl:1:\d+ warning CS6043/);
  });
});

describe('a list or an object in JSON lines of a source', () => {
  const read = async (lines: readonly unknown[]) => {
    writeFileSync(join(folder, 'deep.ndjson'), lines.map((line) => JSON.stringify(line)).join('\n'));
    campaign(`command: [cat, deep.ndjson], format: ndjson, ${columns}`);
    const { exitCode, said } = await run(['snapshot', 'campaign.yaml', '--allow-commands']);
    return { exitCode, found: findings(said).map((line) => /(error|warning) CS\d.*/.exec(line)![0]) };
  };
  const good = { phone: '2348030000001', name: 'Ada' };

  test('is an error where a column is read, with its row', async () => {
    expect(await read([good, { phone: '2348030000002', name: { first: 'Bo' } }])).toEqual({
      exitCode: 1,
      found: ['error CS6034 command cat: `name` is not text in 1 row, such as a list or an object of JSON in row 2'],
    });
  });

  test('is called so where the number should be, with its row', async () => {
    expect(await read([good, good, { phone: ['2348030000002'], name: 'Bo' }].slice(1))).toEqual({
      exitCode: 0,
      found: ['warning CS6006 1 row has a list or an object of JSON in `phone` and is left out, in row 2'],
    });
  });

  test('half of a character is an error with its line', async () => {
    const { exitCode, found } = await read([good, { phone: '2348030000002', name: 'Bo \ud83d' }]);
    expect(exitCode).toBe(1);
    expect(found).toEqual([
      'error CS6011 1 line cannot be read as JSON: it has half of a character, such as `\\ud83d`, in line 2',
    ]);
  });
});

test('a parameter that YAML changes is an error: it would select others', async () => {
  writeFileSync(join(folder, 'list.sql'), 'SELECT phone, name FROM list WHERE name <> :zip\n');
  campaign(`from: sqlite, sql: list.sql, params: { zip: 01234 }, ${columns}`);
  const { said } = await run(['check', 'campaign.yaml']);
  expect(findings(said)).toEqual([expect.stringContaining('error CS1005 YAML reads `01234` as the number 1234')]);
});

test('a parameter knows what is the same for all runs: one of a run would be empty, and select others', async () => {
  writeFileSync(join(folder, 'list.sql'), 'SELECT phone, name FROM list WHERE name <> :of\n');
  const found = async (of: string): Promise<readonly string[]> => {
    campaign(`from: sqlite, sql: list.sql, params: { of: "${of}" }, ${columns}`);
    return findings((await run(['check', 'campaign.yaml'])).said);
  };
  expect(await found('{{ campaign.id }}')).toEqual([]);
  expect(await found('{{ run.id }}')).toEqual([
    expect.stringContaining('error CS3008 The list is read once for all runs, so there is no `run` here'),
  ]);
  expect(await found('{{ recipient.name }}')).toEqual([expect.stringContaining('error CS3016')]);
});

test('a list whose numbers are read by another column of countries is another list', async () => {
  writeFileSync(join(folder, 'list.csv'), 'phone,name,home,office\n0712345678,Ada,KE,UG\n');
  const planned = async (column: string) => {
    const all = 'columns: { phone: text, name: text, home: text, office: text }';
    campaign(`command: [cat, list.csv], ${all}, country: { column: ${column} }`);
    const { said } = await run(['plan', 'campaign.yaml', '--allow-commands', '--show', '1', '--show-numbers']);
    return /\b25\d{10}\b/.exec(said)?.[0];
  };
  expect([await planned('home'), await planned('office')]).toEqual(['254712345678', '256712345678']);
});

test('an audience whose source lacks a variable is there, also for who names it', async () => {
  campaign(`from: sqlite, sql: tier.sql, params: { tier: "{{ env.TIER }}" }, ${columns}`);
  writeFileSync(join(folder, 'campaign.yaml'), 'env: [TIER]\n', { flag: 'a' });
  writeFileSync(join(folder, 'tier.sql'), 'SELECT phone, name FROM list WHERE tier = :tier\n');
  const { exitCode, said } = await run(['snapshot', 'campaign.yaml', 'members']);
  expect([exitCode, findings(said).map((line) => line.replace(/^\S+ /, ''))]).toEqual([
    1,
    [
      'error CS6031 `members` cannot be read: one of its parameters has no value',
      'error CS3014 The environment variable TIER is not set',
    ],
  ]);
});
