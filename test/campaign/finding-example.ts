import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArguments } from '../../src/cli/parse-arguments.ts';
import { commandHost } from '../rig/command-host.ts';
import { wordsOf } from '../rig/shown-commands.ts';
import { type Checked, memoryHost } from './check-example.ts';

/** What a finding looks like: files, and the command that finds it. Kept in `test/golden/check/`. */
export interface FindingExample {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** Writes files that are too large to be shown; run by `node` in the folder of the others. */
  readonly maker?: string;
  /** What is typed first. */
  readonly before: readonly string[];
  /** As it is typed, `check` of all campaigns unless the example says something else. */
  readonly command: string;
  /** What makes it right, as it is written in the example; undefined where no file can. */
  readonly fix: string | undefined;
}

/**
 * `$ command`, where it is not `check`, below those that are typed first; then `=== name (encoding)` and the file, as often as there are files; then `=== fix`
 * and what to change.
 */
export function readFindingExample(whole: string): FindingExample {
  const [text = '', fix] = whole.split(/^=== fix\n/m);
  const [head = '', ...parts] = text.split(/^=== /m);
  const files: Record<string, string | Uint8Array> = {};
  for (const part of parts) {
    const [, name = '', encoding] = /^(\S+)(?: \((\w+)\))?\n/.exec(part) ?? [];
    const content = part.slice(part.indexOf('\n') + 1);
    files[name] = encoding === 'latin1' ? new Uint8Array(Buffer.from(content, 'latin1')) : content;
  }
  const maker = Object.keys(files).find((name) => name.endsWith('.mjs'));
  const campaigns = Object.keys(files).filter((name) => name.endsWith('.yaml'));
  const typed = [...head.matchAll(/^\$ (.+)\n/gm)].map(([, words = '']) => words);
  const command = typed.pop() ?? `callsheet check ${campaigns.join(' ') || 'campaign.yaml'}`;
  return { files, before: typed, command, fix, ...(maker === undefined ? {} : { maker }) };
}

/**
 * The example after its fix: lines `- old` are replaced by the lines `+ new` below them, in the campaign or in the file that
 * `@ name` names; `@ name, saved as UTF-8` changes the encoding, and `$ command` what is typed.
 */
export function fixedExample(example: FindingExample): FindingExample {
  const files = { ...example.files };
  let { command } = example;
  let name = Object.keys(files).find((each) => each.startsWith('campaign.')) ?? Object.keys(files)[0]!;
  for (const step of (example.fix ?? '').matchAll(
    /^\$ (.+)\n|^@ (\S+?)(, saved as UTF-8)?\n|((?:^- .*\n)*)((?:^\+ .*\n)*)/gm,
  )) {
    const [, typed, file, inUtf8, old = '', instead = ''] = step;
    command = typed ?? command;
    name = file ?? name;
    if (inUtf8 !== undefined) files[name] = Buffer.from(files[name] as Uint8Array).toString('latin1');
    if (old + instead === '') continue;
    const before = String(files[name] ?? '');
    const lines = old.replace(/^- /gm, '');
    if (!`\n${before}`.includes(`\n${lines}`)) throw new Error(`${name} has no lines\n${lines}`);
    files[name] = `\n${before}`.replace(`\n${lines}`, () => `\n${instead.replace(/^\+ /gm, '')}`).slice(1);
  }
  return { ...example, files, command };
}

/** Runs the command line over the files, with nothing of this machine in it but the version of its time zone data. */
export async function runFindingExample({ files, maker, before, command }: FindingExample): Promise<Checked> {
  if (command.startsWith('callsheet snapshot') || before.length > 0) return runOnDisk(files, [...before, command]);
  const words = wordsOf(command);
  const first = words.indexOf('callsheet');
  const env = Object.fromEntries(words.slice(0, first).map((word) => word.split('=')));
  const { host, out, err } = memoryHost(maker === undefined ? files : made(files, maker), env);
  const exitCode = await parseArguments(words.slice(first + 1), host);
  return { exitCode, out: out(), err: err() };
}

/** What the last command prints. Sources are read by programs, and they and the ledger are in files. */
async function runOnDisk(files: FindingExample['files'], commands: readonly string[]): Promise<Checked> {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-'));
  try {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    let checked: Checked = { exitCode: 0, out: '', err: '' };
    for (const command of commands) {
      const { host, out, err } = commandHost({ now: Date.parse('2026-11-23T08:00:00Z') });
      // The programs of an example are found by their names.
      const ofDisk = { ...host, cwd: folder, env: { PATH: process.env['PATH'] } };
      const exitCode = await parseArguments(wordsOf(command).slice(1), ofDisk);
      checked = { exitCode, out: out(), err: err() };
    }
    return checked;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function made(files: FindingExample['files'], maker: string): Record<string, Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-'));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const { status, stderr } = spawnSync(process.execPath, [maker], { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${maker} failed: ${stderr}`);
    return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
