import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { SqliteQuery } from './sqlite-process.ts';

/** What SQLite and Node need to run: where temporary files go, libraries, the zone of `localtime`. Nothing of Callsheet, and no secret. */
const needed = /^(TMPDIR|TEMP|TMP|SQLITE_TMPDIR|TZ|SYSTEMROOT|WINDIR|LD_LIBRARY_PATH|DYLD_LIBRARY_PATH)$/i;

/** Starts `sqlite-process.ts`, which reads a SQLite file. */
export function startSqliteProcess(
  query: SqliteQuery,
  env: Readonly<Record<string, string | undefined>>,
): ChildProcessByStdio<Writable, Readable, Readable> {
  // Beside this file, under the same ending.
  const file = import.meta.url.replace(/start-sqlite-process(\.\w+)$/, 'sqlite-process$1');
  const child = spawn(process.execPath, [fileURLToPath(file)], {
    env: Object.fromEntries(Object.entries(env).filter(([name]) => needed.test(name))),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // It may have ended before it has read everything; how it ended says why.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(query));
  return child;
}
