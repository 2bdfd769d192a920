import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/sqlite.ts';
import { migrateFile, recogniseFile } from '../../src/state/sqlite/file/state-file.ts';
import { leaseOf, stateRig } from '../rig/state-rig.ts';

/** Enough for the migration to write to the disk before it ends, and to be said. */
const more = 100_000;

/** Opens the file in a process of its own, as `run` does. */
function open(database: string): ChildProcess {
  const module = new URL('../../dist/src/state/file-backend.js', import.meta.url).href;
  const paths = new URL('../../dist/src/state/state-paths.js', import.meta.url).href;
  const program = `
    const { createFileBackend } = await import(${JSON.stringify(module)});
    const { statePaths } = await import(${JSON.stringify(paths)});
    const paths = statePaths({ folder: ${JSON.stringify(database)}, campaign: 'trial', sandbox: false });
    const about = { campaign: 'trial', run: '1', service: 'https://service.example' };
    const onMigration = (jobs) => process.stdout.write('migrating ' + jobs + ', ');
    await createFileBackend({ paths, onMigration }).openForRunning({ about, me: { pid: 2, host: 'here', since: 0 }, adopt: false });
    process.stdout.write('opened');
    setInterval(() => {}, 1_000);`;
  return spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
}

test('a migration that is killed leaves the file as it was, or has ended', async () => {
  using rig = stateRig();
  const { database: path, folder } = rig.paths;
  mkdirSync(folder);
  copyFileSync(new URL('../golden/state-v3.db', import.meta.url), path);
  const database = openDatabase(path);
  const put = database.prepare('INSERT INTO job (run, step, key, record) VALUES (2, 1, ?, ?)');
  database.transaction(() => {
    for (let n = 0; n < more; n++) {
      const key = String(2_349_000_000_000 + Math.imul(n, 0x9e3779b1));
      const body = '[2,1790000000001,1,0,99,"0","0123456789abcde1",null,null';
      put.run(key, `${body},${crc32(`2\n1\n${key}\n${body}`)}]`);
    }
  });
  database.close();
  const before = statSync(path).size;
  const versions: unknown[] = [];
  let said = '';
  // Killed as soon as its log has grown to so many bytes; at last, not at all.
  for (const bytes of [1, before / 4, before / 2, before, Number.POSITIVE_INFINITY]) {
    const child = open(folder);
    said = '';
    child.stdout!.on('data', (text) => void (said += String(text)));
    const grown = (): boolean => (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) >= bytes;
    while (!said.endsWith('opened') && !grown()) await new Promise((next) => void setImmediate(next));
    child.kill('SIGKILL');
    await once(child, 'exit');
    const after = openDatabase(path);
    versions.push(after.prepare('PRAGMA user_version').get()?.['user_version']);
    after.close();
  }
  expect(versions.slice(0, 2)).toEqual([3, 3]);
  expect(versions.at(-1)).toBe(4);
  expect(said).toBe('migrating 100007, opened');
  const lease = leaseOf(await rig.open());
  expect((await lease.counts()).reduce((sum, { jobs }) => sum + jobs, 0)).toBe(more + 7);
  await lease.close();
});

test('a file is migrated once if two processes find it old at the same time', () => {
  using rig = stateRig();
  mkdirSync(rig.paths.folder);
  copyFileSync(new URL('../golden/state-v3.db', import.meta.url), rig.paths.database);
  const both = [1, 2].map(() => openDatabase(rig.paths.database));
  for (const database of both) migrateFile(database, { kind: 'ours', version: 3 });
  for (const database of both) {
    expect(recogniseFile(database)).toEqual({ kind: 'ours', version: 4 });
    database.close();
  }
});

test('a file of an older version is left as it is by a command that reads, if a process has begun to write to it meanwhile', () => {
  using rig = stateRig();
  mkdirSync(rig.paths.folder);
  copyFileSync(new URL('../golden/state-v3.db', import.meta.url), rig.paths.database);
  const database = openDatabase(rig.paths.database);
  expect(migrateFile(database, { kind: 'ours', version: 3 }, { mayMigrate: () => false })).toBe(false);
  expect(recogniseFile(database)).toEqual({ kind: 'ours', version: 3 });
  expect(migrateFile(database, { kind: 'ours', version: 3 }, { mayMigrate: () => true })).toBe(true);
  expect(recogniseFile(database)).toEqual({ kind: 'ours', version: 4 });
  // Nobody is asked any more.
  expect(migrateFile(database, { kind: 'ours', version: 4 }, { mayMigrate: () => false })).toBe(true);
  database.close();
});
