import { expect, test } from 'vitest';
import { parseYaml } from '../../src/campaign/yaml/parse.ts';
import { isWhole, sampleOf } from '../rig/sample-of.ts';
import { checkFiles } from './check-example.ts';

const head = 'campaign: a\ntimezone: UTC\nsteps:\n';

/** A text of about so many bytes. */
function filled(line: (index: number) => string, bytes: number): string {
  const lines = [head];
  for (let length = head.length; length < bytes; length += lines.at(-1)!.length) lines.push(line(lines.length));
  return lines.join('');
}

type Flood = readonly [string, (index: number) => string];

const floods: readonly Flood[] = [
  ['lines indented by tabs', (index) => `\ts${index}: x\n`],
  ['one key again and again', () => '  a: x\n'],
  ['keys without values', () => ' a:\n'],
  ['aliases of nothing', (index) => ` ${index}: *x\n`],
  ['lists of aliases of nothing', (index) => `  s${index}: [*x, *y]\n`],
  ['texts that need quotes', (index) => `  s${index}: @x\n`],
  ['brackets that close nothing', () => '}\n'],
  ['brackets that close nothing, on one line', () => ']'],
  ['brackets that are never closed', () => 'a: [\n'],
  ['anchors of nothing', () => '&a '],
  ['tags of nothing', () => '!!x '],
  ['unquoted templates', (index) => `  s${index}: {{ x }}\n`],
];
/** Each is so long that a file of the largest size does not have too many. */
const numbers: Flood = ['numbers that are too large', (index) => `  s${index}: 99999999999999999999\n`];

// Each takes seconds to read.
test.each(sampleOf(floods, 1))('megabytes of %s are refused before they are all parsed', (_, line) => {
  const { value, diagnostics } = parseYaml({
    path: 'campaign.yaml',
    text: filled(line, isWhole ? 4_990_000 : 2_500_000),
  });
  expect([value, diagnostics.map(({ code, message }) => `${code} ${message}`)]).toEqual([
    undefined,
    ['CS1016 This file has more than 200,000 values'],
  ]);
});

test.each(sampleOf([...floods, numbers], 2))('of %s no more than a hundred are reported', (_, line) => {
  const { value, diagnostics } = parseYaml({ path: 'campaign.yaml', text: filled(line, 100_000) });
  expect(value).toBeUndefined();
  expect(diagnostics.length).toBeGreaterThan(0);
  expect(diagnostics.length).toBeLessThanOrEqual(202);
  const isCut = diagnostics.at(-1)?.message === 'There are more mistakes after this one; they are not listed';
  expect(isCut || diagnostics.length < 100).toBe(true);
});

test('a campaign of thousands of steps is not too large', () => {
  const needs = (index: number): string =>
    Array.from({ length: Math.min(index, 20) }, (_, back) => `s${index - back - 1}`).join(', ');
  const step = (index: number): string =>
    `  s${index}: { uses: whatsapp.send, needs: [${needs(index)}], forEach: members, with: { type: text, text: { body: "Hi" } } }\n`;
  const text = head + Array.from({ length: isWhole ? 5_000 : 2_000 }, (_, index) => step(index)).join('');
  expect(parseYaml({ path: 'campaign.yaml', text }).diagnostics).toEqual([]);
});

test('unquoted templates on one line are not looked at more often than they are reported', () => {
  const { value, diagnostics } = parseYaml({ path: 'campaign.yaml', text: `x: [${'{{a}},'.repeat(60_000)}]` });
  expect(value).toBeUndefined();
  expect(diagnostics.filter(({ code }) => code === 'CS1002')).toHaveLength(100);
});

const blanks = ' '.repeat(200_000);

test.each([
  [`x: @a${blanks}b`, ['CS1015']],
  [`x: {{ a${blanks}b }}`, ['CS1002']],
])('nor are the blanks of a long line looked at from each of them: %#', (line, codes) => {
  const { diagnostics } = parseYaml({ path: 'campaign.yaml', text: `${line}\n` });
  expect(diagnostics.map(({ code }) => code)).toEqual(codes);
});

test('a hint is looked for in the beginning of a text', async () => {
  const limits = `limits: { rate: "5${blanks}!" }\nwindow: { days: "x${blanks}y" }\n`;
  const { out } = await checkFiles({ 'campaign.yaml': `${head}  a: { uses: sms.balance }\n${limits}` });
  expect([...out.matchAll(/error (CS\d+)/g)].map(([, code]) => code)).toEqual(['CS2007', 'CS2003']);
});
