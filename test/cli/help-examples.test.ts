import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseArguments } from '../../src/cli/parse-arguments.ts';
import { program } from '../../src/cli/program.ts';
import { startChild } from '../rig/child.ts';
import { commandHost } from '../rig/command-host.ts';
import { type SandboxRig, sandboxRig } from '../rig/sandbox.ts';

/** Why an example is not run, by how it begins. */
const notRun: Readonly<Record<string, string>> = {
  'watch ': 'goes on until Ctrl-C',
  'inbox ': 'goes on until Ctrl-C',
  'open ': 'goes on until Ctrl-C',
  'serve ': 'goes on until Ctrl-C',
  'worker ': 'needs a store',
  'store ': 'needs a store',
  'status ': 'needs a run that goes on',
  'pause ': 'needs a run that goes on',
  'resume ': 'needs a run that goes on',
  'cancel ': 'needs a run that goes on',
  'reconcile ': 'needs a job in doubt',
  'run campaigns/spring-renewal.yaml --plan': 'waits for the start of the campaign',
  'run campaigns/spring-renewal.yaml --require-approval': 'waits for the start of the campaign',
  'run campaigns/spring-renewal.yaml --only': 'waits for the start of the campaign',
  'rehearse ': 'takes long; docs/getting-started.md has one that is run',
  'completion ': 'is for a shell; completion.test.ts runs them',
};

const examples = program.groups
  .flatMap(({ commands }) => commands)
  .flatMap(({ example, furtherExamples = [] }) => [example, ...furtherExamples])
  .map((line) => line.replace(/^.*?callsheet /, '').replace(/ > \S+$/, ''));
const isRun = (example: string): boolean => !Object.keys(notRun).some((start) => example.startsWith(start));

/** As a shell would split it, with file names for `*`. */
function wordsOf(example: string, cwd: string): readonly string[] {
  const { stdout } = spawnSync('bash', ['-c', `printf '%s\\0' ${example}`], { cwd, encoding: 'utf8' });
  return stdout.split('\0').slice(0, -1);
}

/** What others need comes first, and what needs a run last. */
function rank(example: string): number {
  return example.startsWith('suppress ') ? 0 : /^(?:audit|forget) /.test(example) ? 2 : 1;
}

/** They write to a state file, for which the built command line has a thread, to a file in their folder, or keep the real time. */
const needsProcess = /^(?:run|audit|forget|approve|call|doctor) | plan\.json/;
const keepsTime = /^(?:call|doctor) /;

const now = Date.parse('2026-11-23T07:00:00Z');
const shiftClock = JSON.stringify(resolve('test/rig/shift-clock.cjs'));

describe('an example of --help', () => {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-help-'));
  const env = { XDG_STATE_HOME: join(folder, 'state') };
  let sandbox: SandboxRig;

  beforeAll(async () => {
    cpSync('campaigns', join(folder, 'campaigns'), { recursive: true });
    const consents = `phone,purpose,basis,at,evidence\n2340001000900,marketing,form,2026-11-01T10:00:00Z,form 7\n`;
    writeFileSync(join(folder, 'consents.csv'), consents);
    mkdirSync(join(folder, 'my-campaigns'));
    writeFileSync(join(folder, 'my-campaigns', 'people.csv'), 'phone,first_name\n2340001000900,Kofi\n');
    sandbox = await sandboxRig();
    const settings = {
      CALLSHEET_BASE_URL: sandbox.url,
      CALLSHEET_API_KEY: 'sandbox-key',
      CALLSHEET_API_SECRET: 'sandbox-secret',
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(join(folder, '.env'), lines.join(''));
  });
  afterAll(async () => {
    await sandbox[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  async function ended(example: string): Promise<{ readonly code: number | null; readonly said: string }> {
    const words = wordsOf(example, folder);
    if (needsProcess.test(example)) {
      const main = resolve('dist/src/cli/main.js');
      const shift = { SHIFT_CLOCK_MS: String(now - Date.now()), NODE_OPTIONS: `--require=${shiftClock}` };
      // The sandbox is in this process, which must not be blocked.
      const child = startChild([main, ...words], {
        cwd: folder,
        env: { ...env, ...(!keepsTime.test(example) && shift) },
      });
      const { code, stdout, stderr } = await child.ended;
      return { code, said: stdout + stderr };
    }
    const { host, out, err } = commandHost({ now, env });
    return { code: await parseArguments(words, { ...host, cwd: folder }), said: out() + err() };
  }

  test.each(examples.filter(isRun).toSorted((a, b) => rank(a) - rank(b)))('works: callsheet %s', async (example) => {
    const ran = await ended(example);
    expect(ran).toEqual({ code: 0, said: ran.said });
  });

  test('is there for every reason not to run one', () => {
    expect(Object.keys(notRun).filter((start) => !examples.some((example) => example.startsWith(start)))).toEqual([]);
  });
});
