import { expect, test } from 'vitest';
import { checkHostile } from './rig/check-hostile.ts';

test('a thousand campaigns and audiences hurt at random are found out without a crash', async () => {
  const failures = [];
  for (let seed = 1; seed <= 1000; seed++) failures.push((await checkHostile(seed)) ?? []);
  expect(failures.flat()).toEqual([]);
});
