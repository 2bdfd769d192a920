import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Fault } from '../test/rig/fault.ts';
import { faults } from '../test/rig/faults.ts';

/*
 * Whether the tests find deliberate faults of the product: each is made in a copy of the tree, and its tests must fail.
 *   npm run soak -- faults
 *   FAULT='a doubt|twice' npm run soak -- faults    those whose name has these words, as a regular expression
 */
const words = new RegExp(process.env['FAULT'] ?? '');
const tried = faults.filter(({ name }) => words.test(name));
const copy = mkdtempSync(join(tmpdir(), 'callsheet-faults-'));
process.once('SIGINT', () => process.exit(130));
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));

const notCopied = ['node_modules', '.git', '.callsheet', '.compiled'];
cpSync('.', copy, { recursive: true, filter: (path) => !notCopied.includes(basename(path)) });
symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Whether all of these tests pass in the copy; `said` is what they print. */
function run(tests: readonly string[]): { readonly passed: boolean; readonly said: string } {
  const paths = tests.map((path) => `test/${path}`);
  const { status, stdout, stderr } = spawnSync('npx', ['vitest', 'run', '--bail', '1', ...paths], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', LONG: '1' },
  });
  return { passed: status === 0, said: stdout + stderr };
}

/** The first test that fails; undefined where all pass. */
function foundBy({ file, text, instead, tests }: Fault): string | undefined {
  const path = join(copy, 'src', file);
  const whole = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    whole.replace(text, () => instead),
  );
  const { passed, said } = run(tests);
  writeFileSync(path, whole);
  if (passed) return undefined;
  const failed = /^ *FAIL +(?:\S+ +)?(test\/.*)$/m.exec(said)?.[1];
  if (failed === undefined) throw new Error(`no test has failed:\n${said.slice(-3_000)}`);
  return failed;
}

const all = [...new Set(tried.flatMap(({ tests }) => tests))];
const before = run(all);
if (!before.passed) {
  print(before.said.slice(-5_000));
  throw new Error('These tests fail without a fault');
}
print(`${all.length} files and folders of tests pass without a fault`);
let missed = 0;
for (const [index, fault] of tried.entries()) {
  const found = foundBy(fault);
  if (found === undefined) missed++;
  print(
    `${index + 1} of ${tried.length}  ${fault.name}\n    ${found === undefined ? 'NOT FOUND' : `found by ${found}`}`,
  );
}
print(`${tried.length - missed} of ${tried.length} faults were found`);
process.exitCode = missed === 0 ? 0 : 1;
