import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { nodeHasSqlite } from '../../src/platform/sql/sqlite.ts';

const main = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'callsheet-'));
const hook = join(folder, 'loaded.mjs');
const list = join(folder, 'loaded.txt');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Tells every module that is asked for, `import` and `require` alike. */
writeFileSync(
  hook,
  `import { appendFileSync } from 'node:fs';
import Module, { register } from 'node:module';
const note = (name) => appendFileSync(${JSON.stringify(list)}, name + '\\n');
const load = Module._load;
Module._load = function (name, ...rest) {
  note(Module._resolveFilename(name, ...rest));
  return load.call(this, name, ...rest);
};
register('data:text/javascript,' + encodeURIComponent(\`
  import { appendFileSync } from 'node:fs';
  export async function resolve(name, context, next) {
    const found = await next(name, context);
    appendFileSync(${JSON.stringify(JSON.stringify(list)).slice(1, -1)}, found.url + '\\\\n');
    return found;
  }
\`));
`,
);
writeFileSync(join(folder, 'members.csv'), 'phone,name\n2348030000001,Ada\n');
const campaign = `campaign: start-up
timezone: Africa/Lagos
account: { appId: app, businessPhone: "2348000000001" }
audiences:
  members: { file: members.csv, key: phone }
steps:
  hello:
    uses: whatsapp.send
    forEach: members
    with: { type: text, text: { body: "Hello {{ recipient.name }}" } }
`;
writeFileSync(join(folder, 'campaign.yaml'), campaign);
writeFileSync(join(folder, 'liquid.yaml'), campaign.replace('.name }}', '.name | upcase }}'));

/** Packages that this command line loads, by name: from their own folders, or out of the parts of the bundle. */
function packagesOf(...args: readonly string[]): readonly string[] {
  writeFileSync(list, '');
  const { status, stderr } = spawnSync(process.execPath, ['--import', hook, main, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect({ args, status, stderr }).toEqual({ args, status: 0, stderr: '' });
  const loaded = readFileSync(list, 'utf8').replaceAll('file://', '').split('\n');
  const names = loaded.flatMap((name) => packageIn.exec(name)?.[1] ?? []);
  const parts = loaded.filter((name) => /\/dist\/src\/cli\/[^/]+\.js$/.test(name));
  // What the bundler itself adds comes from no source.
  for (const part of parts.filter((name) => existsSync(`${name}.map`))) {
    const { sources } = JSON.parse(readFileSync(`${part}.map`, 'utf8')) as { readonly sources: readonly string[] };
    names.push(...sources.flatMap((path) => packageIn.exec(path)?.[1] ?? []));
  }
  if (loaded.some((name) => name.includes('node:sqlite'))) names.push('node:sqlite');
  return [...new Set(names)].sort();
}

const packageIn = /node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** With a list, whose numbers say by whose clock each person is reached. */
const readsCampaigns = [
  '@babel/code-frame',
  '@babel/helper-validator-identifier',
  'ajv',
  'big.js',
  'commander',
  'csv-parse',
  'js-tokens',
  'libphonenumber-js',
  'lossless-json',
  'luxon',
  'picocolors',
  'yaml',
];

describe('a command loads no more than it needs: no server, no HTTP client, no database', () => {
  test('--help and --version', () => {
    expect(packagesOf('--help')).toEqual(['commander']);
    expect(packagesOf('--version')).toEqual(['commander']);
  });

  test('check', () => {
    expect(packagesOf('check', 'campaign.yaml')).toEqual(readsCampaigns);
  });

  test('check of templates that need more than plain outputs', () => {
    expect(packagesOf('check', 'liquid.yaml')).toEqual([...readsCampaigns, 'liquidjs'].sort());
  });

  test('plan of a campaign that never ran', () => {
    expect(packagesOf('plan', 'campaign.yaml')).toEqual(readsCampaigns);
  });
});

test.each([
  ['20.19.0', false],
  ['22.19.0', false],
  ['22.20.0', true],
  ['23.11.1', false],
  ['24.6.0', false],
  ['24.7.0', true],
  ['25.0.0', true],
])('the SQLite of Node %s is used where it takes our statements: %s', (version, isUsed) => {
  expect(nodeHasSqlite(version)).toBe(isUsed);
});

describe('what V8 compiled', () => {
  // A copy: in `dist/` other tests start commands at the same time.
  const copy = join(folder, 'dist');
  const kept = join(copy, '.compiled');
  beforeEach(() => {
    rmSync(copy, { recursive: true, force: true });
    cpSync(dirname(main), join(copy, 'src', 'cli'), { recursive: true });
  });

  function version(env: Readonly<Record<string, string>> = {}): unknown {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(copy, 'src', 'cli', 'main.js'), '--version'], {
      encoding: 'utf8',
      env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: undefined, ...env },
    });
    return { status, stdout, stderr };
  }

  const printed = { status: 0, stdout: `${packageJson.version}\n`, stderr: '' };

  test('is kept in the folder of the package, and used by the next start', () => {
    expect(version()).toEqual(printed);
    const [one = ''] = readdirSync(kept);
    const times = (): unknown => readdirSync(join(kept, one)).map((name) => statSync(join(kept, one, name)).mtimeMs);
    const first = times();
    expect(version()).toEqual(printed);
    expect({ folders: readdirSync(kept), times: times() }).toEqual({ folders: [one], times: first });
  });

  test('is compiled again when a file of it is broken', () => {
    version();
    const [one = ''] = readdirSync(kept);
    const files = readdirSync(join(kept, one)).map((name) => join(kept, one, name));
    for (const file of files) writeFileSync(file, readFileSync(file).subarray(0, 100));
    expect(version()).toEqual(printed);
    expect(files.filter((file) => statSync(file).size <= 100)).toEqual([]);
  });

  test('is compiled again when a part was changed, also when it is as long as before', () => {
    version();
    const parts = join(copy, 'src', 'cli');
    const texts = readdirSync(parts).map(
      (name) => [join(parts, name), readFileSync(join(parts, name), 'utf8')] as const,
    );
    const changed = texts.filter(([, text]) => text.includes(`"${packageJson.version}"`));
    const other = packageJson.version.replace(/[0-9]/g, '9');
    for (const [file, text] of changed) writeFileSync(file, text.replaceAll(`"${packageJson.version}"`, `"${other}"`));
    expect(version()).toEqual({ ...printed, stdout: `${other}\n` });
  });

  test('is not kept with NODE_DISABLE_COMPILE_CACHE', () => {
    expect(version({ NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual(printed);
    expect(existsSync(kept)).toBe(false);
  });

  test('is not missed where it cannot be kept: nothing is said', () => {
    writeFileSync(kept, 'a file where the folder should be');
    expect(version()).toEqual(printed);
  });
});
