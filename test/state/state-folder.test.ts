import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFileBackend } from '../../src/ledger/file-backend.ts';
import { makeStateFolder, statePaths } from '../../src/ledger/state-paths.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'callsheet-git-'));
  git('init', '--quiet');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function git(...words: readonly string[]): string {
  const { stdout, stderr } = spawnSync('git', words, { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout;
}

test('git is not offered the state files of a folder that a run makes', async () => {
  const paths = statePaths({ folder: join(folder, '.callsheet'), campaign: 'hello', sandbox: false });
  const opened = await createFileBackend({ paths }).openForRunning({
    about: { campaign: 'hello', run: '1', service: 'https://service.example' },
    me: { pid: process.pid, host: 'here', since: 0 },
    adopt: false,
  });
  expect(opened).toMatchObject({ warnings: [] });
  if ('lease' in opened) await opened.lease.close();
  expect(git('status', '--porcelain', '--untracked-files=all')).toBe('');
});

test('a folder that was there before gets no file of ours', () => {
  makeStateFolder(folder);
  writeFileSync(join(folder, 'hello.db'), 'numbers');
  expect(git('status', '--porcelain')).toBe('?? hello.db\n');
});
