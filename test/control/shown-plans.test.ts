import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { createShownPlans, notKept } from '../../src/cli/control/shown-plans.ts';

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
