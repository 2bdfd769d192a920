import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAsShown, shownIn } from '../rig/shown-commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'callsheet-readme-'));
const readme = shownIn(readFileSync('README.md', 'utf8'));
const line = shownIn(readFileSync('docs/cli.md', 'utf8'));

beforeAll(() => {
  cpSync('campaigns', join(folder, 'campaigns'), { recursive: true });
  for (const [name, text] of Object.entries({ ...readme.files, ...line.files }))
    writeFileSync(join(folder, name), text);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each([
  ['README.md', readme],
  ['docs/cli.md', line],
])('%s', (_, { commands }) => {
  test.each(commands)('line $line: callsheet prints what is shown', ({ words, output, exitCode }) => {
    const main = resolve('dist/src/cli/main.js');
    const run = spawnSync(process.execPath, [main, ...words], { cwd: folder, encoding: 'utf8' });
    expect(isAsShown(run.stdout, output) ? output : run.stdout).toBe(output);
    expect(run.status).toBe(exitCode);
  });
});

test('the README shows a plan, a finding and a run', () => {
  expect(readme.commands.map(({ words }) => words[0])).toEqual(expect.arrayContaining(['plan', 'check', 'run']));
});

test('the README and the guarantees give every operation the same recovery', () => {
  expect(ways('README.md')).toHaveLength(7);
  expect(ways('README.md')).toEqual(ways('docs/guarantees.md'));
});

/** Operation and natural key of each row in the table of recoveries. */
function ways(path: string): string[] {
  const rows = readFileSync(path, 'utf8')
    .split('\n')
    .filter((row) => /^\| `[a-z]+\.[a-z]+`/.test(row));
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, 3)
      .join('|')
      .replace(/, (?:globally )?unique(?: \(-\d+\))?/, '')
      .trim(),
  );
}

describe('what is shown', () => {
  test('is read with its exit code, its words and its place', () => {
    const shown = shownIn(
      '# A\n\n```yaml a.yaml\na: 1\n```\n\n```console exits 1\n$ callsheet check a.yaml\nbad\n$ callsheet plan "b c"\n```\n',
    );
    expect(shown).toEqual({
      files: { 'a.yaml': 'a: 1\n' },
      commands: [
        { line: 8, words: ['check', 'a.yaml'], output: 'bad\n', exitCode: 1 },
        { line: 10, words: ['plan', 'b c'], output: '', exitCode: 1 },
      ],
    });
  });

  test('may leave lines out, and only where it says so', () => {
    expect(isAsShown('a\nb\nc\n', 'a\n…\nc\n')).toBe(true);
    expect(isAsShown('a\nc\n', 'a\n…\nc\n')).toBe(true);
    expect(isAsShown('a\nb\nc\n', 'a\nc\n')).toBe(false);
    expect(isAsShown('a.\n', 'a?\n')).toBe(false);
  });
});
