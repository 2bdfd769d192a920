import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const script = fileURLToPath(new URL('../rig/size.mjs', import.meta.url));

test('the size of each room is what is written by hand, beside what it was at a commit or at the last release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-size-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...words: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...words], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const write = (path: string, lines: number): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), 'line\n'.repeat(lines));
  };
  const size = (...words: readonly string[]): string =>
    execFileSync(process.execPath, [script, ...words], { cwd: folder, encoding: 'utf8' });

  git('init', '--quiet');
  write('src/plan/why.ts', 30);
  write('src/plan/deep/er.ts', 1_000);
  write('src/gone/old.ts', 7);
  write('src/plan/made.gen.ts', 500);
  write('test/plan.test.ts', 90);
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
  git('rm', '--quiet', 'src/gone/old.ts');
  write('src/plan/why.ts', 25);
  write('src/run/new.ts', 20);

  const withoutRelease = `\
room               files    lines
src                    3    1,045
src/plan               2    1,025
src/run                1       20

There is no release to compare with: npm run size -- COMMIT
`;
  const compared = (before: string): string => `\
room               files    lines  since ${before}
src                    3    1,045  +8
src/gone               0        0  -7
src/plan               2    1,025  -5
src/run                1       20  +20
`;
  expect(size()).toBe(withoutRelease);
  expect(size('HEAD')).toBe(compared('HEAD'));
  git('tag', 'v1.0.0');
  expect(size()).toBe(compared('v1.0.0'));
});
