import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseArguments } from '../../src/cli/parse-arguments.ts';
import { program } from '../../src/cli/program.ts';
import { openProject } from '../../src/project/project.ts';
import { readSettings } from '../../src/project/settings.ts';
import { commandHost } from '../rig/command-host.ts';

let folder = '';
let envFile = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'callsheet-'));
  envFile = join(folder, 'my.env');
});
afterAll(() => rm(folder, { recursive: true }));

async function read(text: string | Uint8Array): Promise<unknown> {
  await writeFile(envFile, text);
  return opened(envFile);
}

/** The variables, or why they cannot be read. */
function opened(path: string): unknown {
  const project = openProject({ envFile: path }, { ...commandHost({ now: 0 }).host, env: {} });
  return project.fault ?? project.env;
}

describe('an env file', () => {
  test('has names and values, blank lines and comments, with either end of line', async () => {
    const text = '# settings\r\n\r\n \t\r\nA=1\nexport B = two words\t\n  C=x=y\nD=\n\tE.f-g=3\n  # end';
    expect(await read(text)).toEqual({ A: '1', B: 'two words', C: 'x=y', D: '', 'E.f-g': '3' });
  });

  test('may begin with a byte order mark', async () => {
    expect(await read('\uFEFFA=1\n')).toEqual({ A: '1' });
    expect(await read('\uFEFF# settings\nA=1\n')).toEqual({ A: '1' });
  });

  test.each([
    ['https://shop.example.com/#/renew', 'https://shop.example.com/#/renew'],
    ['ab#cd', 'ab#cd'],
    ['#ab', '#ab'],
    ['a # b', 'a'],
    ['a\t## b', 'a'],
    [' # b', ''],
    ['a #', 'a'],
    ['"a #1" # b', 'a #1'],
    ['a\u00a0#b', 'a\u00a0#b'],
  ])('begins a comment only after a blank: A=%s', async (written, value) => {
    expect(await read(`A=${written}\nB=2`)).toEqual({ A: value, B: '2' });
  });

  test.each([
    ['" a "', ' a '],
    ["' a '", ' a '],
    ['\'a\\n"b" $c ${d}\'', 'a\\n"b" $c ${d}'],
    ['"a\\n\\"b\\" \\$c\\\\n\\t"', 'a\n"b" $c\\n\t'],
    ['"it\'s"', "it's"],
    ['it\'s 12" wide', 'it\'s 12" wide'],
    ['""', ''],
    ['pa$$1', 'pa$$1'],
    ['C:\\new', 'C:\\new'],
  ])('has quotes and escapes as shells have them: A=%s', async (written, value) => {
    expect(await read(`A=${written}`)).toEqual({ A: value });
  });

  const quoted = 'A value is one line; in double quotes, \\n is a line break.';
  test.each([
    ['CALLSHEET_API_KEY s3cret\n', 1, 'this is not NAME=value.'],
    ['A=1\n\n=s3cret\n', 3, 'this is not NAME=value.'],
    ['A: s3cret\n', 1, 'this is not NAME=value.'],
    ['MY NAME=s3cret\n', 1, 'this is not NAME=value.'],
    ['1A=s3cret\n', 1, 'this is not NAME=value.'],
    ['A=1\n\uFEFFB=s3cret\n', 2, 'this is not NAME=value.'],
    ['A=1\nB=2\nexport A=s3cret\n', 3, 'A is set in line 1, too: keep one of them.'],
    ['A=1\nB="x\ns3cret"\n', 2, `the value of B has no closing " in this line. ${quoted}`],
    ["B='s3cret\n", 1, `the value of B has no closing ' in this line. ${quoted}`],
    ['B="s3cret\\"\n', 1, `the value of B has no closing " in this line. ${quoted}`],
    ['B="s3"cret\n', 1, 'after the closing " of B, only a blank and a comment may follow.'],
    ["B='s3'#cret\n", 1, "after the closing ' of B, only a blank and a comment may follow."],
    ['B=`s3cret`\n', 1, 'the value of B begins with `: quotes are " or \'.'],
    ['B=“s3cret”\n', 1, 'the value of B begins with “: quotes are " or \'.'],
    [
      'B=s3 #cret\n',
      1,
      '`#` after a blank may begin a comment or belong to B: put the value in quotes, or a blank after `#`.',
    ],
    [
      'B=s3 ##cret\n',
      1,
      '`#` after a blank may begin a comment or belong to B: put the value in quotes, or a blank after `#`.',
    ],
    [
      'B= #s3cret\n',
      1,
      '`#` after a blank may begin a comment or belong to B: put the value in quotes, or a blank after `#`.',
    ],
    [
      'B=https://${HOST}/s3cret\n',
      1,
      '`$…` in B is not replaced: write the value itself, in single quotes if it has a `$`.',
    ],
    ['B="$HOST/s3cret"\n', 1, '`$…` in B is not replaced: write the value itself, in single quotes if it has a `$`.'],
    [
      'B="\\s3cret"\n',
      1,
      '`\\` in the double quotes of B is followed by none of n, r, t, ", $ and \\: write \\\\, or use single quotes.',
    ],
    [
      'B="\\\\\\s3cret"\n',
      1,
      '`\\` in the double quotes of B is followed by none of n, r, t, ", $ and \\: write \\\\, or use single quotes.',
    ],
    ['B=s3\u0000cret\n', 1, 'the value of B has a control character: save the file as plain text.'],
    ['A=1\rB=s3cret\r', 1, 'the value of A has a control character: save the file as plain text.'],
  ])('is refused with the line and without its value: %j', async (text, line, words) => {
    expect(await read(text)).toBe(`--env-file ${envFile}, line ${line}: ${words}`);
  });

  test('that is not there, is a folder or not UTF-8 is refused', async () => {
    const none = join(folder, 'none');
    expect(opened(none)).toBe(`--env-file ${none}: there is no such file.`);
    expect(opened(folder)).toBe(`--env-file ${folder} is a folder, not a file.`);
    expect(await read(Buffer.from('\uFEFFA=1\r\n', 'utf16le'))).toBe(
      `--env-file ${envFile} is not UTF-8 text: save it as UTF-8.`,
    );
  });
});

const commands = program.groups
  .flatMap((group) => group.commands)
  .filter(({ options, mustAct }) => 'envFile' in options && !mustAct);

test.each(commands)('$name does nothing with an env file that it cannot read', async ({ name, arguments: taken }) => {
  await writeFile(envFile, 'A=1\nA=2\n');
  const { host, out, err } = commandHost({ now: 0 });
  const needed = Object.values(taken).filter(({ initial }) => initial === undefined);
  const code = await parseArguments([name, ...needed.map(() => 'x'), '--env-file', envFile], host);
  const said = `--env-file ${envFile}, line 2: A is set in line 1, too: keep one of them.\n`;
  expect({ code, said: out() + err() }).toEqual({ code: 2, said });
});

describe('settings', () => {
  const right = { CALLSHEET_BASE_URL: 'https://api.example.com/', CALLSHEET_API_KEY: 'k', CALLSHEET_API_SECRET: 's' };
  const faultOf = (env: Record<string, string>): unknown => {
    const settings = readSettings(openProject({}, commandHost({ now: 0, env: { ...right, ...env } }).host));
    return 'fault' in settings ? settings.fault : settings.baseUrl;
  };

  const line =
    'It begins or ends with a blank or a line break: take that out. (`echo` adds a line break, `printf %s` does not.)';
  const placeholder = 'This is still the placeholder of an example: put the real one in its place.';
  const blank = 'It contains a blank, but must be one word: copy it again.';
  test.each([
    [{}, 'https://api.example.com'],
    [{ CALLSHEET_API_SECRET: 's3 cret' }, `CALLSHEET_API_SECRET, in the environment: ${blank}`],
    [{ CALLSHEET_API_KEY: 'k 1' }, `CALLSHEET_API_KEY, in the environment: ${blank}`],
    [{ CALLSHEET_API_SECRET: 's3cret\n' }, `CALLSHEET_API_SECRET, in the environment: ${line}`],
    [{ CALLSHEET_API_KEY: ' s3cret' }, `CALLSHEET_API_KEY, in the environment: ${line}`],
    [
      { CALLSHEET_API_KEY: '"s3cret"' },
      'CALLSHEET_API_KEY, in the environment: The quotes around it are part of it: take them out.',
    ],
    [{ CALLSHEET_API_KEY: '…' }, `CALLSHEET_API_KEY, in the environment: ${placeholder}`],
    [{ CALLSHEET_API_SECRET: '<API_SECRET>' }, `CALLSHEET_API_SECRET, in the environment: ${placeholder}`],
    [
      { CALLSHEET_API_SECRET: 's3\u200bcret' },
      'CALLSHEET_API_SECRET, in the environment: It has the character U+200B, which does not belong there: copy it again.',
    ],
    [
      { CALLSHEET_API_KEY: 's3crét' },
      'CALLSHEET_API_KEY, in the environment: It has the character U+00E9, which does not belong there: copy it again.',
    ],
    [
      { CALLSHEET_BASE_URL: 'api.example.com' },
      'CALLSHEET_BASE_URL, in the environment: The base URL is not a URL: write it as https://host or https://host/path.',
    ],
  ])('are refused where no call could succeed with them: %j', (env, expected) => {
    expect(faultOf(env)).toBe(expected);
  });

  test('that have another name are found', async () => {
    await writeFile(envFile, 'callsheet_api_key=k\nCALLSHEET_URL=https://api.example.com\nCALLSHEET_API_SECRET=s\n');
    expect(readSettings(openProject({ envFile }, commandHost({ now: 0 }).host))).toEqual({
      fault: `No service configured: set CALLSHEET_BASE_URL and CALLSHEET_API_KEY in the environment or with --env-file FILE. Is CALLSHEET_URL, in line 2 of ${envFile}, meant for CALLSHEET_BASE_URL? Is callsheet_api_key, in line 1 of ${envFile}, meant for CALLSHEET_API_KEY? Without a service, \`callsheet run FILE --sandbox\` tries a campaign on the built-in sandbox.`,
    });
  });

  test('that are empty are named with their place', async () => {
    await writeFile(envFile, 'CALLSHEET_API_KEY=k\nCALLSHEET_API_SECRET=\n');
    const { host } = commandHost({
      now: 0,
      env: { CALLSHEET_BASE_URL: 'https://api.example.com', CALLSHEET_API_KEY: '' },
    });
    expect(readSettings(openProject({ envFile }, host))).toEqual({
      fault: `No service configured: set CALLSHEET_API_KEY and CALLSHEET_API_SECRET in the environment or with --env-file FILE. CALLSHEET_API_KEY is there, but empty, in the environment, which wins over line 1 of ${envFile}. CALLSHEET_API_SECRET is there, but empty, in line 2 of ${envFile}. Without a service, \`callsheet run FILE --sandbox\` tries a campaign on the built-in sandbox.`,
    });
  });
});
