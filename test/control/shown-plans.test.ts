import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createKnownPlans } from '../../src/cli/control/control-room.ts';
import { createShownPlans, notKept } from '../../src/cli/control/shown-plans.ts';
import type { RunLook } from '../../src/control/shown/run-look.ts';
import { createRealClock } from '../../src/platform/clocks.ts';

test('a plan that is made while somebody is forgotten leaves no file', async () => {
  let path = '';
  const plans = createShownPlans({
    async about(_name, _file, words = []) {
      path = words.at(-1)!;
      await plans.drop();
      // As a command does that writes a file whose folder is not there.
      await mkdir(dirname(path));
      await writeFile(path, '{}');
      return { code: 0, out: '', err: '' };
    },
  });
  expect(await plans.make('campaign.yaml', [])).toBe(notKept);
  expect([path === '', existsSync(path)]).toEqual([false, false]);
});

test('a plan is made again where the env file was written since', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'callsheet-'));
  const envFile = join(folder, '.env');
  await writeFile(envFile, 'CALLSHEET_BASE_URL=wrong\n');
  await utimes(envFile, 1, 1);
  let made = 0;
  const about = async () => ({ code: 2, out: '', err: `${++made}` });
  const check = async () => ({ code: 0, out: '{}', err: '' });
  const plans = createKnownPlans({ about, check }, { clock: createRealClock(), cwd: folder }, '.env');
  const trouble = () => plans.of('a.yaml', { state: 'new', counts: new Map() } as unknown as RunLook)?.trouble;
  await expect.poll(trouble, { timeout: 30_000 }).toBe('1');
  await utimes(envFile, 2, 2);
  await expect.poll(trouble, { timeout: 30_000 }).toBe('2');
  await rm(folder, { recursive: true });
});
