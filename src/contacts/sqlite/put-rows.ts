import { closeSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Database, openDatabase, type SqlValue } from '../../platform/sqlite.ts';
import { makeStateFolder } from '../../state/make-state-folder.ts';
import { digestOf, type LedgerRows } from '../moved-rows.ts';
import { makeLedgerIn } from './ledger-file.ts';
import { readRows } from './take-rows.ts';

/** A ledger's file of these rows, with the id that their ledger had. `occupied`: there is a file already. */
export function writeLedgerFile(
  { path, project, pepper }: { readonly path: string; readonly project: string; readonly pepper: Uint8Array },
  rows: LedgerRows,
): { readonly digest: string } | 'occupied' | 'different' {
  const folder = dirname(path);
  makeStateFolder(folder);
  // It gets its name when it is whole and on disk: an earlier attempt may have been killed.
  const unfinished = `${path}.receiving`;
  rmSync(unfinished, { force: true });
  try {
    const database = openDatabase(unfinished);
    try {
      // One file, without a log beside it.
      database.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL');
      makeLedgerIn(database, { project, pepper, ledger: rows.ledger });
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
    rmSync(unfinished, { force: true });
  }
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
