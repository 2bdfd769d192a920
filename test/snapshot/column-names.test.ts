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
const table = `CREATE TABLE members ("${phone}" text, "${name}" text, no text)`;
const row = `INSERT INTO members VALUES ('2348030000001', 'Ada', 'true')`;

interface NamedSource {
  readonly query: SourceQuery;
  readonly address?: string;
}

/** Lists over http are read as those of a program are. */
const sources: Readonly<
  Record<Exclude<SourceQuery['kind'], 'http'>, (rig: SnapshotRig) => NamedSource | Promise<NamedSource>>
> = {
  command: () => ({ query: printing(`${phone},${name},no\n2348030000001,Ada,true\n`) }),
  sqlite({ directory }) {
    const database = openDatabase(join(directory, 'crm.db'));
    database.exec(`${table}; ${row}`);
    database.close();
    return { query: { kind: 'sqlite', text: 'SELECT * FROM members', values: [] }, address: 'crm.db' };
  },
  parquet({ directory }) {
    const cells = { [phone]: '2348030000001', [name]: 'Ada', no: 'true' };
    const columnData = Object.entries(cells).map(([name, cell]) => ({ name, data: [cell], type: 'STRING' as const }));
    const path = join(directory, 'members.parquet');
    writeFileSync(path, new Uint8Array(parquetWriteBuffer({ columnData })));
    return { query: { kind: 'parquet', path } };
  },
  async postgres() {
    const address = await newDatabase();
    await query(address, `${table}; ${row}`);
    return { query: { kind: 'postgres', text: 'SELECT * FROM members', values: [] }, address };
  },
};

test.each(Object.keys(sources) as (keyof typeof sources)[])(
  'the columns of a source (%s) are found by their names as they look, and each cell is that of its column',
  async (kind) => {
    using rig = snapshotRig();
    const { query, address } = await sources[kind](rig);
    const { findings, record } = await rig.read(query, { columns: declared, address });
    expect(findings).toEqual([]);
    expect(readFileSync(rig.folder.rowsPath(record!), 'utf8')).toBe(
      '{"phone":"2348030000001","n\u00e1me":"Ada","no":true}\n',
    );
  },
);
