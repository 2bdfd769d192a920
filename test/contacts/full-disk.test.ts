import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { builtMain } from '../rig/child.ts';
import { newDatabase } from '../rig/postgres/database.ts';

const folder = mkdtempSync(join(tmpdir(), 'callsheet-full-disk-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('contacts for which a disk has no room stay in the store, which goes on', async () => {
  const store = await newDatabase();
  writeFileSync(join(folder, 'contacts.yaml'), 'project: shop\ncaps: [{ max: 1, per: day }]\n');
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    CALLSHEET_STORE: store,
    CALLSHEET_CONTACTS_PEPPER: 'the pepper of the whole team',
  };
  const callsheet = (args: readonly string[], shell = '') => {
    const command = ['-c', `${shell} exec "$@"`, 'sh', process.execPath, builtMain, ...args];
    const { status, stdout, stderr } = spawnSync('sh', command, { cwd: folder, env, encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  expect(callsheet(['suppress', '+2348030000001', '--reason', 'asked to stop'])).toMatchObject({ status: 0 });
  const suppressed = callsheet(['suppress']);
  expect(suppressed).toMatchObject({ status: 0, stdout: expect.stringContaining('asked to stop') });
  const shown = store.replace(/:[^:@/]*@/, '@');
  // No file may be larger than that.
  const full = callsheet(['store', 'copy', 'contacts.yaml', '--to', 'file'], 'ulimit -f 8;');
  expect(full).toEqual({
    status: 2,
    stdout: '',
    stderr: `Disk error on ${folder}/.callsheet/ledger.db (disk I/O error): it is full or broken. Nothing more is sent until it works again. Nothing was moved: the contacts stay in ${shown}.\n`,
  });
  expect(
    readdirSync(join(folder, '.callsheet'))
      .filter((name) => !name.startsWith('ledger'))
      .sort(),
  ).toEqual(['.gitignore', 'contacts.key']);
  expect(callsheet(['suppress'])).toEqual(suppressed);
  expect(callsheet(['store', 'copy', 'contacts.yaml', '--to', 'file'])).toMatchObject({ status: 0 });
});
