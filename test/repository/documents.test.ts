import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { optionName } from '../../src/cli/options/definitions.ts';
import { parseArguments } from '../../src/cli/parse-arguments.ts';
import { program } from '../../src/cli/program.ts';
import { createCampaignRig, people, whatsappStep } from '../rig/campaign-rig.ts';
import { startCommand } from '../rig/command.ts';
import { commandHost } from '../rig/command-host.ts';
import { isAsShown, namedIn, shownIn } from '../rig/shown-commands.ts';

/** Those that other tests run as processes, and those whose commands are shown with a server. */
const elsewhere = ['README.md', 'docs/cli.md', 'docs/diagnostics.md'];
const pages = [
  'README.md',
  'campaigns/README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
].filter((path) => path.endsWith('.md'));
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Every page is written on the same day, in a folder of its own, where its commands run one after another. */
const now = Date.parse('2026-11-22T14:00:00Z');

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-page-'));
  folders.push(folder);
  cpSync('campaigns', join(folder, 'campaigns'), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** They write to a state file, for which the built command line has a thread. What they print does not depend on the day. */
const needsBuilt: ReadonlySet<string> = new Set(['run', 'rehearse', 'status', 'report', 'reconcile', 'audit']);

interface Ended {
  readonly printed: string;
  readonly ended: number | null;
}

async function asBuilt(words: readonly string[], folder: string): Promise<Ended> {
  const env = { XDG_STATE_HOME: join(folder, 'state') };
  const { stdout, code } = await startCommand(words, { cwd: folder, env }).ended;
  return { printed: stdout, ended: code };
}

async function fromSource(words: readonly string[], folder: string): Promise<Ended> {
  const { host, out } = commandHost({ now, env: { XDG_STATE_HOME: join(folder, 'state') } });
  const ended = await parseArguments(words, { ...host, cwd: folder });
  return { printed: out(), ended };
}

const shown = pages
  .filter((path) => !elsewhere.includes(path))
  .map((path) => ({ path, ...shownIn(readFileSync(path, 'utf8')) }))
  .filter(({ commands }) => commands.length > 0);

describe.each(shown)('$path', ({ files, commands }) => {
  const folder = folderOf(files);
  test.each(commands)('line $line: callsheet prints what is shown', async ({ words, output, exitCode }) => {
    const run = needsBuilt.has(words[0]!) ? await asBuilt(words, folder) : await fromSource(words, folder);
    expect(isAsShown(run.printed, output) ? output : run.printed).toBe(output);
    expect(run.ended).toBe(exitCode);
  });
});

test('the pages that lead a newcomer show commands that are run', () => {
  const paths = shown.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(['docs/getting-started.md', 'docs/doubts.md', 'docs/troubleshooting.md']),
  );
});

const commands = new Map(program.groups.flatMap((group) => group.commands).map((command) => [command.name, command]));

describe('a command that a page names', () => {
  test.each(pages)('in %s exists, and so do its options', (path) => {
    const wrong = namedIn(readFileSync(path, 'utf8')).flatMap(({ line, command }) =>
      problemsOf(command).map((problem) => `${path}:${line}: ${problem}`),
    );
    expect(wrong).toEqual([]);
  });

  test('is found out where it does not exist', () => {
    const text = 'Say `callsheet chek FILE`, or:\n\n    callsheet check a.yaml --loud | jq --raw\n';
    expect(namedIn(text).flatMap(({ command }) => problemsOf(command))).toEqual([
      'there is no command chek',
      'check has no --loud',
    ]);
  });
});

function problemsOf(command: string): readonly string[] {
  const [name = '', ...words] = command.split(/\s+/);
  const known = commands.get(name);
  if (known === undefined) return name === 'help' ? [] : [`there is no command ${name}`];
  const options = Object.entries(known.options).map(([key, { initial }]) => optionName(key, initial));
  return words
    .flatMap((word) => /^\[?(--[a-z-]+)/.exec(word)?.[1] ?? [])
    .filter((option) => ![...options, '--help', '--no-color'].includes(option))
    .map((option) => `${name} has no ${option}`);
}

interface ShellFence {
  readonly path: string;
  readonly line: number;
  readonly about: string | undefined;
  readonly text: string;
}

const shellFences = pages.flatMap((path) => {
  const page = readFileSync(path, 'utf8');
  return [...page.matchAll(/^```sh(?: (.+))?\n([^]*?)^```$/gm)].map(
    ({ index, 1: about, 2: text = '' }): ShellFence => ({
      path,
      line: page.slice(0, index).split('\n').length,
      about,
      text,
    }),
  );
});

describe('a fence of shell commands', () => {
  test.each(shellFences.filter(({ about }) => about === undefined))('works: $path:$line', async ({ text }) => {
    await using rig = await createCampaignRig();
    await rig.members(people(3));
    await rig.campaign(whatsappStep);
    cpSync('campaigns', join(rig.folder, 'campaigns'), { recursive: true });
    // Where `npx callsheet` finds it, too.
    const bin = join(rig.folder, 'node_modules', '.bin');
    mkdirSync(bin, { recursive: true });
    symlinkSync(resolve('dist/src/cli/main.js'), join(bin, 'callsheet'));
    const env = { ...process.env, ...rig.env, URL: rig.sandbox.url, PATH: `${bin}:${process.env['PATH']}` };
    // The sandbox is in this process, which must not be blocked.
    const ended = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', text], { cwd: rig.folder, env });
    expect(ended.stdout).not.toMatch(/"status":"-/);
  });

  test('says why it is not run, where it is not', () => {
    const silent = shellFences.filter(({ about }) => about !== undefined && !/^not run: \S/.test(about));
    expect(silent).toEqual([]);
    expect(shellFences.length).toBeGreaterThan(5);
  });
});

test.each(['docs/recipes.md', 'docs/doubts.md'])('every YAML in %s can be copied', (path) => {
  const fences = [...readFileSync(path, 'utf8').matchAll(/^```yaml(?: \S+)?\n([^]*?)^```$/gm)];
  expect(fences.length).toBeGreaterThan(1);
  for (const [, text = ''] of fences) expect(parse(text)).toBeTypeOf('object');
});
