import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { expect, test } from 'vitest';
import { snapshotRig } from '../rig/snapshot.ts';

const columns = { phone: 'text', name: 'text', at: 'instant', born: 'date', vip: 'boolean', paid: 'number' } as const;

function members(people: number): Uint8Array {
  const of = <T>(make: (index: number) => T): T[] => Array.from({ length: people }, (_, index) => make(index));
  const bytes = parquetWriteBuffer({
    columnData: [
      { name: 'phone', data: of((index) => 2_348_030_000_000n + BigInt(index)), type: 'INT64' },
      { name: 'name', data: of((index) => (index % 2 === 0 ? `Ada ${index}` : null)), type: 'STRING', nullable: true },
      { name: 'at', data: of((index) => new Date(Date.UTC(2026, 10, 22, 17, 0, index % 60))), type: 'TIMESTAMP' },
      { name: 'born', data: of(() => '1980-02-29'), type: 'STRING' },
      { name: 'vip', data: of((index) => index % 3 === 0), type: 'BOOLEAN' },
      { name: 'paid', data: of((index) => index / 4), type: 'DOUBLE' },
      { name: 'secret', data: of(() => 'not kept'), type: 'STRING' },
    ],
    rowGroupSize: 400,
  });
  return new Uint8Array(bytes);
}

test('a Parquet file of several groups gives the same snapshot as the same rows in NDJSON', async () => {
  using rig = snapshotRig();
  const path = join(rig.directory, 'members.parquet');
  writeFileSync(path, members(1000));
  const read = await rig.read({ kind: 'parquet', path }, { columns });
  const rows = Array.from({ length: 1000 }, (_, index) => ({
    phone: 2_348_030_000_000 + index,
    name: index % 2 === 0 ? `Ada ${index}` : null,
    at: `2026-11-22T18:00:${String(index % 60).padStart(2, '0')}+01:00`,
    born: '1980-02-29',
    vip: index % 3 === 0,
    paid: index / 4,
  }));
  const ndjson = await rig.read(rig.list(rows.map((row) => `${JSON.stringify(row)}\n`).join(''), 'ndjson'), {
    columns,
  });
  expect([read.findings, ndjson.findings, ndjson.digest]).toEqual([[], [], read.digest]);
  expect(readFileSync(rig.folder.rowsPath(read.record!), 'utf8').split('\n').slice(0, 2)).toEqual([
    '{"phone":"2348030000000","name":"Ada 0","at":"2026-11-22T17:00:00.000Z","born":"1980-02-29","vip":true,"paid":0}',
    '{"phone":"2348030000001","name":null,"at":"2026-11-22T17:00:01.000Z","born":"1980-02-29","vip":false,"paid":0.25}',
  ]);
});

test('a file that is cut, damaged, of another kind or without a column gives no snapshot', async () => {
  using rig = snapshotRig();
  const path = join(rig.directory, 'members.parquet');
  const whole = members(500);
  const damaged = whole.slice();
  damaged.fill(7, 100, 3000);
  const found: string[] = [];
  for (const bytes of [whole.subarray(0, whole.length / 2), damaged, Buffer.from('phone,name\n'), new Uint8Array()]) {
    writeFileSync(path, bytes);
    const read = await rig.read({ kind: 'parquet', path }, { columns });
    found.push(`${read.digest} ${read.findings.map((text) => text.slice(0, 49)).join()}`);
  }
  expect(found).toEqual([
    'undefined CS6033 the source: it cannot be read as Parquet: ',
    'undefined CS6033 the source: it cannot be read as Parquet: ',
    'undefined CS6033 the source: it has only 11 bytes, so it is',
    'undefined CS6033 the source: it is empty, so it is not a Pa',
  ]);
  writeFileSync(path, whole);
  const renamed = await rig.read({ kind: 'parquet', path }, { columns: { ...columns, first_name: 'text' } });
  expect(renamed.findings).toEqual(['CS6034 the source has no column `first_name`']);
});
