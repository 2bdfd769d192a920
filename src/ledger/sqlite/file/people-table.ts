import { crc32 } from 'node:zlib';
import type { Database } from '../../../platform/sqlite.ts';
import { asNotWritten } from './verify-rows.ts';

/** Writes one part of those whom a person has confirmed, with its checksum. In a transaction. */
export function writePeople(
  database: Database,
  run: number,
  { part, text }: { readonly part: number; readonly text: string },
): void {
  database
    .prepare('INSERT OR REPLACE INTO confirmed_people (run, part, text, sum) VALUES (?, ?, ?, ?)')
    .run(run, part, text, sumOf(run, part, text));
}

/** Throws `damaged` where a part is not as it was written. */
export function readPeople(database: Database, run: number): readonly string[] {
  const rows = database.prepare('SELECT part, text, sum FROM confirmed_people WHERE run = ? ORDER BY part').all(run);
  return rows.map(({ part, text, sum }, at) => {
    if (Number(part) !== at || sum !== sumOf(run, at, String(text))) throw asNotWritten();
    return String(text);
  });
}

function sumOf(run: number, part: number, text: string): number {
  return crc32(text, crc32(`${run} ${part}\n`));
}
