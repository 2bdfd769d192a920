import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sampleOf } from '../rig/sample-of.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const benches = readdirSync(`${root}/bench`)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
  .sort();

// `npm run bench -- --smoke` runs all of them.
test('benches work, tiny', () => {
  const sample = sampleOf(benches, 1);
  const args = ['--import', 'tsx', 'bench/bench.ts', '--smoke', ...sample];
  // Each has a bound of its own.
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout.match(/^== .+$/gm)).toEqual(sample.map((bench) => `== ${bench}`));
});
