import { describe, expect, test } from 'vitest';
import { readExcerpts } from '../../src/campaign/audiences/excerpt.ts';
import { maskInPlace, maskNumber, maskNumbers } from '../../src/diagnostic/numbers-in-text.ts';
import { shownReason } from '../../src/report/mask.ts';
import { signedLines } from '../../src/report/run/signed-text.ts';
import { memoryFiles } from '../rig/memory-files.ts';
import { fc, runs } from '../rig/properties.ts';

/** One way to write the digits of a number. */
type Notation = (digits: string) => string;

const grouped =
  (size: number, mark: string): Notation =>
  (digits) =>
    (digits.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(mark);
const inDigitsFrom =
  (zero: number): Notation =>
  (digits) =>
    digits.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

const notations: Readonly<Record<string, Notation>> = {
  bare: (digits) => digits,
  'with a plus': (digits) => `+${digits}`,
  'with 00': (digits) => `00${digits}`,
  blanks: grouped(3, ' '),
  'no-break blanks': grouped(3, '\u00a0'),
  hyphens: grouped(3, '-'),
  'en dashes': grouped(3, '–'),
  dots: grouped(3, '.'),
  'long vowels of Japanese': grouped(4, 'ー'),
  slashes: grouped(4, '/'),
  commas: grouped(3, ','),
  pairs: grouped(2, ' '),
  'a zero in brackets': (digits) => `+${digits.slice(0, 3)} (0) ${grouped(3, ' ')(digits.slice(3))}`,
  'brackets and hyphens': (digits) => `(${digits.slice(0, 3)}) ${grouped(4, '-')(digits.slice(3))}`,
  'full-width': inDigitsFrom(0xff10),
  'Arabic-Indic': inDigitsFrom(0x660),
  Persian: inDigitsFrom(0x6f0),
  'Persian in groups': (digits) => grouped(3, ' ')(inDigitsFrom(0x6f0)(digits)),
  'with marks of direction': (digits) => `\u202a${grouped(3, '\u200e')(digits)}\u202c`,
  'of a spreadsheet': (digits) => `${digits}.0`,
};

/** Every digit as 0 to 9, and nothing else but what stands for digits left out. */
function digitsShown(text: string): string {
  return text.replace(/\\u[0-9a-f]{4}/g, '').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = [0x30, 0x660, 0x6f0, 0xff10].find((first) => code >= first && code < first + 10) ?? code;
    return String(code - zero);
  });
}

/** The longest run of the number's own digits that can be read in a text. */
function longestRun(text: string, digits: string): number {
  const runs =
    digitsShown(text)
      .replace(/[\s().,/\-–ー\u00a0\u200e]/g, '')
      .match(/\d+/g) ?? [];
  let longest = 0;
  for (const run of runs) {
    for (let from = 0; from < run.length; from++) {
      for (let to = run.length; to - from > longest; to--)
        if (digits.includes(run.slice(from, to))) longest = to - from;
    }
  }
  return longest;
}

/** Ten digits at least: nine in groups of three with commas are an amount. */
const number = fc.stringMatching(/^[1-9][0-9]{9,14}$/);
const notation = fc.constantFrom(...Object.keys(notations));
const around = fc.stringMatching(/^[a-z :;=<>"'[\]!?]{0,20}$/);

describe('numbers of people in text of others', () => {
  test('are masked in every notation', () => {
    fc.assert(
      fc.property(number, notation, around, around, (digits, name, before, after) => {
        const written = notations[name]!(digits);
        for (const text of [`${before}${written}${after}`, `${before} ${written} ${after}`]) {
          expect(longestRun(maskNumbers(text), digits)).toBeLessThanOrEqual(4);
          expect(longestRun(shownReason(text, false), digits)).toBeLessThanOrEqual(4);
        }
      }),
      { numRuns: runs(2000) },
    );
  });

  test('keep the ends by which they are recognised', () => {
    expect(maskNumbers('no rate for +234 (0) 803 000 0900.')).toBe('no rate for +234…0900.');
    expect(maskNumbers('080 1000 0009 is off')).toBe('080…0009 is off');
    expect(maskNumbers('call 555-0123')).toBe('call …23');
    expect(maskNumbers('since 2/12/2026 08.12 3456 7000')).toBe('since 212…7000');
  });

  test('dates, times, amounts, counts and places of JSON stay', () => {
    const said = [
      'not before 2026-11-22 10:00, nor after 22.11.2026',
      'Halo Siti, janji temu Anda 2/12/2026 13.00.',
      '2026-11-22T10:00:00.000Z to 2026-11-23T11:00:00+01:00',
      '10:00–2026-11-23 11:00:30',
      '1,234 recipients of 1,234,567',
      'balance 12345.67, price 0.000123',
      'components[12].parameters[3].text',
      'pages 1, 2, 3, 4, 5, 6, 7',
      'no answer within 30 s, HTTP 503',
    ];
    for (const text of said) expect(maskNumbers(text)).toBe(text);
  });
});

describe('rows that a finding shows', () => {
  const excerptOf = async (row: string): Promise<string> => {
    const files = memoryFiles({ '/a.csv': `phone,joined,name\n${row}\n` });
    const excerpts = await readExcerpts(files, { path: '/a.csv', shown: 'a.csv', format: 'csv' }, [2]);
    return excerpts(2).file.text;
  };

  test('have numbers masked in every notation, at the same width', async () => {
    await fc.assert(
      fc.asyncProperty(number, notation, async (digits, name) => {
        const written = notations[name]!(digits);
        const cell = written.includes(',') ? `"${written}"` : written;
        const row = `${cell},2026-11-22,Ada`;
        const shown = await excerptOf(row);
        // The date beside it may have five of the number's digits.
        expect(longestRun(shown.slice(0, cell.length), digits)).toBeLessThanOrEqual(4);
        expect(shown).toHaveLength(row.length);
        expect(shown).toMatch(/,2026-11-22,Ada$/);
      }),
    );
  });

  test('show what is not a number as it is', async () => {
    expect(await excerptOf('2.34801E+12,22/11/2026,"Ada, 12"')).toBe('2.34801E+12,22/11/2026,"Ada, 12"');
    expect(await excerptOf('２３４８０３０００００３,1,Ada')).toBe('２３４……………０００３,1,Ada');
  });
});

test('one rule says which digits are shown, in a sentence as in a row of a file', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[1-9][0-9]{6,14}$/), (digits) => {
      expect(maskInPlace(digits, digits.length).replace(/…+/, '…')).toBe(maskNumber(digits));
    }),
  );
});

test.each([
  [false, 'I tried 234…5678 first'],
  [true, 'I tried 2348012345678 first'],
])('the comment of an approval has whole numbers where they are asked for: %s', (showNumbers, words) => {
  const comment = 'I tried 2348012345678 first';
  const approval = { plan: 'f'.repeat(64), checksum: '', service: 'sandbox', at: 0, by: 'Ada', comment };
  const [line] = signedLines({ approvals: [approval], decisions: [] }, { timezone: 'UTC', showNumbers });
  expect(line).toBe(`Plan ffffffffffff was approved by Ada on Thu 1 Jan 1970, 00:00: ${words}`);
});
