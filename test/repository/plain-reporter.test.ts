import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('a test that blocks its process is named, and the others are counted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-reporter-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'test'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const write = (name: string, ...lines: readonly string[]) => writeFileSync(join(folder, name), lines.join('\n'));
  write('package.json', '{ "type": "module" }');
  write(
    'vitest.config.ts',
    `import { plainReporter } from '${root}/test/rig/plain-reporter.ts';`,
    `export default { test: { reporters: [plainReporter(15_000)], pool: 'forks', maxWorkers: 2 } };`,
  );
  write(
    'test/blocks.test.ts',
    `import { test } from 'vitest';`,
    `test('blocks', () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000));`,
  );
  write('test/ends.test.ts', `import { test } from 'vitest';`, `test('ends', () => {});`);
  const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run'], {
    cwd: folder,
    // This one may have been given one worker.
    env: { ...process.env, VITEST_MAX_WORKERS: '2' },
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => void (stdout += chunk));
  const [code] = await once(child, 'close');
  expect({ code, stdout }).toEqual({
    code: 1,
    stdout: ' FAIL  test/blocks.test.ts (no test ended for 15 s)\n1 passed, 1 failed\n',
  });
});
