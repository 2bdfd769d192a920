import { crc32 } from 'node:zlib';
import type { Database } from '../../../platform/sqlite.ts';
import { peopleFacts } from './checksum.ts';
import { asNotWritten } from './verify-rows.ts';

/** Writes one part of those whom a person has confirmed, behind its checksum. In a transaction. */
export function writePeople(
  database: Database,
  run: number,
  { part, text }: { readonly part: number; readonly text: string },
): void {
  const name = nameOf(run, part);
  database
    .prepare('INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value')
    .run(name, `${sumOf(name, text)} ${text}`);
}

/** Throws `damaged` where a part is not as it was written. */
export function readPeople(database: Database, run: number): readonly string[] {
  const select = database.prepare('SELECT value FROM meta WHERE name = ?');
  const parts: string[] = [];
  for (;;) {
    const name = nameOf(run, parts.length);
    const value = select.get(name)?.['value'];
    if (value === undefined) return parts;
    const [sum, text] = splitAtBlank(String(value));
    if (sum !== String(sumOf(name, text))) throw asNotWritten();
    parts.push(text);
  }
}

function nameOf(run: number, part: number): string {
  return `${peopleFacts} ${run} ${part}`;
}

function sumOf(name: string, text: string): number {
  return crc32(text, crc32(`${name}\n`));
}

function splitAtBlank(text: string): readonly [before: string, after: string] {
  const at = text.indexOf(' ');
  return [text.slice(0, Math.max(0, at)), text.slice(at + 1)];
}
