import { expect, test } from 'vitest';
import { huntLists, type ListSabotage } from '../rig/lists/hunt-lists.ts';
import { fileFlaws, formats, type MadeLists, makeLists } from '../rig/lists/made-lists.ts';

/** `npm run soak -- lists` tries thousands with random seeds; these are others with another SEED. */
const first = 1000 * Number(process.env['SEED'] ?? 1);
/** Each is made once. */
const made = new Map<number, Pick<MadeLists, 'format' | 'flaw'>>();
function madeOf(seed: number): Pick<MadeLists, 'format' | 'flaw'> {
  const { format, flaw } = made.get(seed) ?? makeLists(seed);
  made.set(seed, { format, flaw });
  return { format, flaw };
}

function firstOf(format: MadeLists['format']): number {
  for (let seed = first; ; seed++) if (madeOf(seed).format === format) return seed;
}

const seeds = [...new Set([...Array.from({ length: 18 }, (_, index) => first + index), ...formats.map(firstOf)])];

test.each(seeds)('what a list says is what is sent (SEED=%i npm run soak -- lists)', async (seed) => {
  const { made: lists, broken } = await huntLists(seed);
  made.set(seed, lists);
  expect(broken).toEqual([]);
});

test('the sample has every format and every flaw of a file', () => {
  const sample = seeds.map(madeOf);
  expect([...new Set(sample.map(({ format }) => format))].sort()).toEqual([...formats].sort());
  expect([...new Set(sample.map(({ flaw }) => flaw))].filter((flaw) => flaw !== undefined).length).toBeGreaterThan(
    fileFlaws.length / 3,
  );
});

/** What the judge must say where the product is given another list than the judge reads. */
const sabotages: readonly (readonly [string, ListSabotage, RegExp])[] = [
  [
    'numbers are rounded',
    (bytes) => changed(bytes, /(?<=: ?)\d{17,}(?=[,}])/g, (digits) => String(Number(digits))),
    /not "9007/,
  ],
  ['a row is missing', (bytes) => changed(bytes, /^.*\n/, () => ''), /was left out/],
  ['a text is cut', (bytes) => changed(bytes, /Müller, Jr\./g, () => 'Müller'), /was sent name "Müller"/],
  ['who is closed is open', (bytes) => changed(bytes, /"closed"/g, () => '"open"'), /and must not be|was left out/],
];

test.each(sabotages)('the judge finds out when %s', async (_, sabotage, sentence) => {
  const found: string[] = [];
  for (let seed = first; seed < first + 300 && !found.some((text) => sentence.test(text)); seed++) {
    const { format, flaw } = madeOf(seed);
    if (format === 'jsonl' && flaw === undefined) found.push(...(await huntLists(seed, sabotage)).broken);
  }
  expect(found).toContainEqual(expect.stringMatching(sentence));
});

function changed(bytes: Buffer, pattern: RegExp, change: (text: string) => string): Buffer {
  return Buffer.from(bytes.toString().replace(pattern, change));
}
