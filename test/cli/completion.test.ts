import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseArguments } from '../../src/cli/parse-arguments.ts';
import { program } from '../../src/cli/program.ts';
import { diagnosticCodes } from '../../src/diagnostic/codes.ts';
import { commandHost } from '../rig/command-host.ts';

const folder = mkdtempSync(join(tmpdir(), 'callsheet-completion-'));
const names = program.groups.flatMap((group) => group.commands.map(({ name }) => name));
const isInstalled = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

beforeAll(async () => {
  for (const shell of ['bash', 'zsh', 'fish'])
    writeFileSync(join(folder, `script.${shell}`), (await run('completion', shell)).out);
  mkdirSync(join(folder, 'more'));
  for (const file of ['spring.yaml', 'summer days.yml', 'members.csv', 'plan.json'])
    writeFileSync(join(folder, file), '');
  mkdirSync(join(folder, 'bin'));
  const main = join(process.cwd(), 'dist/src/cli/main.js');
  writeFileSync(join(folder, 'bin/callsheet'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`, {
    mode: 0o755,
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...words: string[]) {
  const { host, out, err } = commandHost({ now: 0 });
  return { exitCode: await parseArguments(words, host), out: out(), err: err() };
}

/** What is printed for the last of these words. */
async function offered(...words: string[]): Promise<readonly string[]> {
  const { exitCode, out, err } = await run('__complete', ...words);
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  return lines(out);
}

function lines(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t')[0]!)
    .sort();
}

describe('a shell is offered', () => {
  test('commands, with what they do', async () => {
    expect(await offered('')).toEqual([...names, 'help'].sort());
    expect(await offered('re')).toEqual(['reconcile', 'rehearse', 'report', 'resume']);
    expect(await offered('help', 'st')).toEqual(['status', 'store']);
    expect((await run('__complete', 'chec')).out).toMatch(/^check\t\w.*\n$/);
    expect(await offered('nothing', '')).toEqual([]);
  });

  test('options of the command, and of the program', async () => {
    expect(await offered('check', '--f')).toEqual(['--format']);
    expect(await offered('check', 'spring.yaml', '--max')).toEqual(['--max-findings']);
    expect(await offered('run', '--no-s')).toEqual(['--no-send']);
    expect(await offered('check', '--fresh')).toEqual([]);
    expect(await offered('check', '--h')).toEqual(['--help']);
    expect(await offered('--')).toEqual(['--help', '--no-color', '--version']);
  });

  test('values of an option that has few, and nothing for a free one', async () => {
    expect(await offered('check', '--format', '')).toEqual(['github', 'json', 'pretty', 'sarif']);
    expect(await offered('rehearse', '--scenario', 'f')).toEqual(['flaky']);
    expect(await offered('check', '--input', '')).toEqual([]);
  });

  test('campaign files and folders, and other files where they belong', async () => {
    expect(await offered('check', 's')).toEqual([':campaigns']);
    expect(await offered('run', '--plan', 'p')).toEqual([':files']);
    expect(await offered('plan', '--state', 'm')).toEqual([':folders']);
  });

  test('codes, operations and words', async () => {
    expect(await offered('explain', 'CS10')).toEqual(
      Object.keys(diagnosticCodes).filter((code) => code.startsWith('CS10')),
    );
    expect(await offered('explain', 'whatsapp.')).toEqual(['whatsapp.send']);
    expect(await offered('explain', 'in d')).toEqual(['in doubt']);
    expect(await offered('call', 'o')).toEqual(['otp.send']);
    expect(await offered('completion', '')).toEqual(['bash', 'fish', 'zsh']);
  });
});

/** What a shell offers for the last word of a command line. */
interface Shell {
  readonly shell: string;
  offers(...words: string[]): readonly string[];
}

function started(shell: string, args: readonly string[]): readonly string[] {
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}` };
  const { stdout, stderr } = spawnSync(shell, args, { cwd: folder, encoding: 'utf8', env });
  expect(stderr).toBe('');
  return lines(stdout);
}

const bash: Shell = {
  shell: 'bash',
  offers(...words) {
    const script = `source script.bash; COMP_WORDS=(callsheet "$@"); COMP_CWORD=$#; _callsheet; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return started('bash', ['-c', script, 'bash', ...words]);
  },
};

const fish: Shell = {
  shell: 'fish',
  offers(...words) {
    const typed = ['callsheet', ...words.map((word) => word.replaceAll(' ', '\\ '))].join(' ');
    return started('fish', ['--no-config', '-c', `source script.fish; complete -C ${JSON.stringify(typed)}`]);
  },
};

/** zsh completes only at a prompt: what its own functions are given is what they offer. */
const zsh: Shell = {
  shell: 'zsh',
  offers(...words) {
    const script = `compdef() { }; _describe() { print -rl -- "\${(@)offers/:*/}" }; _files() { print -r -- "_files $*" }
      source script.zsh; words=(callsheet "$@"); CURRENT=$(( $# + 1 )); _callsheet`;
    return started('zsh', ['-f', '-c', script, 'zsh', ...words]);
  },
};

describe.each([bash, fish, zsh])('$shell', ({ shell, offers }) => {
  const isThere = isInstalled(shell);

  test.skipIf(!isThere)('offers commands, options and their values', () => {
    expect(offers('')).toEqual([...names, 'help'].sort());
    expect(offers('check', '--f')).toEqual(['--format']);
    expect(offers('check', '--format', 's')).toEqual(['sarif']);
    expect(offers('explain', 'in d').at(-1)).toBe('in doubt');
  });

  test.skipIf(!isThere)('finds files, folders and campaigns by itself', () => {
    const found = {
      bash: [['more', 'spring.yaml', 'summer days.yml'], ['plan.json'], ['more']],
      fish: [['more/', 'spring.yaml'], ['plan.json'], ['more/']],
      zsh: [['_files -g *.(yaml|yml)'], ['_files '], ['_files -/']],
    }[shell];
    const [campaigns, files, folders] = [
      offers('check', ''),
      offers('run', '--plan', 'p'),
      offers('plan', '--state', 'm'),
    ];
    expect([campaigns.filter((word) => found![0]!.includes(word)), files, folders]).toEqual(found);
  });

  test('has a script that it can read; where it is not installed, its quotes close', () => {
    if (!isThere && shell === 'fish') return;
    const { status, stderr } = spawnSync(isThere ? shell : 'bash', ['-n', `script.${shell}`], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

test('another shell has none', async () => {
  expect(await run('completion', 'tcsh')).toEqual({
    exitCode: 2,
    out: '',
    err: 'There is no completion for tcsh; there is one for `bash`, `zsh` and `fish`.\n',
  });
});
