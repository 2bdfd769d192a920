import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { expect, test } from 'vitest';
import type { SourceQuery } from '../../src/campaign/sources/wanted-sources.ts';
import { openDatabase } from '../../src/platform/sql/sqlite.ts';
import { newDatabase, query } from '../rig/postgres/database.ts';
import { printing, type SnapshotRig, snapshotRig } from '../rig/snapshot.ts';

/** As the source writes them: with a character that nobody sees, and in the other Unicode form. */
const [phone, name] = ['phone\u200b', 'na\u0301me'];
const declared = { phone: 'text', 'n\u00e1me': 'text', no: 'boolean' } as const;

/** A row by column. */
type Cells = Readonly<Record<string, string>>;

const inSql = (cells: Cells): string => {
  const columns = Object.keys(cells).map((column) => `"${column}" text`);
  const values = Object.values(cells).map((cell) => `'${cell}'`);
  return `CREATE TABLE members (${columns.join()}); INSERT INTO members VALUES (${values.join()})`;
};

interface NamedSource {
  readonly query: SourceQuery;
  readonly address?: string;
}

/** Lists over http are read as those of a program are. */
const sources: Readonly<
  Record<Exclude<SourceQuery['kind'], 'http'>, (rig: SnapshotRig, cells: Cells) => NamedSource | Promise<NamedSource>>
> = {
  command: (_, cells) => ({ query: printing(`${Object.keys(cells).join()}\n${Object.values(cells).join()}\n`) }),
  sqlite({ directory }, cells) {
    const database = openDatabase(join(directory, 'crm.db'));
    database.exec(inSql(cells));
    database.close();
    return { query: { kind: 'sqlite', text: 'SELECT * FROM members', values: [] }, address: 'crm.db' };
  },
  parquet({ directory }, cells) {
    const columnData = Object.entries(cells).map(([name, cell]) => ({ name, data: [cell], type: 'STRING' as const }));
    const path = join(directory, 'members.parquet');
    writeFileSync(path, new Uint8Array(parquetWriteBuffer({ columnData })));
    return { query: { kind: 'parquet', path } };
  },
  async postgres(_, cells) {
    const address = await newDatabase();
    await query(address, inSql(cells));
    return { query: { kind: 'postgres', text: 'SELECT * FROM members', values: [] }, address };
  },
};

const kinds = Object.keys(sources) as (keyof typeof sources)[];

test.each(kinds)(
  'the columns of a source (%s) are found by their names as they look, and each cell is that of its column',
  async (kind) => {
    using rig = snapshotRig();
    const { query, address } = await sources[kind](rig, { [phone]: '2348030000001', [name]: 'Ada', no: 'true' });
    const { findings, record } = await rig.read(query, { columns: declared, address });
    expect(findings).toEqual([]);
    expect(readFileSync(rig.folder.rowsPath(record!), 'utf8')).toBe(
      '{"phone":"2348030000001","n\u00e1me":"Ada","no":true}\n',
    );
  },
);

test.each(kinds)(
  'two columns of a source (%s) whose names look the same are refused: nobody knows which is meant',
  async (kind) => {
    using rig = snapshotRig();
    const alike = 'n\u00e1me\u200b';
    const cells = { [phone]: '2348030000001', [name]: 'Ada', [alike]: 'Bola', no: 'true' };
    const { query, address } = await sources[kind](rig, cells);
    const { findings, record } = await rig.read(query, { columns: declared, address });
    expect(findings).toEqual([expect.stringMatching(/^CS60\d\d .*[Tt]wo columns have the name `n\u00e1me/)]);
    expect(record).toBeUndefined();
  },
);

test('a column of SQLite may be called as SQLite itself calls columns that it renames', async () => {
  using rig = snapshotRig();
  openDatabase(join(rig.directory, 'crm.db')).close();
  const text = `SELECT '2348030000001' AS phone, 'Ada' AS "a", 'Bola' AS "A", 'Chi' AS "a:1", 'Dan' AS "true"`;
  const columns = { phone: 'text', a: 'text', A: 'text', 'a:1': 'text', true: 'text' } as const;
  const { findings, record } = await rig.read({ kind: 'sqlite', text, values: [] }, { columns, address: 'crm.db' });
  expect(findings).toEqual([]);
  expect(readFileSync(rig.folder.rowsPath(record!), 'utf8')).toBe(
    '{"phone":"2348030000001","a":"Ada","A":"Bola","a:1":"Chi","true":"Dan"}\n',
  );
});
