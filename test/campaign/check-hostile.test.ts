import { expect, test } from 'vitest';
import { checkHostile } from '../rig/check-hostile.ts';
import { sampleOf } from '../rig/sample-of.ts';
import { checkFiles } from './check-example.ts';

const seeds = Array.from({ length: 250 }, (_, index) => index + 1);

test('campaigns and audiences hurt at random are found out without a crash', async () => {
  const failures = [];
  for (const seed of sampleOf(seeds, 30)) failures.push((await checkHostile(seed)) ?? []);
  expect(failures.flat()).toEqual([]);
});

const head = 'campaign: a\ntimezone: UTC\nsteps:\n';

const floods: readonly (readonly [string, string, string])[] = [
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
];

test.each(sampleOf(floods, 4))('%s is one clear finding or many, and no hang', async (_, text, code) => {
  const { exitCode, out } = await checkFiles({ 'campaign.yaml': text });
  expect([exitCode, out.includes(` error ${code} `)]).toEqual([1, true]);
});

test.each([
  ['a word', 'x-base: &base closed', '*base'],
  ['nothing', 'x-base: &base # { window: … }', '*base'],
  ['a list that has a word', 'x-base: &base { open: "10:00" }', '[*base, closed]'],
])('what `<<` takes from %s would be missing, so it is an error', async (_, base, merged) => {
  const text = `${base}\ncampaign: spring\ntimezone: UTC\nwindow: { <<: ${merged}, close: "12:00" }\nsteps: { a: { uses: sms.balance } }\n`;
  const { exitCode, out } = await checkFiles({ 'campaign.yaml': text });
  expect([exitCode, out]).toEqual([1, expect.stringContaining('error CS1001 `<<` takes a map, or a list of maps')]);
});

test('`<<` of a map, of a list of maps and of an empty one is not', async () => {
  const text =
    'x-a: &a { open: "10:00" }\nx-b: &b {}\ncampaign: spring\ntimezone: UTC\nwindow: { <<: [*a, *b], close: "12:00" }\nsteps: { a: { <<: *b, uses: sms.balance } }\n';
  expect((await checkFiles({ 'campaign.yaml': text })).exitCode).toBe(0);
});
