import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { openDatabase } from '../../../src/platform/sql/sqlite.ts';
import type { WrittenCell, WrittenRow } from './written-list.ts';

/** A database with a table `people`, each number in the digits of the row. */
export function sqliteFile(rows: readonly WrittenRow[], columns: readonly string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-lists-'));
  const path = join(folder, 'people.db');
  try {
    const database = openDatabase(path);
    database.exec(`CREATE TABLE people (${columns.join(', ')})`);
    for (const { cells } of rows)
      database.exec(`INSERT INTO people VALUES (${columns.map((name) => literal(cells[name])).join(', ')})`);
    database.close();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function literal(cell: WrittenCell | undefined): string {
  if (cell === undefined || (cell.kind === 'text' && cell.text === '')) return 'NULL';
  return cell.kind === 'text' ? `'${cell.text.replaceAll("'", "''")}'` : cell.text;
}

/** `phone` and `policy` as whole numbers of 64 bits, `amount` as a decimal of two places, the others as text. */
export function parquetFile(rows: readonly WrittenRow[], columns: readonly string[]): Buffer {
  const schema = columns.map((name) => ({ name, repetition_type: 'OPTIONAL' as const, ...parquetType(name) }));
  const columnData = columns.map((name) => ({
    name,
    data: rows.map(({ cells }) => {
      const text = cells[name]?.text ?? '';
      if (text === '') return null;
      if (name === 'amount') return Number(text);
      return name === 'phone' || name === 'policy' ? BigInt(text) : text;
    }),
  }));
  return Buffer.from(
    parquetWriteBuffer({ schema: [{ name: 'root', num_children: columns.length }, ...schema], columnData }),
  );
}

function parquetType(name: string) {
  if (name === 'amount') return { type: 'INT64', converted_type: 'DECIMAL', scale: 2, precision: 18 } as const;
  if (name === 'phone' || name === 'policy') return { type: 'INT64' } as const;
  return { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;
}
