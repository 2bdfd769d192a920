import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const main = resolve('dist/src/cli/main.js');
const folder = mkdtempSync(join(tmpdir(), 'callsheet-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(
  join(folder, 'campaign.yaml'),
  'campaign: funds\ntimezone: Africa/Lagos\naccount: { appId: app }\nsteps:\n  funds: { uses: sms.balance }\n',
);
writeFileSync(join(folder, 'a-file'), '');
mkdirSync(join(folder, 'a-folder'));

/** One that never comes back is killed, and has no code. */
function refused(...args: readonly string[]): { readonly code: number | null; readonly stderr: string } {
  const options = { cwd: folder, encoding: 'utf8', timeout: 30_000 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], options);
  expect(stdout).toBe('');
  return { code: status, stderr: stderr.replaceAll(`${folder}/`, '') };
}

const check = 'Check its permissions and the disk. Nothing more was sent.\n';

describe('a folder that cannot be made is refused in one sentence', () => {
  test.each([
    ['plan', 'campaign.yaml', '--out', 'a-file/below/plan.json'],
    ['run', 'campaign.yaml', '--sandbox', '--state', 'a-file/below'],
    ['init', 'a-file/below'],
  ])('below a file: %s %s %s', (...args) => {
    expect(refused(...args)).toEqual({
      code: 2,
      stderr: `Could not create the folder a-file/below (ENOTDIR: not a directory). ${check}`,
    });
  });

  // Node's own way of making folders with those above them does not come back from there.
  test.skipIf(!existsSync('/proc/self')).each([
    ['plan', 'campaign.yaml', '--out', '/proc/nowhere/plan.json'],
    ['run', 'campaign.yaml', '--sandbox', '--state', '/proc/nowhere'],
    ['init', '/proc/nowhere'],
  ])('below /proc: %s %s %s', (...args) => {
    expect(refused(...args)).toEqual({
      code: 2,
      stderr: `Could not create the folder /proc/nowhere (ENOENT: no such file or directory). ${check}`,
    });
  });

  test('a file in its place', () => {
    expect(refused('plan', 'campaign.yaml', '--out', 'a-file/plan.json')).toEqual({
      code: 2,
      stderr: `Could not create the folder a-file (EEXIST: file already exists). ${check}`,
    });
  });
});

test('a plan in the place of a folder is refused by its own name, and leaves nothing beside it', () => {
  expect(refused('plan', 'campaign.yaml', '--out', 'a-folder')).toEqual({
    code: 2,
    stderr: `Could not use a-folder (EISDIR: illegal operation on a directory). ${check}`,
  });
  expect(readdirSync(folder).sort()).toEqual(['a-file', 'a-folder', 'campaign.yaml']);
});

test('folders that are missing are made', () => {
  const { status, stderr } = spawnSync(process.execPath, [main, 'plan', 'campaign.yaml', '--out', 'new/er/plan.json'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: expect.stringMatching(/^Created the folder new\/er\.\nnew\/er\/plan\.json has the plan /),
  });
  expect(readdirSync(join(folder, 'new', 'er'))).toEqual(['plan.json']);
});
