import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('every bench works, tiny', { timeout: 300_000 }, () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'bench/bench.ts', '--smoke'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 290_000,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const modules = readdirSync(`${root}/bench`).filter((file) => file.endsWith('.bench.ts'));
  expect(stdout.match(/^== .+$/gm)).toEqual(modules.sort().map((file) => `== ${file.replace('.bench.ts', '')}`));
});
