import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { SourceQuery } from '../../src/campaign/sources/wanted-sources.ts';
import { newDatabase } from '../rig/postgres/database.ts';
import { snapshotRig } from '../rig/snapshot.ts';

let address = '';
beforeAll(async () => void (address = await newDatabase()));

const from = (text: string): SourceQuery => ({ kind: 'postgres', text, values: [] });

test.each([
  ['number', 'a number'],
  ['text', 'text'],
] as const)('PostgreSQL gives no numbers without end, whatever the column is declared as: %s', async (type, words) => {
  using rig = snapshotRig();
  for (const cell of ["'NaN'::float8", "'NaN'::numeric", "'-Infinity'::float4"]) {
    const sql = from(`SELECT '2348030000001' AS phone, ${cell} AS name`);
    const { findings } = await rig.read(sql, { columns: { phone: 'text', name: type }, address });
    const shown = cell.split("'")[1];
    expect(findings).toEqual([`CS6034 the source: \`name\` is not ${words} in 1 row, such as \`${shown}\` in row 1`]);
  }
});

test('PostgreSQL gives no bytes, which people would read as figures; a column that is not declared may have some', async () => {
  using rig = snapshotRig();
  const sql = from("SELECT '2348030000001' AS phone, 'Ada'::bytea AS photo, 'NaN' AS name");
  const refused = await rig.read(sql, { columns: { phone: 'text', photo: 'text' }, address });
  const finding = 'CS6033 the source: `photo` has bytes instead of texts';
  expect([refused.findings, refused.record]).toEqual([[finding], undefined]);
  const read = await rig.read(sql, { columns: { phone: 'text', name: 'text' }, address });
  expect(read.findings).toEqual([]);
  expect(readFileSync(rig.folder.rowsPath(read.record!), 'utf8')).toBe('{"phone":"2348030000001","name":"NaN"}\n');
});
