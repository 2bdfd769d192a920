import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createOwnCommands } from '../../src/cli/control/own-commands.ts';
import { makeStartFolder } from '../../src/cli/control/routes/action-routes.ts';
import { createShownPlans } from '../../src/cli/control/shown-plans.ts';
import { createOwnProgram } from '../../src/platform/child-programs.ts';
import { builtMain } from '../rig/child.ts';
import { commandHost } from '../rig/command-host.ts';

const nothingElse = { allowActions: false, requireApproval: false, sandbox: false };
const hourMs = 3_600_000;
const now = Date.parse('2026-11-23T09:00:00Z');

test('the latest ten starts of a campaign keep their logs, and only those of the last hour their plans', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'callsheet-starts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const start = async (name: string, hoursAgo: number): Promise<void> => {
    const path = join(folder, name);
    await mkdir(path);
    for (const file of ['plan.json', 'run.log']) await writeFile(join(path, file), '');
    const at = new Date(now - hoursAgo * hourMs);
    await utimes(path, at, at);
  };
  const names = Array.from({ length: 12 }, (_, index) => `trial.start-abcd${String(index).padStart(2, '0')}`);
  for (const [index, name] of names.entries()) await start(name, index + 0.5);
  await start('trial.start-notes', 100);
  await start('other.start-abcdef', 100);
  const { path, plan, log } = await makeStartFolder(folder, 'trial', now);
  expect([plan, log]).toEqual([join(path, 'plan.json'), join(path, 'run.log')]);
  const left = await readdir(folder);
  expect(left.filter((name) => join(folder, name) !== path).sort()).toEqual([
    'other.start-abcdef',
    ...names.slice(0, 9),
    'trial.start-notes',
  ]);
  const files = await Promise.all(names.slice(0, 9).map((name) => readdir(join(folder, name))));
  expect(files.map((own) => own.sort())).toEqual([
    ['plan.json', 'run.log'],
    ...names.slice(1, 9).map(() => ['run.log']),
  ]);
});

test('a plan that is being made when all are dropped leaves nothing behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'callsheet-plans-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'people.csv'), 'phone\n2348030000001\n');
  await writeFile(
    join(folder, 'one.yaml'),
    `campaign: one
timezone: Africa/Lagos
account: { appId: sandbox-app }
audiences: { people: { file: people.csv, key: phone } }
steps: { code: { uses: otp.send, forEach: people, with: { templateId: 31 } } }
`,
  );
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { host } = commandHost({ now });
  const place = { ...host, cwd: folder, env: process.env, ownProgram: createOwnProgram([builtMain]) };
  const options = { files: [], input: [], port: 0, listen: '127.0.0.1', proxy: [], ...nothingElse };
  const plans = createShownPlans(createOwnCommands(options, place));
  const making = plans.make('one.yaml', []);
  await plans.drop();
  expect(await making).toBe('The plan that was shown is not kept any more: look at it again.');
  expect((await readdir(folder)).sort()).toEqual(['one.yaml', 'people.csv']);
});
