import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const page = readFileSync('docs/library.md', 'utf8');
/** Inside the repository, so that the package finds its dependencies. */
const folder = mkdtempSync(resolve('dist/library-example-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let tarball = '';

beforeAll(() => {
  const packed = join(folder, 'node_modules', 'callsheet');
  mkdirSync(packed, { recursive: true });
  const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  const npm = { encoding: 'utf8', shell: process.platform === 'win32' } as const;
  tarball = execFileSync('npm', pack, npm).trim().split('\n').at(-1) ?? '';
  execFileSync('tar', ['-xzf', join(folder, tarball), '-C', packed, '--strip-components', '1']);
  for (const [, name = '', text = ''] of page.matchAll(/^```\w+ (\S+)\n([^]*?)^```$/gm)) {
    writeFileSync(join(folder, name), text);
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});

function node(...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
  return { status, stdout, stderr };
}

function compile(...files: readonly string[]) {
  const target = ['--target', 'es2023', '--module', 'nodenext', '--types', 'node', '--outDir', '.'];
  const tsc = resolve('node_modules/typescript/bin/tsc');
  return node(tsc, '--ignoreConfig', '--strict', '--skipLibCheck', 'false', ...target, ...files);
}

test('the examples of the library page compile with the types of the packed package, and without a state the compiler refuses them', () => {
  const text = readFileSync(join(folder, 'example.ts'), 'utf8');
  writeFileSync(
    join(folder, 'stateless.ts'),
    text.replace('service: sandbox.service, state, clock', 'service: sandbox.service, clock'),
  );
  writeFileSync(
    join(folder, 'common.cts'),
    `import { createClient, type Client } from 'callsheet';
import { startSandbox } from 'callsheet/sandbox';
const first = async (): Promise<void> => {
  const sandbox = await startSandbox();
  const client: Client = createClient(sandbox.service);
  console.log((await client.send('sms.balance', undefined)).kind);
  await client.close();
  await sandbox.close();
};
void first();
`,
  );
  const pages = ['first.ts', 'campaign.test.ts', 'example.ts', 'live.ts', 'stateless.ts'];
  const { status, stdout, stderr } = compile(...pages, 'common.cts');
  expect({ status, stderr }).toEqual({ status: 2, stderr: '' });
  expect(stdout).toContain("Property 'state' is missing");
  expect(stdout.match(/^\S+(?=\(\d+,\d+\): error)/gm)).toEqual(['stateless.ts']);
});

test('the example of the library page runs and prints what the page says', () => {
  const printed = /^```text\n([^]*?)^```$/m.exec(page)?.[1];
  expect(node('example.js')).toEqual({ status: 0, stdout: printed, stderr: '' });
});

test('a program in CommonJS loads the package, too', () => {
  expect(readFileSync(join(folder, 'common.cjs'), 'utf8')).toContain('require("callsheet")');
  expect(node('common.cjs')).toMatchObject({ status: 0, stdout: 'accepted\n' });
});

test('the first message of the library page is sent, and the test of a campaign passes', () => {
  expect(node('first.js')).toEqual({ status: 0, stdout: readFileSync(join(folder, 'first.txt'), 'utf8'), stderr: '' });
  const { status, stdout } = node('--test', 'campaign.test.js');
  expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringMatching(/pass 1\b[^]*fail 0\b/) });
});

test('the pages name the package as it is packed', () => {
  for (const text of [page, readFileSync('docs/recipes.md', 'utf8')])
    expect(new Set(text.match(/callsheet-[\w.]+\.tgz/g))).toEqual(new Set([tarball]));
});

test('the library page names every export, and no others', () => {
  const names = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);
  const exported = [...readFileSync('src/index.ts', 'utf8').matchAll(/\{([^}]+)\}/g)].flatMap(([, list = '']) =>
    names(list, /(?:type )?(\w+)(?:,|\s*$)/gm),
  );
  const ofSandbox = ['startSandbox', 'Sandbox', 'SandboxOptions', 'WorldInput', 'MessageView', 'CodeView'];
  const firstCells = names(page, /^\| (`(?:[^|\\]|\\.)+) \|/gm).join('\n');
  const listed = names(firstCells, /`(\w+)/g);
  expect(listed.sort()).toEqual([...exported, ...ofSandbox].sort());
});
