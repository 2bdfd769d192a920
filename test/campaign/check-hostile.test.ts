import { expect, test } from 'vitest';
import { checkHostile } from '../rig/check-hostile.ts';
import { runs } from '../rig/properties.ts';
import { checkFiles } from './check-example.ts';

test('campaigns and audiences hurt at random are found out without a crash', async () => {
  const failures = [];
  for (let seed = 1; seed <= runs(250); seed++) failures.push((await checkHostile(seed)) ?? []);
  expect(failures.flat()).toEqual([]);
});

const head = 'campaign: a\ntimezone: UTC\nsteps:\n';

test.each([
  ['ten thousand keys of one name', head + '  a: { uses: sms.balance }\n'.repeat(10_000), 'CS1004'],
  ['a hundred thousand brackets', `${head}  a: ${'['.repeat(100_000)}`, 'CS1018'],
  ['fifty thousand maps in one another', `${head}  a: ${'{a: '.repeat(50_000)}`, 'CS1018'],
  ['half a million escaped quotes', `a: "${'\\"'.repeat(500_000)}x`, 'CS1001'],
  [
    'ten thousand unquoted templates',
    head + Array.from({ length: 10_000 }, (_, n) => `  s${n}: {{ x }}\n`).join(''),
    'CS1002',
  ],
  [
    'a template of a hundred thousand outputs',
    `${head}  a: { uses: voice.redial, with: { text: "${'{{ a }}'.repeat(100_000)}" } }\n`,
    'CS3022',
  ],
  ['an anchor within itself', 'x-a: &a { b: *a }\n', 'CS1009'],
])('%s is one clear finding or many, and no hang', async (_, text, code) => {
  const { exitCode, out } = await checkFiles({ 'campaign.yaml': text });
  expect([exitCode, out.includes(` error ${code} `)]).toEqual([1, true]);
});
