import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parseArguments } from '../../src/cli/parse-arguments.ts';
import { interrupted } from '../../src/platform/ports.ts';
import { builtMain, startChild } from '../rig/child.ts';
import { commandHost } from '../rig/command-host.ts';
import { hasTerminal, startAtTerminal } from '../rig/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'callsheet-init-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const now = Date.parse('2026-11-22T14:00:00Z');

/** One command in the folder; a terminal where these answers are typed, or none. */
async function run(words: readonly string[], answers?: readonly string[], today = now) {
  const { host, out, err } = commandHost({ now: today });
  const left = [...(answers ?? [])];
  const asked: string[] = [];
  const ask = async (question: string): Promise<string | undefined> => {
    asked.push(question);
    return answers === undefined ? undefined : left.shift();
  };
  const console = { ...host.console, ask };
  const exitCode = await parseArguments(words, { ...host, console, cwd: folder });
  return { exitCode, out: out(), err: err(), asked, left };
}

const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
const write = (path: string, text: string): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
};

/** What a person would do next; the counts of the rehearsal. */
async function tried(path: string): Promise<Readonly<Record<string, number>>> {
  const at = join(folder, path);
  expect(await run(['check', at])).toMatchObject({ exitCode: 0, out: expect.stringContaining('no problems') });
  expect(await run(['plan', at, '--show'])).toMatchObject({ exitCode: 0, err: '' });
  const rehearsed = await run(['rehearse', at, '--format', 'json']);
  const last = JSON.parse(rehearsed.out.trim().split('\n').at(-1)!) as { summary: Record<string, number> };
  expect(rehearsed.exitCode).toBe(0);
  expect(last.summary['accepted']).toBeGreaterThan(0);
  return last.summary;
}

const allSent = { rejected: 0, skipped: 0, expired: 0, pending: 0 };

test('the commands that come next have the name of the folder, also where it is a date of the example', async () => {
  const { out } = await run(['init', '2026-11-23-spring', '--kind', 'example'], undefined, now + 30 * 86_400_000);
  expect(out).toContain('  callsheet plan 2026-11-23-spring/spring-renewal.yaml --at "2026-12-28 08:30"\n');
});

test.each(['UTC0', '', ':/etc/localtime'])(
  'where TZ is "%s", the zone must be named: hours of UTC would be wrong for most',
  async (zone) => {
    const words = [builtMain, 'init', 'nowhere', '--kind', 'code'];
    const { code, stderr } = await startChild(words, { cwd: folder, env: { TZ: zone } }).ended;
    expect([code, stderr]).toEqual([
      2,
      'The time zone of this machine is not known: name one with --timezone, such as Africa/Lagos. Nothing was written.\n',
    ]);
  },
);

test.each([
  ['2026-11-22T03:42:00Z', '2026-11-22 10:00'],
  ['2026-11-22T08:00:00Z', '2026-11-22 10:00'],
  ['2026-11-22T08:01:00Z', '2026-11-23 10:00'],
  ['2026-11-21T23:30:00Z', '2026-11-22 10:00'],
])('at %s a campaign of Lagos starts at %s', async (today, starts) => {
  const place = `starts-${today}`;
  await run(['init', place, '--kind', 'code', '--timezone', 'Africa/Lagos'], undefined, Date.parse(today));
  expect(read(`${place}/first-codes.yaml`)).toContain(`starts: ${starts}\n`);
});

test.each([now, now + 400 * 86_400_000])('the example is ahead of us on any day, %i', async (today) => {
  const place = `shop-${today}`;
  const { out } = await run(['init', place], undefined, today);
  expect(out).toContain('so `check` shows two warnings.');
  const campaign = join(folder, place, 'spring-renewal.yaml');
  expect(await run(['check', campaign], undefined, today)).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining('spring-renewal.yaml: 2 warnings;'),
  });
  const at = /plan .* --at "(.*)"/.exec(out)?.[1];
  expect(await run(['plan', campaign, '--at', at!], undefined, today)).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(/^236 to send of 415, 31 skipped, 148 depend on results/m),
  });
  expect(Date.parse(`${at}+01:00`)).toBeGreaterThan(today);
});

describe('callsheet init writes a campaign that passes check, plan and a rehearsal', () => {
  test('a WhatsApp message', async () => {
    const { out } = await run(['init', 'a', '--kind', 'whatsapp', '--timezone', 'Africa/Lagos']);
    expect(out).toContain('wrote a/first-message.yaml\nwrote a/people.csv\n');
    expect(read('a/first-message.yaml')).toBe(`# yaml-language-server: $schema=campaign.schema.json
campaign: first-message
timezone: Africa/Lagos
starts: 2026-11-23 10:00
account: { appId: sandbox-app, businessPhone: "2348000000001" }   # before a real run: your own
audiences:
  people: { file: people.csv, key: phone, lastInbound: last_inbound_at }
steps:
  hello:
    uses: whatsapp.send
    forEach: people
    with: { type: text, text: { body: "Hello {{ recipient.first_name | default: 'there' }}, thank you for your message. How can we help you?" } }
`);
    expect(await tried('a/first-message.yaml')).toMatchObject(allSent);
  });

  test('codes', async () => {
    await run(['init', 'b', '--kind', 'code', '--timezone', 'Asia/Kathmandu']);
    expect(await tried('b/first-codes.yaml')).toMatchObject(allSent);
  });

  test('calls, of a task of one’s own', async () => {
    await run(['init', 'c', '--kind', 'call', '--task', '20261123004711', '--timezone', 'UTC']);
    expect(read('c/first-calls.yaml')).toContain('taskId: 20261123004711\n');
    expect(await tried('c/first-calls.yaml')).toMatchObject(allSent);
  });

  test('for a list of one’s own, with the columns that it has', async () => {
    write('d/customers.csv', 'Kunde;First Name;Mobile number;Last message\n1;Ada;+234 000 100 0101;2026-11-23 08:00\n');
    const { out } = await run(['init', 'd', '--list', 'd/customers.csv', '--timezone', 'Africa/Lagos']);
    expect(out).toContain('\n  callsheet plan d/first-message.yaml --show 5\n');
    expect(read('d/first-message.yaml')).toContain(
      `  people: { file: customers.csv, key: "Mobile number", sep: ";", lastInbound: { column: "Last message", zone: Africa/Lagos } }   # zone: UTC, if a database wrote these times\n`,
    );
    expect(read('d/first-message.yaml')).toContain(`Hello {{ recipient['First Name'] | default: 'there' }}`);
    expect(await tried('d/first-message.yaml')).toMatchObject(allSent);
  });

  test('for a list of several countries, as a spreadsheet writes it', async () => {
    write(
      'k/l.csv',
      `Phone number,First name,Country,Time zone,Last message
+91 9925000001,Chitra,India,Asia/Kolkata,23/11/2026 08:05
07741 000001,Don,UK,,11/12/2025 18:30
`,
    );
    await run(['init', 'k', '--kind', 'whatsapp', '--list', 'k/l.csv', '--timezone', 'Africa/Lagos']);
    expect(read('k/first-message.yaml')).toContain(
      `  people: { file: l.csv, key: "Phone number", country: { column: Country }, timezone: { column: "Time zone", else: number }, lastInbound: { column: "Last message", format: "D/M/YYYY H:mm", zone: Africa/Lagos } }   # zone: UTC, if a database wrote these times\n`,
    );
    expect(await tried('k/first-message.yaml')).toMatchObject({ accepted: 1, skipped: 1 });
  });

  test('with the columns by their usual names, and only if they hold what their names say', async () => {
    const lists = ['tz', 'timezone', 'Time zone', 'time_zone', 'zone'].map((name) => [name, 'Africa/Lagos', true]);
    for (const [name, cell, isUsed] of [...lists, ['zone', 'north', false], ['tz', '', false]]) {
      rmSync(join(folder, 'n'), { recursive: true, force: true });
      write('n/l.csv', `phone,${String(name)},Country\n2340001000101,${String(cell)},Nigeria\n`);
      await run(['init', 'n', '--kind', 'code', '--list', 'n/l.csv', '--timezone', 'Africa/Lagos']);
      const text = read('n/first-codes.yaml');
      expect(text.includes('timezone: { column:'), `${String(name)} ${String(cell)}`).toBe(isUsed);
      // Its numbers have their country codes.
      expect(text).not.toContain('country:');
    }
  });

  test('for JSON lines', async () => {
    write('e/people.jsonl', '{"msisdn": "2340001000101", "name": "Ada", "last_inbound": "2026-11-23T08:00:00Z"}\n');
    await run(['init', 'e', '--kind', 'whatsapp', '--list', 'e/people.jsonl', '--timezone', 'UTC']);
    expect(await tried('e/first-message.yaml')).toMatchObject(allSent);
    // No names are in the messages.
    write('e/people.ndjson', read('e/people.jsonl'));
    const { out } = await run(['init', 'e', '--kind', 'code', '--list', 'e/people.ndjson', '--timezone', 'UTC']);
    expect(out).toContain('\n  callsheet plan e/first-codes.yaml --show\n');
  });
});

describe('at a terminal', () => {
  test('three questions are asked', async () => {
    write('f/list.csv', 'phone,first_name\n2340001000101,Ada\n');
    const { exitCode, asked, left } = await run(['init', 'f'], ['2', 'f/list.csv', 'Africa/Lagos']);
    expect({ exitCode, left, questions: asked.length }).toEqual({ exitCode: 0, left: [], questions: 3 });
    expect(read('f/first-codes.yaml')).toContain('file: list.csv, key: phone');
  });

  test('a list beside the new folder is copied into it, and stays as it is', async () => {
    const list = 'phone,first_name\n2340001000101,Ada\n';
    write('mine.csv', list);
    const { exitCode, err, out } = await run(['init', 'new'], ['2', 'mine.csv', 'Africa/Lagos']);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    expect(out).toContain(
      'wrote new/first-codes.yaml\nwrote new/mine.csv, a copy of mine.csv: the campaign reads this file\n',
    );
    expect(read('new/first-codes.yaml')).toContain('file: mine.csv, key: phone');
    expect([read('new/mine.csv'), read('mine.csv')]).toEqual([list, list]);
    expect(await tried('new/first-codes.yaml')).toMatchObject(allSent);
    mkdirSync(join(folder, 'repository/.git'), { recursive: true });
    write('repository/mine.csv', list);
    await run(['init', 'repository/new', '--kind', 'code', '--list', 'repository/mine.csv', '--timezone', 'UTC']);
    expect(read('repository/new/first-codes.yaml')).toContain('file: "../mine.csv", key: phone');
    expect(existsSync(join(folder, 'repository/new/mine.csv'))).toBe(false);
  });

  test('Enter takes what is in brackets', async () => {
    const { exitCode } = await run(['init', 'g'], ['', '', '']);
    expect(exitCode).toBe(0);
    expect(read('g/first-message.yaml')).toContain('file: people.csv');
  });

  test('which of two columns has the numbers is asked for, or said by an option', async () => {
    write('k/list.csv', 'Name,Phone,Mobile\nAda,+2348030000001,+2348030000002\n');
    const { asked } = await run(['init', 'k'], ['2', 'k/list.csv', '3', '2', 'Africa/Lagos']);
    expect(asked[2]).toBe('Which column has the numbers?\n  1  Phone\n  2  Mobile\nType 1 to 2 ');
    expect(asked[3]).toBe(asked[2]);
    expect(read('k/first-codes.yaml')).toContain('key: Mobile');
    write('by-option/list.csv', read('k/list.csv'));
    const by = (key: string) =>
      run(['init', 'by-option', '--kind', 'code', '--list', 'by-option/list.csv', '--key', key]);
    expect((await by('Fax')).err).toContain(
      'by-option/list.csv has no column Fax; it has `Name`, `Phone` and `Mobile`. ',
    );
    await by('Phone');
    expect(read('by-option/first-codes.yaml')).toContain('key: Phone');
    expect((await run(['init', 'n', '--kind', 'code', '--key', 'Phone'])).err).toContain(
      '--key names a column of --list',
    );
  });

  test('the order of day and month is asked for where the list does not tell', async () => {
    write('o/list.csv', 'phone,last_message\n2340001000101,3/4/2026 7:05 PM\n');
    const { asked } = await run(['init', 'o'], ['1', 'o/list.csv', '3', '2', 'Africa/Lagos']);
    expect(asked[2]).toBe(
      'How are the times in last_message written?\n  1  D/M/YYYY h:mm A\n  2  M/D/YYYY h:mm A\nType 1 or 2 [1] ',
    );
    expect(read('o/first-message.yaml')).toContain('format: "M/D/YYYY h:mm A", zone: Africa/Lagos');
    rmSync(join(folder, 'o/first-message.yaml'));
    await run(['init', 'o', '--kind', 'whatsapp', '--list', 'o/list.csv', '--timezone', 'Africa/Lagos']);
    expect(read('o/first-message.yaml')).toContain('# or M/D/YYYY h:mm A: the list does not tell; zone: UTC');
  });

  test('an answer that cannot be used is asked for again, with the reason', async () => {
    const { exitCode, err } = await run(['init', 'h'], ['5', '1', 'gone.csv', '', 'Lagos', 'Africa/Lagos']);
    expect(exitCode).toBe(0);
    expect(err).toBe(`5 is not one of the choices.
There is no file gone.csv.
There is no time zone Lagos; use the name of a place, perhaps Africa/Lagos.
`);
  });

  test('only what the options leave open is asked', async () => {
    const { asked } = await run(['init', 'i', '--kind', 'call', '--timezone', 'UTC'], ['']);
    expect(asked).toEqual(['Which group call task? (its id) [1001, in the sandbox] ']);
  });

  test('Ctrl-C writes nothing', async () => {
    for (const answers of [[interrupted], ['1', interrupted], ['1', '', interrupted]]) {
      expect(await run(['init', 'j'], answers)).toMatchObject({ exitCode: 2, out: '', err: 'Nothing was written.\n' });
    }
  });
});

test.skipIf(!hasTerminal)('Ctrl-C at a real terminal gives up: Enter would take the usual answer', async () => {
  const main = resolve('dist/src/cli/main.js');
  const terminal = startAtTerminal([main, 'init', 'm'], { cwd: folder, env: {} });
  await terminal.shows(/Type 1 to 4/);
  terminal.type('\r');
  await terminal.shows(/Which list/);
  terminal.type('\u0003');
  const { code, output } = await terminal.ended;
  expect(code).toBe(2);
  expect(output).toContain('Nothing was written.');
  expect(existsSync(join(folder, 'm'))).toBe(false);
});

describe('callsheet init refuses, and writes nothing', () => {
  test.each([
    [['--kind', 'call', '--list', 'x.csv'], '--list has no meaning with --kind call'],
    [['--list', 'gone.csv'], 'There is no file gone.csv'],
    [
      ['--list', 'notes.txt'],
      'notes.txt is not a list: its name must end in .csv, or in .jsonl (a JSON object in each line)',
    ],
    [['--list', 'names.csv'], 'names.csv has the columns `first` and `last`; name the one with the numbers `phone`'],
    [
      ['--kind', 'code', '--timezone', 'CET'],
      'There is no time zone CET; use the name of a place, perhaps Europe/Berlin',
    ],
    [
      ['--kind', 'code', '--list', 'far/list.csv'],
      'far/list.csv is outside FOLDER/k, where a campaign reads its files, and cannot be copied there: k/list.csv already exists; name that one, or rename yours',
    ],
  ])('%j', async (options, problem) => {
    write('names.csv', 'first,last\nAda,Obi\n');
    write('far/list.csv', 'phone\n2340001000101\n');
    write('k/list.csv', 'phone\n2340001000102\n');
    const { exitCode, out, err } = await run(['init', 'k', ...options]);
    expect({ exitCode, out, err: err.replace(folder, 'FOLDER') }).toEqual({
      exitCode: 2,
      out: '',
      err: `${problem}. Nothing was written.\n`,
    });
    expect(read('k/list.csv')).toBe('phone\n2340001000102\n');
  });

  test('where a file of the same name is', async () => {
    write('l/people.csv', 'mine');
    expect(await run(['init', 'l', '--kind', 'code', '--timezone', 'UTC'])).toMatchObject({
      exitCode: 2,
      err: 'l/people.csv already exists. Nothing was written.\n',
    });
    expect(read('l/people.csv')).toBe('mine');
  });

  test('where a list is given as the folder', async () => {
    write('people.csv', 'phone\n2340001000101\n');
    expect(await run(['init', 'people.csv', '--kind', 'code'])).toMatchObject({
      exitCode: 2,
      err: 'people.csv is a file, and a campaign goes into a folder. For your list: `callsheet init --list people.csv`. Nothing was written.\n',
    });
  });
});

test.skipIf(process.platform === 'win32')('a disk without room is not called a bug, and the file is named', () => {
  const command = ['-c', 'ulimit -f 1; exec "$@"', 'sh', process.execPath, builtMain, 'init', 'full', '--kind', 'code'];
  const { status, stdout, stderr } = spawnSync('sh', [...command, '--timezone', 'Africa/Lagos'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const file = join(folder, 'full/campaign.schema.json');
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: '',
    stderr: `Could not use ${file} (EFBIG: file too large). Check its permissions and the disk. Nothing more was sent.\n`,
  });
});
