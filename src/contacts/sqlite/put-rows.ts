import { closeSync, fsyncSync, linkSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type Database, openDatabase, type SqlValue } from '../../platform/sqlite.ts';
import { makeStateFolder } from '../../state/make-state-folder.ts';
import { digestOf, type LedgerRows } from '../move/moved-rows.ts';
import { makeLedgerIn } from './ledger-file.ts';
import { readRows } from './read-rows.ts';

export interface NewLedgerFile {
  readonly path: string;
  readonly project: string;
  readonly pepper: Uint8Array;
  /** More changes than this machine has seen of the ledger. */
  readonly seq: number;
  /** Nobody uses the file until this attempt is complete. */
  readonly attempt: string;
}

const unfinishedEnding = '.receiving';
/** No attempt writes for so long. */
const staleMs = 3_600_000;

/** A ledger's file of these rows, with the id that their ledger had. `occupied`: there is a file already. */
export function writeLedgerFile(
  { path, project, pepper, seq, attempt }: NewLedgerFile,
  rows: LedgerRows,
): { readonly digest: string } | 'occupied' | 'different' {
  const folder = dirname(path);
  makeStateFolder(folder);
  // It gets its name when it is whole and on disk. Each attempt has a file of its own, as two of them may write at once.
  const unfinished = `${path}.${attempt}${unfinishedEnding}`;
  try {
    const database = openDatabase(unfinished);
    try {
      sweep(path, statSync(unfinished).mtimeMs);
      // One file, without a log beside it.
      database.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL');
      makeLedgerIn(database, { project, pepper, ledger: rows.ledger, arriving: attempt, seq });
      database.transaction(() => insertRows(database, rows));
      if (digestOf(readRows(database)) !== digestOf(rows)) return 'different';
    } finally {
      database.close();
    }
    sync(unfinished);
    linkSync(unfinished, path);
    sync(folder);
    return { digest: digestOf(rows) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return 'occupied';
    throw error;
  } finally {
    for (const left of [unfinished, `${unfinished}-journal`]) rmSync(left, { force: true });
  }
}

/** What attempts have left behind that were killed. */
function sweep(path: string, now: number): void {
  const folder = dirname(path);
  for (const found of readdirSync(folder)) {
    if (!isUnfinished(found.replace(/-journal$/, ''), path)) continue;
    const left = `${folder}/${found}`;
    const { mtimeMs = now } = statSync(left, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs < now - staleMs) rmSync(left, { force: true });
  }
}

/** Whether an attempt writes, or has left, a file of this name for the ledger at `path`. */
export function isUnfinished(name: string, path: string): boolean {
  return name.startsWith(`${basename(path)}.`) && name.endsWith(unfinishedEnding);
}

function insertRows(database: Database, rows: LedgerRows): void {
  const insert = (into: string, values: string, all: readonly (readonly SqlValue[])[]): void => {
    const statement = database.prepare(`INSERT INTO ${into} VALUES (${values})`);
    for (const one of all) statement.run(...one);
  };
  const scopes = new Map<string, number>();
  const makeScope = database.prepare('INSERT INTO scope (campaign, run, step) VALUES (?, ?, ?) RETURNING id');
  const scopeOf = (campaign: string, run: string, step: string): number => {
    const name = JSON.stringify([campaign, run, step]);
    const id = scopes.get(name) ?? Number(makeScope.get(campaign, run, step)!['id']);
    scopes.set(name, id);
    return id;
  };
  insert(
    'touch (person, scope, at, channel, purpose)',
    '?, ?, ?, ?, ?',
    rows.touches.map(({ person, campaign, run, step, at, channel, purpose }) => [
      person,
      scopeOf(campaign, run, step),
      at,
      channel,
      purpose,
    ]),
  );
  database.exec('UPDATE scope SET touches = (SELECT count(*) FROM touch WHERE scope = id)');
  insert(
    'suppression (person, source, channel, purpose, reason, starts, ends)',
    '?, ?, ?, ?, ?, ?, ?',
    rows.suppressions.map(({ person, source, channel, purpose, reason, starts, ends }) => [
      person,
      source,
      channel,
      purpose,
      reason,
      starts,
      ends,
    ]),
  );
  insert(
    'list (name, imported, people)',
    '?1, ?2, (SELECT count(*) FROM suppression WHERE source = ?1)',
    rows.lists.map(({ name, imported }) => [name, imported]),
  );
  insert(
    'consent (person, purpose, channel, basis, at, evidence, expires)',
    '?, ?, ?, ?, ?, ?, ?',
    rows.consents.map(({ person, purpose, channel, basis, at, evidence, expires }) => [
      person,
      purpose,
      channel,
      basis,
      at,
      evidence,
      expires,
    ]),
  );
  insert(
    'forgotten (person, at)',
    '?, ?',
    rows.forgotten.map(({ person, at }) => [person, at]),
  );
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
