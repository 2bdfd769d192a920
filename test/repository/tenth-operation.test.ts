import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** The files of an operation that the service does not have, what the sandbox does for it, and a campaign with it. */
const parts = readFileSync('test/golden/operation/axb.bind.txt', 'utf8').split(/^=== (.+)\n/m);
const partOf = (name: string): string => parts[parts.indexOf(name) + 1]!;

/** The two lists that name it. */
const operations = 'src/service/operations/operations.ts';
const decisions = 'src/sandbox/operations/decide.ts';

const copy = mkdtempSync(join(tmpdir(), 'callsheet-tenth-operation-'));

function node(...args: readonly string[]): SpawnSyncReturns<string> {
  const env = { PATH: `${resolve('node_modules/.bin')}:${process.env['PATH']}`, HOME: copy, NO_COLOR: '1' };
  return spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', env });
}

function callsheet(...args: readonly string[]): Pick<SpawnSyncReturns<string>, 'status' | 'stdout' | 'stderr'> {
  const { status, stdout, stderr } = node('dist/src/cli/main.js', ...args);
  return { status, stdout, stderr };
}

beforeAll(() => {
  const folders = ['src', 'schemas', 'docs', 'test/golden/check', 'test/campaign', 'test/rig'];
  for (const name of [...folders, 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'])
    cpSync(name, join(copy, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  const write = (name: string, text: string): void => writeFileSync(join(copy, name), text);
  const added = (name: string, end: string, entry: string): string =>
    readFileSync(name, 'utf8').replace(end, entry + end);
  for (let at = 1; at < parts.length; at += 2) if (parts[at] !== decisions) write(parts[at]!, parts[at + 1]!);
  write(operations, `import { axbBind } from './axb-bind.ts';\n${added(operations, '] as const', '  axbBind,\n')}`);
  write(decisions, added(decisions, '\n};\n', `\n${partOf(decisions).trimEnd()}`));
  for (const made of [
    node('node_modules/tsx/dist/cli.mjs', 'schemas/generate.ts', '--rest'),
    node('schemas/build.mjs'),
  ])
    if (made.status !== 0) throw new Error(`${made.stdout}${made.stderr}`);
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('an operation that is added as CONTRIBUTING.md says', () => {
  test('is in the schema that editors read, and in the documents', () => {
    const schema = readFileSync(join(copy, 'schemas/campaign.schema.json'), 'utf8');
    expect(schema).toContain('"$ref": "#/$defs/AxbBindStep"');
    expect(schema).toContain('"$ref": "request-fields.gen.json#/$defs/axb.bind"');
    const read = (name: string): string => readFileSync(join(copy, 'docs', name), 'utf8');
    expect(read('language.md')).toContain('| `axb.bind` | Bind a number to a middle number. | `bindId` |');
    expect(read('statuses.md')).toContain('| -40 | number bound already | this job is rejected |');
  });

  test('is explained', () => {
    const { stdout } = callsheet('explain', 'axb.bind');
    expect(stdout).toContain('axb.bind: POST /number/pns/bind\n');
    expect(stdout).toContain('default: made from campaign, run, step and recipient\n');
    expect(callsheet('__complete', 'call', 'axb.b').stdout).toBe('axb.bind\n');
  });

  test('is checked: a wrong field is found at its place', () => {
    expect(callsheet('check', 'campaign.yaml')).toMatchObject({ status: 0, stderr: '' });
    const right = readFileSync(join(copy, 'campaign.yaml'), 'utf8');
    writeFileSync(join(copy, 'wrong.yaml'), right.replace('"2347000003001"', '"+234 700"'));
    const { status, stdout } = callsheet('check', 'wrong.yaml');
    expect(status).toBe(1);
    expect(stdout).toContain('`middleNumber` must consist of digits');
  });

  test('is planned, sent to the sandbox over HTTP, and reported', () => {
    const plan = callsheet('plan', 'campaign.yaml', '--format', 'json');
    expect(JSON.parse(plan.stdout).totals).toMatchObject({ jobs: 6, toSend: 6, inDoubtAtMost: 0 });
    const run = callsheet('run', 'campaign.yaml', '--sandbox', '--yes');
    expect(run.stderr).toContain('bind[234…0101] rejected: -40 number bound already: it is in the world\n');
    expect(callsheet('report', 'campaign.yaml', '--sandbox')).toMatchObject({
      status: 0,
      stdout: `bindings: report  bindings, run 2026-11-23

          accepted  rejected  skipped  expired  in doubt  pending
  bind           2         1        ·        ·         ·        ·
  report         2         ·        1        ·         ·        ·
  total          4         1        1        ·         ·        ·

        1  bind rejected: -40 number bound already: it is in the world
        1  report skipped: step \`bind\` had a different outcome for them

Rejected jobs can be sent again once the cause is gone (\`callsheet reconcile campaign.yaml --sandbox --resend bind --where job.code=-40\`).

4 of 6 jobs accepted by the service; none in doubt; none pending; 1 rejected; 1 skipped as not needed.
`,
    });
    const rows = callsheet('report', 'campaign.yaml', '--sandbox', '--format', 'json').stdout;
    expect(rows).toContain('"outputs":{"bindId":8000}');
  });
});
