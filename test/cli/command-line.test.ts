import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { diagnosticCodes } from '../../src/diagnostic/codes.ts';
import { glossary } from '../../src/diagnostic/glossary.ts';
import { operationIds } from '../../src/service/operations/operations.ts';
import { createCampaignRig, otpStep, people } from '../rig/campaign-rig.ts';
import { startCommand } from '../rig/command.ts';

const main = resolve('dist/src/cli/main.js');

async function callsheet(...args: readonly string[]) {
  const { code, stdout, stderr } = await startCommand(args, { cwd: process.cwd() }).ended;
  return { code, stdout, stderr };
}

/** As the overview has them. */
const commands = [...(await callsheet('--help')).stdout.matchAll(/^ {2}([a-z]+) (?:[<[]| +[A-Z])/gm)].map(
  ([, name]) => name!,
);

describe('the command line', () => {
  test('knows its version from package.json', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(await callsheet('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('has every command that the documentation has, and no other', () => {
    const documented = readFileSync('docs/cli.md', 'utf8')
      .split('## Settings', 1)[0]!
      .split('\n')
      .filter((line) => /^\| `[a-z]+ ?[^`]*` /.test(line))
      .flatMap((line) => [...line.split('|')[1]!.matchAll(/`([a-z]+)/g)].map(([, name]) => name!));
    expect(commands.filter((name) => name !== 'help').toSorted()).toEqual(documented.toSorted());
  });

  test.each(commands.filter((name) => name !== 'help'))(
    '%s --help shows an example and its exit codes, and says nothing twice',
    async (name) => {
      const { code, stdout, stderr } = await callsheet(name, '--help');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout.replace('Examples:', 'Example:')).toContain(`\nExample:\n  $ callsheet ${name}`);
      expect(stdout).toMatch(/\n\nExit codes:\n {2}0 {2}\S.*\n/);
      expect(stdout).not.toMatch(/default: (?:false|\[\])|choices:/);
      expect((await callsheet('help', name)).stdout).toBe(stdout);
    },
  );

  test('run --help says what each of its exit codes means, and what it needs', async () => {
    expect((await callsheet('run', '--help')).stdout.split('\n\n').slice(-3).join('\n\n')).toBe(`Exit codes:
  0  finished, or nothing is left to do
  1  the campaign has errors; nothing was sent
  2  could not run: wrong options, no service, not confirmed or approved, another process runs it; or the disk or the store failed meanwhile: what was sent is recorded
  3  jobs were rejected or are in doubt, or a step cannot go on: for a person to look at
  4  stopped with work left: the same command resumes

Environment:
  CALLSHEET_STORE       the store, where --store is not given
  CALLSHEET_BASE_URL    where the service is
  CALLSHEET_API_KEY     the key of the account
  CALLSHEET_API_SECRET  its secret
  HTTPS_PROXY           the HTTP proxy on the way to it, if there is one
  CALLSHEET_NOTICE_URL  where the notices of \`on\` go

Documentation:
  docs/cli.md#run, in the folder of this package
`);
  });

  test('documents every option', async () => {
    const page = readFileSync('docs/cli.md', 'utf8');
    const pages = await Promise.all(commands.map(async (name) => (await callsheet(name, '--help')).stdout));
    const options = pages.flatMap((help) =>
      [...help.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, flag]) => flag!),
    );
    expect(options.length).toBeGreaterThan(50);
    expect([...new Set(options)].filter((flag) => flag !== '--help' && !page.includes(flag))).toEqual([]);
  });

  test('without a command it shows them all and ends with an error', async () => {
    const { code, stdout, stderr } = await callsheet();
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe((await callsheet('--help')).stdout);
  });

  test.each([
    [['chek', 'x.yaml'], "error: unknown command 'chek'\n(Did you mean check?)"],
    [['plan'], "error: missing required argument 'files'"],
    [['status', 'x.yaml', 'y.yaml'], "error: too many arguments for 'status'. Expected 1 argument but got 2."],
    [['run', 'x.yaml', '--sandox'], "error: unknown option '--sandox'\n(Did you mean --sandbox?)"],
    [
      ['plan', 'x.yaml', '--format', 'xml'],
      "error: option '--format <format>' argument 'xml' is invalid. Allowed choices are text, json, markdown, html.",
    ],
    // A shell's variable that is not set: an empty label would be a further run, an empty folder the root of the disk.
    [['run', 'x.yaml', '--run', ''], "error: option '--run <label>' is empty"],
    [['run', 'x.yaml', '--plan='], "error: option '--plan <file>' is empty"],
    [['status', 'x.yaml', '--state', ''], "error: option '--state <folder>' is empty"],
    [['reconcile', 'x.yaml', '--accept', 'a', '--accept', ''], "error: option '--accept <address>' is empty"],
    [['check', 'x.yaml', ''], "error: argument 'files' is empty"],
    [
      ['run', 'x.yaml', '--run', '2026-12 '],
      "error: option '--run <label>' argument '2026-12 ' is invalid. Use up to 64 letters (a to z), digits, `.`, `_` and `-`, such as 2026-12.",
    ],
    // Of two options that contradict each other, none is ignored silently.
    [
      ['plan', 'x.yaml', '--first', '2', '--against', 'p.json'],
      'error: --first cannot be combined with --against: that compares plans of everybody',
    ],
    [
      ['plan', 'x.yaml', '--only', '2348030000001', '--out', 'p.json'],
      'error: --only cannot be combined with --out: a saved plan is about everybody',
    ],
    [['plan', 'x.yaml', '--jobs', '--out', 'p.json'], 'error: --jobs cannot be combined with --out'],
    [['plan', 'x.yaml', '--jobs', '--against', 'p.json'], 'error: --jobs cannot be combined with --against'],
    [['plan', 'x.yaml', '--exit-code'], 'error: --exit-code needs --against'],
    [['audit', 'x.yaml', '--jobs', 'a', '--log', 'b'], 'error: --jobs cannot be combined with --log'],
    [['why', 'x.yaml', '1', '--whole'], 'error: --whole needs --find'],
    [['run', 'x.yaml', '--real-time'], 'error: --real-time needs --sandbox'],
    [
      ['run', 'x.yaml', '--sandbox', '--real-time', '--at', '2026-11-23 09:00'],
      'error: --real-time cannot be combined with --at: its clock is that of this machine; change `starts`',
    ],
    // It may hold a password, which is not repeated.
    [
      ['status', 'x.yaml', '--store', 'postgres://ada:secret@host'],
      "error: option '--store <url>' is invalid. Name a database, as in postgres://user@host:5432/database.",
    ],
  ])('%j is refused in words, with 2', async (args, words) => {
    const help =
      args[0] === 'chek' ? 'callsheet --help shows every command' : `callsheet ${args[0]} --help shows an example`;
    expect(await callsheet(...args)).toEqual({ code: 2, stdout: '', stderr: `${words}\n(${help})\n` });
  });

  test('--no-color may be before the command and after it', async () => {
    for (const args of [
      ['--no-color', 'explain', 'CS2001'],
      ['explain', 'CS2001', '--no-color'],
      ['check', '--no-color', 'campaigns/otp-verification.yaml'],
    ]) {
      expect(await callsheet(...args)).toMatchObject({ code: 0, stderr: '' });
    }
  });

  test('a real run takes no other clock: it is refused, not begun at once', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(1));
    await rig.campaign(otpStep);
    expect(await rig.run('--at', '2030-01-01 09:00')).toMatchObject({
      code: 2,
      stderr:
        'error: --at needs --sandbox: a real run starts at `starts`, or now\n(callsheet run --help shows an example)\n',
    });
    expect(rig.requests()).toEqual([]);
  });

  test('a reader that closes the pipe ends the output without an error', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(60_000));
    await rig.campaign(otpStep);
    for (const command of ['report campaign.yaml --format csv', 'plan campaign.yaml --jobs']) {
      const piped = spawnSync('sh', ['-c', `"${process.execPath}" "${main}" ${command} | head -n 1`], {
        cwd: rig.folder,
        encoding: 'utf8',
      });
      expect({ code: piped.status, stderr: piped.stderr }).toEqual({ code: 0, stderr: '' });
      expect(piped.stdout).toMatch(/^[^\n]+\n$/);
    }
  });

  test('status --follow ends where nobody reads it any more, and the run goes on', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(60));
    await rig.campaign(otpStep, 'limits: { rate: 1/s }');
    const run = rig.callsheet(['run', 'campaign.yaml', '--yes']);
    await rig.answered(1);
    const follow = spawn(process.execPath, [main, 'status', 'campaign.yaml', '--follow'], { cwd: rig.folder });
    const ended = once(follow, 'exit');
    follow.stdout.once('data', () => follow.stdout.destroy());
    expect((await ended)[0]).toBe(0);
    expect(rig.requests().length).toBeLessThan(60);
    run.kill('SIGINT');
    expect((await run.ended).code).toBe(4);
  });

  test('output for which the disk has no room is named, and never taken for whole', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(2));
    await rig.campaign(otpStep);
    const limit = 512 * 1024;
    // `output` has room for this many bytes more.
    const printed = async (room: number, command: string) => {
      await rig.write('output', '.'.repeat(limit - room));
      const { status, stderr } = spawnSync(
        'sh',
        ['-c', `ulimit -f 1024; "${process.execPath}" "${main}" ${command} >> output`],
        { cwd: rig.folder, encoding: 'utf8' },
      );
      return { status, stderr, output: readFileSync(join(rig.folder, 'output'), 'utf8').slice(limit - room) };
    };
    const lost = 'The output is incomplete: it could not be written (EFBIG: file too large, write).';
    const whole = (await callsheet('explain')).stdout;
    for (const room of [0, 100]) {
      expect(await printed(room, 'explain')).toEqual({
        status: 6,
        stderr: `${lost} Everything else was done.\n`,
        output: whole.slice(0, room),
      });
    }
    expect(await printed(20_000, 'explain')).toEqual({ status: 0, stderr: '', output: whole });
    const run = await printed(10, 'run campaign.yaml --sandbox');
    expect(run).toMatchObject({ status: 6, stderr: expect.stringContaining(lost) });
    const { stdout } = spawnSync(process.execPath, [main, 'status', 'campaign.yaml', '--sandbox', '--format', 'json'], {
      cwd: rig.folder,
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toMatchObject({ state: 'finished', summary: { accepted: 2 } });
    await rig.write('campaign.yaml', 'not a campaign');
    expect(await printed(10, 'check campaign.yaml')).toMatchObject({ status: 1, stderr: `${lost}\n` });
  });
});

test.each([
  [
    'of ours',
    "new TypeError('ours')",
    'Internal error: this is a bug in callsheet, not in your campaign. Nothing more was sent.\nTypeError: ours\n',
  ],
  [
    'of a limit of the machine',
    "Object.assign(new Error('EMFILE: too many open files, open'), { syscall: 'open', path: 'list.csv' })",
    'Too many files are open: allow more with `ulimit -n`, or lower `limits.concurrency`. Nothing more was sent.\n',
  ],
])('a failure %s that nobody awaits ends with 2, and not as a campaign with errors does', (_, error, words) => {
  const failsLater = `const write = process.stdout.write;
    process.stdout.write = function (...given) {
      setImmediate(() => { throw ${error}; });
      return write.apply(this, given);
    };`;
  const hook = `data:text/javascript,${encodeURIComponent(failsLater)}`;
  const { status, stderr } = spawnSync(process.execPath, ['--import', hook, main, 'serve'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([2, expect.stringContaining(words)]);
});

test('where the working folder was removed, that is said', () => {
  const gone = mkdtempSync(join(tmpdir(), 'callsheet-gone-'));
  const inShell = `cd "$1" && rmdir "$1" && exec "$2" "$3" status my.yaml`;
  const { status, stderr } = spawnSync('sh', ['-c', inShell, 'sh', gone, process.execPath, main], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([
    2,
    'The working folder is not there any more: change to one that is. Nothing was sent.\n',
  ]);
});

test('a campaign is not read from stdin', async () => {
  expect(await callsheet('check', '-')).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'A campaign cannot be read from stdin, because its lists and audio are found beside its file: write it to a file first\n',
  });
});

test('explain without a word lists everything that it knows', async () => {
  const { code, stdout, stderr } = await callsheet('explain');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [operations = '', statuses, keys = '', words = '', findings = ''] = stdout.split('\n\n');
  const listed = (paragraph: string): string[] =>
    paragraph.slice(paragraph.indexOf('\n')).trim().replace(/\s+/g, ' ').split(', ');
  expect(listed(operations)).toEqual(operationIds);
  expect(statuses).toBe('Statuses of an operation, as in `callsheet explain whatsapp.send -131`.');
  expect(listed(keys)).toEqual(expect.arrayContaining(['campaign', 'window', 'steps']));
  expect(listed(words)).toEqual(Object.keys(glossary));
  expect(findings.match(/^ {2}CS\d{4}(?= )/gm)).toEqual(Object.keys(diagnosticCodes).map((code) => `  ${code}`));
});

test('plan --out says when it creates a folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const out = join(folder, 'new', 'plan.json');
  const plan = async (): Promise<string> =>
    (await callsheet('plan', 'campaigns/otp-verification.yaml', '--at', '2026-11-23 08:30', '--out', out)).stderr;
  const first = await plan();
  const saved = `${out} has the plan ${(JSON.parse(readFileSync(out, 'utf8')) as { hash: string }).hash.slice(0, 12)}, made without the settings of a service. To approve it: \`callsheet approve campaigns/otp-verification.yaml --plan ${out}\`. To run exactly this plan: \`callsheet run campaigns/otp-verification.yaml --plan ${out}\`. Both need these settings, or --sandbox.\n`;
  expect(first).toBe(`Created the folder ${join(folder, 'new')}.\n${saved}`);
  expect(await plan()).toBe(saved);
});
