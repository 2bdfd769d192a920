import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { program } from '../../src/cli/program.ts';
import { createRealClock } from '../../src/platform/clocks.ts';
import type { Clock } from '../../src/platform/ports.ts';
import { startCommand } from '../rig/command.ts';
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
  'promote ': 'needs a wave that waits',
  'why campaigns/spring-renewal.yaml --code': 'needs a run',
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

/** They compare their clock with that of the sandbox. */
const keepsTime = /^(?:call|doctor) /;

const real = createRealClock();
const shiftMs = Date.parse('2026-11-23T07:00:00Z') - real.now();
const shifted: Clock = {
  ...real,
  now: () => real.now() + shiftMs,
  sleepUntil: (until, signal) => real.sleepUntil(until - shiftMs, signal),
};

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
    const clock = keepsTime.test(example) ? real : shifted;
    const { code, stdout, stderr } = await startCommand(wordsOf(example, folder), { cwd: folder, env, clock }).ended;
    return { code, said: stdout + stderr };
  }

  test.each(examples.filter(isRun).toSorted((a, b) => rank(a) - rank(b)))('works: callsheet %s', async (example) => {
    const ran = await ended(example);
    expect(ran).toEqual({ code: 0, said: ran.said });
  });

  test('is there for every reason not to run one', () => {
    expect(Object.keys(notRun).filter((start) => !examples.some((example) => example.startsWith(start)))).toEqual([]);
  });
});
