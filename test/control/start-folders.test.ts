import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeStartFolder } from '../../src/cli/control/start-run.ts';

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
