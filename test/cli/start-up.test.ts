import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';

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
Module._load = function (name, ...rest) { note(name); return load.call(this, name, ...rest); };
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
  const loaded = readFileSync(list, 'utf8').split('\n');
  const names = loaded.flatMap((name) => packageIn.exec(name)?.[1] ?? (name === 'libsql' ? name : []));
  for (const part of loaded.filter((name) => /\/dist\/src\/cli\/[^/]+\.js$/.test(name))) {
    // Above each file's lines the bundle says whose they are.
    const origins = readFileSync(fileURLToPath(part), 'utf8').matchAll(/^ *\/\/ (node_modules\/.+)$/gm);
    names.push(...[...origins].flatMap(([, path = '']) => packageIn.exec(path)?.[1] ?? []));
  }
  if (loaded.some((name) => name.includes('node:sqlite'))) names.push('node:sqlite');
  return [...new Set(names)].sort();
}

const packageIn = /node_modules\/((?:@[^/]+\/)?[^/]+)\//;

const readsCampaigns = [
  '@babel/code-frame',
  '@babel/helper-validator-identifier',
  'commander',
  'csv-parse',
  'js-tokens',
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
    expect(packagesOf('plan', 'campaign.yaml')).toEqual([...readsCampaigns, 'luxon'].sort());
  });
});

/** Node's from 22.8 on. */
const keeps = 'enableCompileCache' in module;

describe('what Node compiled', () => {
  // A copy: in `dist/` other tests start commands at the same time.
  const copy = join(folder, 'dist');
  const kept = join(copy, '.compiled');
  beforeEach(() => {
    rmSync(copy, { recursive: true, force: true });
    cpSync(dirname(main), join(copy, 'src', 'cli'), { recursive: true });
  });

  function help(env: Readonly<Record<string, string>> = {}): {
    readonly status: number | null;
    readonly stderr: string;
  } {
    const { status, stderr } = spawnSync(process.execPath, [join(copy, 'src', 'cli', 'main.js'), '--help'], {
      encoding: 'utf8',
      env: { ...process.env, NODE_COMPILE_CACHE: undefined, NODE_DISABLE_COMPILE_CACHE: undefined, ...env },
    });
    return { status, stderr };
  }

  test('is kept in the folder of the package, where this Node can', () => {
    expect(help()).toEqual({ status: 0, stderr: '' });
    expect(existsSync(kept)).toBe(keeps);
  });

  test('is not kept for who asks Node not to', () => {
    expect(help({ NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual({ status: 0, stderr: '' });
    expect(existsSync(kept)).toBe(false);
  });

  test('is not missed where it cannot be kept: nothing is said', () => {
    writeFileSync(kept, 'a file where the folder should be');
    expect(help()).toEqual({ status: 0, stderr: '' });
  });
});
