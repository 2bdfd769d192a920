import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('runs what the page shows for test runners, in a project that depends on the package', async () => {
  const project = await mkdtemp(join(tmpdir(), 'callsheet-project-'));
  try {
    await mkdir(join(project, 'node_modules'));
    await symlink(root, join(project, 'node_modules', 'callsheet'), 'junction');
    const page = await readFile(join(root, 'docs/sandbox.md'), 'utf8');
    const shown = /```ts\n(.*?)```/s.exec(page)?.[1] ?? '';
    const talk = `
      const { money } = await (await fetch(sandbox.url + '/_sandbox/ledger')).json();
      console.log(money.balance);`;
    await writeFile(join(project, 'shown.mjs'), shown.replace(/^\/\/ … .*$/m, talk));
    const { stdout, stderr } = spawnSync(process.execPath, ['shown.mjs'], { cwd: project, encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: '10\n', stderr: '' });
  } finally {
    await rm(project, { recursive: true, force: true });
  }
});
