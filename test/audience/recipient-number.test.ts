import { getCountries, getCountryCallingCode, getExampleNumber, Metadata } from 'libphonenumber-js/max';
import allMetadata from 'libphonenumber-js/max/metadata';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, test } from 'vitest';
import { keyReaderOf } from '../../src/audience/number/country-key.ts';
import { hasTrunkZero, isCallingCode } from '../../src/audience/number/number-plan.ts';
import { readRecipientKey } from '../../src/audience/number/written-number.ts';
import { fc, runs } from '../rig/properties.ts';
import { sampleOf } from '../rig/sample-of.ts';

const person = 2348030000001;

describe('a cell is the number that it says', () => {
  test.each([
    '2348030000001',
    '+2348030000001',
    '002348030000001',
    '+234 803 000 0001',
    '+ 234 803 000 0001',
    '+234  803 000 0001',
    '00 234 803 000 0001',
    '234 803 000 0001',
    '234-803-000-0001',
    '+234.803.000.0001',
    '+234.8030000001',
    '+234 (803) 000-0001',
    '(+234) 803 000 0001',
    '+(234) 803 000 0001',
    '+234 (0) 803 000 0001',
    '+234(0)8030000001',
    '00234 (0)803 000 0001',
    '2348030000001.0',
    '2348030000001.00',
    '="2348030000001"',
    '="+234 803 000 0001"',
    "'2348030000001",
    '\u2019+2348030000001',
    'tel:+234-803-000-0001',
    'TEL: +2348030000001',
    'whatsapp:+2348030000001',
    'p:+2348030000001',
    '２３４８０３００００００１',
    '＋２３４（０）８０３－０００－０００１',
    '٢٣٤٨٠٣٠٠٠٠٠٠١',
    '+٢٣٤ ٨٠٣ ٠٠٠ ٠٠٠١',
    '+२३४ ८०३ ००० ०००१',
    '۲۳۴۸۰۳۰۰۰۰۰۰۱',
    '234\u00a0803\u202f000\u20090001',
    '+234\u2011803\u2010000\u20120001',
    '234\u00ad8030000001',
    '\ufeff2348030000001\u200b',
    '\u202a+2348030000001\u202c',
    '\u200e+234 803 000 0001\u200f',
  ])('%j', (cell) => {
    expect(readRecipientKey(cell)).toBe(person);
  });

  test.each([
    ['2340001000900.0', 2340001000900],
    ['+33 (0)1 23 45 67 89', 33123456789],
    ['+46 8 123 456 78', 46812345678],
    ['+7 (495) 123-45-67', 74951234567],
    ['1-415-555-2671', 14155552671],
    ['+49.30.1234567', 49301234567],
    ['+49 151/23456789', 4915123456789],
    ['+49 (0)151 / 2345 6789', 4915123456789],
    ['0049 30/123456', 4930123456],
    ['+49/151 23456789', 4915123456789],
    ['+49 / 151 / 23456789', 4915123456789],
    ['0049/151/23456789', 4915123456789],
    ['+54 9 (11) 1234-5678', 5491112345678],
    ['+52 1 (55) 1234-5678', 5215512345678],
    ['+８１ー９０ー１２３４ー５６７８', 819012345678],
    ['+81 90\u22121234\u22125678', 819012345678],
    ['6831234', 6831234],
    ['878101234567890', 878101234567890],
  ])('%j is %d', (cell, key) => {
    expect(readRecipientKey(cell)).toBe(key);
  });
});

describe('a cell that could be another number is refused', () => {
  test.each([
    // Alternatives, two numbers, ranges, extensions.
    '+2348030000001/2',
    '2348030000001 / 2348030000002',
    '2348030000001, 2348030000002',
    '2348030000001;2348030000002',
    '2348030000001 2348030000002',
    '2348030000001\n2348030000002',
    '2348030000001 or 2348030000002',
    '+49 30 12345/67890',
    '+49 151/23456789/0',
    '+49 151/2345678 / 2345679',
    '49151/23456789',
    '49/151 23456789',
    '+49/151/23456789/0',
    '+49/151 2345678/9',
    '+49/0151 23456789',
    '+234 803 000 0001 2',
    '+234 803 000 0001-02',
    '+234 803 000 0001 (2)',
    '+234–803–000–0001',
    '+234 803 000 0001 – 02',
    '+234—803—000—0001',
    '+234 803 000 0001 x5',
    '+2348030000001x5',
    '+2348030000001 ext. 5',
    'tel:+2348030000001;ext=5',
    '+49 30 123456-0',
    // Decimals and what spreadsheets make of long numbers.
    '2348030000001.5',
    '2348030000001.000',
    '234.80300001',
    '2348030000001,0',
    '2.34803E+12',
    '2,348,030,000,001',
    // A 0 that is not known to be the trunk prefix, or that was left in.
    '+39 (0)6 1234567',
    '+1 (0) 415 555 2671',
    '+234 (00) 803 000 0001',
    '+234 (0803) 000 0001',
    '+234 0803 000 0001',
    '+23408030000001',
    '23408030000001',
    '+7 (8) 916 123 45 67',
    // No country code.
    '08030000001',
    '0803 000 0001',
    '(0803) 000 0001',
    '8030000001',
    '(415) 555-2671',
    '415-555-2671',
    '678-555-0100',
    // Too short, too long, a code that no country has.
    '5',
    '234803',
    '2348030000001234',
    '9990000000001',
    '',
    ' ',
    '+',
    '0',
    '++2348030000001',
    '2348030000001+',
    '+002348030000001',
    '0002348030000001',
    '-2348030000001',
    '2348030000001-',
    '234٫8030000001',
    'NULL',
  ])('%j', (cell) => {
    expect(readRecipientKey(cell)).toBeNaN();
  });
});

describe('with a country, its national numbers are read, too', () => {
  test.each([
    ['NG', '08030000001', person],
    ['NG', '0803 000 0001', person],
    ['NG', '(0803) 000-0001', person],
    ['NG', '8030000001', person],
    ['NG', '2348030000001', person],
    ['NG', '234 803 000 0001', person],
    ['NG', '8030000001.0', person],
    ['NG', '٠٨٠٣٠٠٠٠٠٠١', person],
    ['NG', '+44 20 7946 0958', 442079460958],
    ['US', '(415) 555-2671', 14155552671],
    ['US', '4155552671', 14155552671],
    ['DE', '4915112345678', 4915112345678],
    ['IT', '06 1234567', 39061234567],
    ['RU', '8 (916) 123-45-67', 79161234567],
    ['AR', '011 15 2345-6789', 5491123456789],
    ['DE', '0151/23456789', 4915123456789],
    ['DE', '030 / 123456', 4930123456],
    ['BR', '(11) 98765-4321', 5511987654321],
    ['BR', '(11) 8765-4321', 551187654321],
    ['BR', '011 8765-4321', 551187654321],
    ['BR', '55 8765-4321', 555587654321],
    ['BR', '551187654321', 551187654321],
    ['BJ', '97 12 34 56', 22997123456],
    ['BJ', '22997123456', 22997123456],
    ['MX', '1 55 1234 5678', 5215512345678],
    ['MX', '5215512345678', 5215512345678],
    ['MX', '521 55 1234 5678', 5215512345678],
    ['MX', '525512345678', 525512345678],
  ])('%s: %j is %d', async (country, cell, key) => {
    expect((await keyReaderOf({ country }))?.(cell)).toBe(key);
  });

  test.each([
    ['NG', '803000001'],
    ['NG', '080300000012'],
    ['NG', '703000001'],
    ['NG', '447911123456'],
    ['NG', '08030000001/2'],
    ['NG', '08030000001 08030000002'],
    ['DE', '030 123456-78'],
    ['US', '0415 555 2671'],
    ['US', '5'],
    ['DE', '0151 2345/6789'],
    ['DE', '030 12345/67890'],
    ['DE', '0151/2345'],
    ['AR', '15 1234-5678'],
    ['BR', '8765-4321'],
    ['BR', '(11) 18765-4321'],
    ['BJ', '123456'],
  ])('%s: %j is refused', async (country, cell) => {
    expect((await keyReaderOf({ country }))?.(cell)).toBeNaN();
  });

  test('a country that does not exist has no reader', async () => {
    expect(await keyReaderOf({ country: 'UK' })).toBeUndefined();
  });
});

describe('the calling codes', () => {
  test('are those of libphonenumber', () => {
    const { country_calling_codes: countries, nonGeographic } = allMetadata as unknown as Readonly<
      Record<'country_calling_codes' | 'nonGeographic', object>
    >;
    const known = [...Object.keys(countries), ...Object.keys(nonGeographic)].sort();
    const ours = Array.from({ length: 1000 }, (_, number) => String(number)).filter(isCallingCode);
    expect(ours.sort()).toEqual(known);
  });

  test('lose a `(0)` only where no number of any of their countries begins with a 0 and another digit', () => {
    const wrong = sampleOf(getCountries(), 20).flatMap((country) => {
      if (!hasTrunkZero(getCountryCallingCode(country))) return [];
      const metadata = new Metadata();
      metadata.selectNumberingPlan(country);
      const plan = metadata.numberingPlan as unknown as { nationalNumberPattern(): string; nationalPrefix(): string };
      const pattern = new RegExp(`^(?:${plan.nationalNumberPattern()})$`);
      const lengths = metadata.numberingPlan!.possibleLengths();
      const heads = Array.from({ length: 9000 }, (_, index) => `0${index + 1000}`);
      const found = lengths.flatMap((length) =>
        heads.flatMap((head) => ['1', '5', '9'].map((digit) => head.padEnd(length, digit).slice(0, length))),
      );
      return found.filter((national) => pattern.test(national)).slice(0, 1);
    });
    expect(wrong).toEqual([]);
  });
});

/** Mobile numbers of every country, with other last digits. */
const numbers = fc
  .constantFrom(...getCountries())
  .chain((country) => fc.tuple(fc.constant(country), fc.integer({ min: 0, max: 9999 })))
  .map(([country, end]) => {
    const example = getExampleNumber(country, examples)!;
    const national = example.nationalNumber.slice(0, -4) + String(end).padStart(4, '0');
    return { country, code: example.countryCallingCode, national };
  });

function isAnother(read: number, key: number): boolean {
  return !Number.isNaN(read) && read !== key;
}

/** Cuts into groups of two to four digits. */
const grouped = (digits: string, sizes: readonly number[], mark: string): string => {
  const groups: string[] = [];
  let rest = digits;
  for (let index = 0; rest.length > 0; index++) {
    const size = rest.length <= 4 ? rest.length : Math.min(sizes[index % sizes.length]!, rest.length - 2);
    groups.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return groups.join(mark);
};

describe('of any number of any country', () => {
  const marks = fc.constantFrom(' ', '-', '.', '\u00a0', '\u2011', '  ');
  const sizes = fc.array(fc.integer({ min: 2, max: 4 }), { minLength: 1, maxLength: 4 });

  test('a notation with `+` is that number or none, never another', () => {
    fc.assert(
      fc.property(numbers, marks, sizes, fc.boolean(), ({ code, national }, mark, cuts, zero) => {
        const key = Number(code + national);
        expect(readRecipientKey(`+${code}${national}`)).toBe(key);
        const cell = `+${code}${zero ? ' (0) ' : mark}${grouped(national, cuts, mark)}`;
        expect(isAnother(readRecipientKey(cell), key)).toBe(false);
      }),
      { numRuns: runs(3000) },
    );
  });

  test('an edit that people or programs make gives that number or none', () => {
    const edits: readonly ((digits: string) => string)[] = [
      (digits) => `${digits}.0`,
      (digits) => `${digits}/2`,
      (digits) => `${digits} 2`,
      (digits) => `${digits}-02`,
      (digits) => `${digits}x5`,
      (digits) => `${digits} ext. 12`,
      (digits) => `${digits};ext=5`,
      (digits) => `${digits},${digits}`,
      (digits) => `${digits} ${digits}`,
      (digits) => `="${digits}"`,
      (digits) => `'${digits}`,
      (digits) => `tel:+${digits}`,
      (digits) => Number(digits).toExponential(5),
      (digits) => Number(digits).toLocaleString('en'),
      (digits) => digits.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
      (digits) => digits.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit))),
      (digits) => digits.split('').join('\u200b'),
      (digits) => digits.slice(0, 5),
    ];
    fc.assert(
      fc.property(
        numbers,
        fc.constantFrom(...edits),
        fc.constantFrom('', '+', '00'),
        ({ code, national }, edit, sign) => {
          const key = Number(code + national);
          expect(isAnother(readRecipientKey(sign + edit(code + national)), key)).toBe(false);
        },
      ),
      { numRuns: runs(3000) },
    );
  });

  test('with its country, the number as people dial it there is that number or none', async () => {
    const readers = new Map(
      await Promise.all(getCountries().map(async (country) => [country, (await keyReaderOf({ country }))!] as const)),
    );
    fc.assert(
      fc.property(numbers, ({ country, code, national }) => {
        const key = Number(code + national);
        const read = readers.get(country)!;
        const trunk = hasTrunkZero(code) ? '0' : '';
        expect(isAnother(read(trunk + national), key)).toBe(false);
        expect(isAnother(read(code + national), key)).toBe(false);
      }),
      { numRuns: runs(3000) },
    );
  });
});
