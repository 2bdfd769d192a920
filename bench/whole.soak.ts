import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Every test that takes a sample, with all of it: every zone of the world, every country, every attack of the list. And the long tests.
 *   npm run soak -- whole
 */
const takesSample = /\b(?:sampleOf\(|isWhole\b|isLong\b|runs\(|screenFindings\()/;
const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => join('test', name))
  .filter((path) => path.endsWith('.test.ts') && takesSample.test(readFileSync(path, 'utf8')));
const { status } = spawnSync('npx', ['vitest', 'run', ...files, '--testTimeout', '3600000'], {
  stdio: 'inherit',
  env: { ...process.env, WHOLE: '1' },
});
process.exitCode = status ?? 1;
