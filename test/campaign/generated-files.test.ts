import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('every generated file is what the schemas make of it today', () => {
  const output = execFileSync('npm', ['run', '--silent', 'generate', '--', '--check'], { encoding: 'utf8' });
  expect(output).toMatch(/^\d+ generated files, 0 stale\n$/);
});
