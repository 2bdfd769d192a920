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
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...words: string[]) {
  const { host, out, err } = commandHost({ now: 0 });
  return { exitCode: await parseArguments(words, host), out: out(), err: err() };
}

/** What a shell offers for the last word of a command line. */
interface Offers {
  readonly shell: string;
  offers(...words: string[]): readonly string[];
}

const bash: Offers = {
  shell: 'bash',
  offers(...words) {
    const script = `source script.bash; COMP_WORDS=(callsheet "$@"); COMP_CWORD=$#; _callsheet; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return lines(spawnSync('bash', ['-c', script, 'bash', ...words], { cwd: folder, encoding: 'utf8' }));
  },
};

const fish: Offers = {
  shell: 'fish',
  offers(...words) {
    const typed = ['callsheet', ...words.map((word) => word.replaceAll(' ', '\\ '))].join(' ');
    const script = `source script.fish; complete -C ${JSON.stringify(typed)}`;
    const run = spawnSync('fish', ['--no-config', '-c', script], { cwd: folder, encoding: 'utf8' });
    return lines(run).map((line) => line.split('\t')[0]!);
  },
};

/** zsh completes only at a prompt: what its own functions are given is what they offer. */
function zshGives(...words: string[]): readonly string[] {
  const script = `compdef() { }; _describe() { print -rl -- $commands }; _arguments() { print -rl -- "$@" }
    source script.zsh; words=(callsheet "$@"); CURRENT=$(( $# + 1 )); _callsheet`;
  return lines(spawnSync('zsh', ['-f', '-c', script, 'zsh', ...words], { cwd: folder, encoding: 'utf8' }));
}

function lines({ stdout, stderr }: { stdout: string; stderr: string }): readonly string[] {
  expect(stderr).toBe('');
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .sort();
}

describe.skipIf(!isInstalled('bash'))('bash offers', () => {
  offersWhatIsThere(bash);
});
describe.skipIf(!isInstalled('fish'))('fish offers', () => {
  offersWhatIsThere(fish);
});

function offersWhatIsThere({ shell, offers }: Offers): void {
  test('commands', () => {
    expect(offers('')).toEqual([...names, 'help'].sort());
    expect(offers('re')).toEqual(['reconcile', 'rehearse', 'report', 'resume']);
    expect(offers('help', 'st')).toEqual(['status', 'store']);
  });

  test('options of the command', () => {
    expect(offers('check', '--f')).toEqual(['--format']);
    expect(offers('check', 'spring.yaml', '--max')).toEqual(['--max-findings']);
    expect(offers('run', '--no-s')).toEqual(['--no-send']);
    expect(offers('check', '--fresh')).toEqual([]);
  });

  test('values of an option that has few', () => {
    expect(offers('check', '--format', '')).toEqual(['github', 'json', 'pretty', 'sarif']);
    expect(offers('rehearse', '--scenario', 'f')).toEqual(['flaky']);
  });

  test('campaign files and folders, and other files where they belong', () => {
    expect(offers('check', 's')).toContain('spring.yaml');
    expect(offers('check', 'm')).toContain(shell === 'bash' ? 'more' : 'more/');
    expect(offers('run', '--plan', 'p')).toEqual(['plan.json']);
    expect(offers('plan', '--state', 'm')).toEqual([shell === 'bash' ? 'more' : 'more/']);
  });

  test('codes, operations and words', () => {
    expect(offers('explain', 'CS10')).toEqual(Object.keys(diagnosticCodes).filter((code) => code.startsWith('CS10')));
    expect(offers('explain', 'whatsapp.')).toEqual(['whatsapp.send']);
    expect(offers('explain', 'in d').filter((word) => word.startsWith('in'))).toEqual(['in doubt']);
    expect(offers('call', 'o')).toEqual(['otp.send']);
    expect(offers('completion', '')).toEqual(['bash', 'fish', 'zsh']);
  });
}

test.skipIf(!isInstalled('zsh'))('zsh offers commands, options and their values', () => {
  expect(zshGives('reh').map((line) => line.split(':')[0])).toEqual([...names, 'help'].sort());
  expect(zshGives('check', '')).toEqual([
    '*--env-file[settings and variables, one NAME=value per line]:value:_files',
    '*--format[output format]:value:(pretty json github sarif)',
    '*--help[show the options of this command]',
    '*--input[value of a campaign input]:value: ',
    '*--max-findings[print at most this many; all are counted]:value: ',
    '*--quiet[print errors only]',
    '*-h[show the options of this command]',
    '*-q[print errors only]',
    '*:word:_files -g "*.(yaml|yml)"',
    '-S',
    '-s',
  ]);
});

describe('each script', () => {
  test('is one that its shell can read; where it is not installed, its quotes close', () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const checker = isInstalled(shell) ? shell : 'bash';
      if (checker !== shell && shell === 'fish') continue;
      const { status, stderr } = spawnSync(checker, ['-n', `script.${shell}`], { cwd: folder, encoding: 'utf8' });
      expect({ shell, status, stderr }).toEqual({ shell, status: 0, stderr: '' });
    }
  });

  test('of fish has one command a line, and no quote stays open', async () => {
    const { out } = await run('completion', 'fish');
    const [comment, ...rows] = out.trimEnd().split('\n');
    expect(comment).toMatch(/^# /);
    for (const row of rows) expect(row).toMatch(/^complete -c callsheet(?: (?:-\w|[\w-]+|'(?:[^'\\]|\\.)*'))+$/);
  });
});

test('another shell has none', async () => {
  expect(await run('completion', 'tcsh')).toEqual({
    exitCode: 2,
    out: '',
    err: 'There is no completion for tcsh; there is one for `bash`, `zsh` and `fish`.\n',
  });
});
