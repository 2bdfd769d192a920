import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetWriteBuffer, parquetWriteFile } from 'hyparquet-writer';
import { expect, test } from 'vitest';
import { parquetCell } from '../../src/snapshot/sources/read-parquet.ts';
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

test('a number that was written as a float of 32 bits is refused: it would be the number of somebody else', async () => {
  using rig = snapshotRig();
  const path = join(rig.directory, 'members.parquet');
  const columnData = [{ name: 'phone\u200b', data: [2348030000001], type: 'FLOAT' as const }];
  writeFileSync(path, new Uint8Array(parquetWriteBuffer({ columnData })));
  const { findings, record } = await rig.read({ kind: 'parquet', path }, { columns: { phone: 'number' } });
  expect(findings).toEqual(['CS6033 the source: `phone\u200b` has floats of 32 bits, which keep 7 digits of a number']);
  expect(record).toBeUndefined();
});

test('decimals, floats, dates and times are what is in the file, to the last digit', async () => {
  using rig = snapshotRig();
  const path = join(rig.directory, 'members.parquet');
  const required = { repetition_type: 'REQUIRED' } as const;
  const decimal = { ...required, converted_type: 'DECIMAL', precision: 18 } as const;
  const bytes = (...of: readonly number[]) => Uint8Array.from(of);
  const write = {
    due: [{ ...decimal, type: 'INT64', scale: 2 }, [49.5, 1200.1, -8.2]],
    fee: [{ ...decimal, type: 'INT32', scale: 3 }, [0.001, 7, -0.5]],
    small: [{ ...required, type: 'FLOAT' }, [0.1, 16777216, 1.5e-7]],
    large: [{ ...required, type: 'DOUBLE' }, [0.1, 1e21, 1200.1]],
    big: [{ ...required, type: 'INT64' }, [90071992547409931n, -9223372036854775808n, 9223372036854775807n]],
    born: [
      { ...required, type: 'INT32', converted_type: 'DATE' },
      [new Date('1980-02-29'), new Date(0), new Date(-864e5)],
    ],
    code: [{ ...required, type: 'BYTE_ARRAY' }, [bytes(48, 55), bytes(0xc3, 0xa9), bytes(55)]],
  } as const;
  const columns = Object.entries(write);
  parquetWriteFile({
    filename: path,
    schema: [
      { name: 'root', num_children: columns.length + 1 },
      { name: 'phone', type: 'INT64', ...required },
      ...columns.map(([name, [type]]) => ({ name, ...type })),
    ],
    columnData: [
      { name: 'phone', data: [2348030000001n, 2348030000002n, 2348030000003n] },
      ...columns.map(([name, [, data]]) => ({ name, data: [...data] })),
    ],
  });
  const read = async (type: 'text' | 'number') => {
    const names = Object.keys(write).filter((name) => type === 'text' || !['born', 'code'].includes(name));
    const declared = { phone: 'text', ...Object.fromEntries(names.map((name) => [name, type])) } as const;
    const { record, findings } = await rig.read({ kind: 'parquet', path }, { columns: declared });
    expect(findings).toEqual([]);
    return readFileSync(rig.folder.rowsPath(record!), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.slice(25));
  };
  expect(await read('text')).toEqual([
    '"due":"49.50","fee":"0.001","small":"0.1","large":"0.1","big":"90071992547409931","born":"1980-02-29","code":"07"}',
    '"due":"1200.10","fee":"7.000","small":"16777216","large":"1e+21","big":"-9223372036854775808","born":"1970-01-01","code":"é"}',
    '"due":"-8.20","fee":"-0.500","small":"1.5e-7","large":"1200.1","big":"9223372036854775807","born":"1969-12-31","code":"7"}',
  ]);
  expect(await read('number')).toEqual([
    '"due":"49.50","fee":0.001,"small":0.1,"large":0.1,"big":"90071992547409931"}',
    '"due":"1200.10","fee":"7.000","small":16777216,"large":1e+21,"big":"-9223372036854775808"}',
    '"due":"-8.20","fee":"-0.500","small":1.5e-7,"large":1200.1,"big":"9223372036854775807"}',
  ]);
});

test.each([
  [{ type: 'DECIMAL', precision: 30, scale: 4 }, Uint8Array.from([0xff, 0xff, 0xd8, 0xf1]), '-0.9999'],
  [{ type: 'DATE' }, 20_000, '2024-10-04'],
  [{ type: 'TIME', isAdjustedToUTC: false, unit: 'MICROS' }, 45_296_000_500n, '12:34:56.0005'],
  [{ type: 'TIME', isAdjustedToUTC: false, unit: 'MILLIS' }, 1000, '00:00:01'],
  [{ type: 'JSON' }, Buffer.from('{"n":90071992547409931}'), '{"n":90071992547409931}'],
] as const)('a column of the logical type %j alone is a text as people write it', (type, value, text) => {
  const element = { name: 'x', type: 'BYTE_ARRAY', logical_type: type } as const;
  expect(parquetCell(element)(value)).toBe(text);
  expect(parquetCell(element)(null)).toBeNull();
});
