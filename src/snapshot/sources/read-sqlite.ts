import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import { databaseTrouble } from '../../platform/sql/sqlite.ts';
import { type ReadOptions, SourceFailure, type SourceReader } from '../source-reader.ts';
import type { SqliteLine, SqliteTrouble } from './sqlite-process.ts';
import { startSqliteProcess } from './start-sqlite-process.ts';

const tailCharacters = 400;

/** One statement reads one state of the file, which is opened for reading only, in a process that has nothing else. */
export const readSqlite: SourceReader = async (wanted, sink, how) => {
  const { query, source } = wanted;
  if (query.kind !== 'sqlite') return;
  const path = pathOf(how);
  const columns = Object.keys(source.columns);
  const { text, values } = query;
  const child = startSqliteProcess({ path, text, values, columns }, how.env);
  const kill = (): void => void child.kill('SIGKILL');
  how.signal.addEventListener('abort', kill);
  if (how.signal.aborted) kill();
  let row = 0;
  let ended: number | undefined;
  let broken: unknown;
  const take = (line: SqliteLine): void => {
    if ('row' in line) return sink.onRow((column) => line.row[column], ++row);
    if ('trouble' in line) throw failureOf(line.trouble, path);
    if ('end' in line) ended = line.end;
    else {
      // Missing columns are an error before a row is read.
      sink.onHeader(line.columns);
      sink.onHeader(columns);
    }
  };
  // Node's `readline` would also end a line where Unicode does, within a text.
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    rest += piece;
    if (broken !== undefined || !piece.includes('\n')) return;
    const lines = rest.split('\n');
    rest = lines.pop()!;
    try {
      for (const line of lines) take(JSON.parse(line) as SqliteLine);
    } catch (error) {
      broken = error;
      kill();
    }
  });
  let tail = '';
  child.stderr.setEncoding('utf8').on('data', (words: string) => {
    tail = (tail + words).slice(-tailCharacters);
  });
  const end = await new Promise<string>((done) => {
    child.on('error', (error) => done(error.message));
    child.on('close', (code, signal) => done(signal ?? `exit code ${code}, ${visibleLine(tail.trim())}`));
  });
  how.signal.throwIfAborted();
  if (broken !== undefined) throw broken;
  // Memory that ran out, or somebody who ended it.
  if (ended !== row)
    throw new SourceFailure(`the process that reads it ended early (${end})`, 'try again; a cell may be too large');
};

/** A path, relative to the campaign, or an address such as sqlite:///var/crm.db or file:///var/crm.db. */
function pathOf({ address, variable, directory }: ReadOptions): string {
  if (address === undefined)
    throw new SourceFailure(`${variable} is not set`, `set it to the path of the database, such as ${variable}=crm.db`);
  const text = address.replace(/^sqlite:/i, 'file:');
  try {
    return resolve(directory, /^file:\/\//i.test(text) ? fileURLToPath(text) : text.replace(/^file:/i, ''));
  } catch {
    throw new SourceFailure(`${variable} is not a path or a file address`, `write ${variable}=sqlite:///path/to.db`);
  }
}

function failureOf(trouble: SqliteTrouble, path: string): SourceFailure {
  if ('refused' in trouble) return new SourceFailure(trouble.refused, trouble.hint);
  const { message, code } = trouble;
  if (message.startsWith('no such file')) return new SourceFailure(`there is no file ${path}`);
  const kind = databaseTrouble(Object.assign(new Error(message), { code }));
  if (kind === 'damaged') return new SourceFailure(`${path} is damaged, or not a SQLite file`);
  if (kind === 'busy') return new SourceFailure('another program has locked the database', 'try again later');
  if (kind === 'readOnly') {
    const words = `the statement would write, or the file cannot be read: ${message}`;
    return new SourceFailure(words, 'use a SELECT that changes nothing');
  }
  const hint = /syntax error/.test(message) ? 'write one SELECT that changes nothing' : undefined;
  return new SourceFailure(`SQLite refused the statement: ${message}`, hint);
}
