import {
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { beforeAll, describe, expect, test } from 'vitest';
import { keyReaderOf } from '../../src/audience/number/country-key.ts';
import { type CountryOf, loadCountryOf, loadParsedCountryOf } from '../../src/audience/number/number-country.ts';
import { fc, runs } from '../rig/properties.ts';

let countryOf: CountryOf;
let parsed: (digits: string) => string | undefined;
beforeAll(async () => {
  countryOf = await loadCountryOf();
  parsed = await loadParsedCountryOf();
});

describe('the country of a number', () => {
  test.each([
    [2348030000001, 'NG'],
    [12025550123, 'US'],
    [14165550123, 'CA'],
    [12425550123, 'BS'],
    [18765550123, 'JM'],
    [79161234567, 'RU'],
    [77011234567, 'KZ'],
    [447781123456, 'GG'],
    [447741000001, 'GB'],
    [3906698123, 'VA'],
    // No country has these numbers: they belong to the main one of their code.
    [15555550123, 'US'],
    [2622690123, 'RE'],
    [870773111632, undefined],
    [80012345678, undefined],
    [88213123456, undefined],
  ])('%d is of %s', (number, country) => {
    expect(countryOf(number)).toBe(country);
    expect(parsed(String(number))).toBe(country);
  });

  test('is that of the library, for an example of every country', () => {
    const numbers = getCountries().flatMap((country) => getExampleNumber(country, examples)?.number.slice(1) ?? []);
    expect(numbers.length).toBeGreaterThan(200);
    expect(numbers.map((number) => [number, countryOf(Number(number))])).toEqual(
      numbers.map((number) => [number, parsed(number)]),
    );
  });

  test('is that of the library’s parser, whatever the digits', () => {
    const codes = [...new Set(getCountries().map((country) => getCountryCallingCode(country)))];
    const shared = ['1', '7', '44', '61', '212', '599'];
    const number = fc
      .tuple(fc.constantFrom(...codes, ...shared), fc.integer({ min: 1_000_000, max: 9_999_999_999 }))
      .map(([code, national]) => `${code}${national}`);
    fc.assert(
      fc.property(number, (digits) => {
        const found = countryOf(Number(digits));
        // It knows no country of numbers that none has.
        const theirs = parsePhoneNumberFromString(`+${digits}`)?.country ?? found;
        expect([digits, found, parsed(digits)]).toEqual([digits, theirs, theirs]);
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe('a column of countries', () => {
  test('says how the number of its row is read', async () => {
    const read = (await keyReaderOf({ countryColumn: 'Country' }))!;
    expect(read('0803 000 0001', 'Nigeria')).toBe(2348030000001);
    expect(read('08030000001', 'ng')).toBe(2348030000001);
    expect(read('07741 000001', 'UK')).toBe(447741000001);
    expect(read('44 7741 000001', 'United Kingdom')).toBe(447741000001);
    expect(read('(202) 555-0123', 'USA')).toBe(12025550123);
    expect(read('99250 00001', ' INDIA ')).toBe(919925000001);
    expect(read('07 07 12 34 56', 'Côte d’Ivoire')).toBe(2250707123456);
    expect(read('07 07 12 34 56', 'Ivory Coast')).toBe(2250707123456);
    for (const [number, country, key] of [
      ['0151 23456789', 'Deutschland', 4915123456789],
      ['0151 23456789', 'NIEMCY', 4915123456789],
      ['0664 1234567', 'Oesterreich', 436641234567],
      ['612 34 56 78', 'España', 34612345678],
      ['612 34 56 78', 'Espan\u0303a', 34612345678],
      ['06 12 34 56 78', 'Frankreich', 33612345678],
      ['8 912 345-67-89', 'Россия', 79123456789],
      ['07741 000001', 'Großbritannien', 447741000001],
      ['07741 000001', 'Scotland', 447741000001],
      ['601 123 456', 'Czech Republic', 420601123456],
      ['06 12345678', 'Holland', 31612345678],
      ['090-1234-5678', '日本', 819012345678],
      ['0812-3456-7890', 'インドネシア', 6281234567890],
      ['090-1234-5678', 'Jepang', 819012345678],
      ['010-1234-5678', '대한민국', 821012345678],
      ['138 0013 8000', '中国', 8613800138000],
      ['0912-345-678', '台灣', 886912345678],
      ['081 234 5678', 'ไทย', 66812345678],
      ['098765 43210', 'भारत', 919876543210],
      ['050-234-5678', 'ישראל', 972502345678],
      ['0100 123 4567', 'مصر', 201001234567],
    ] as const)
      expect([country, read(number, country)]).toEqual([country, key]);
  });

  test('of which nobody knows the country, needs the code in the number', async () => {
    const read = (await keyReaderOf({ countryColumn: 'Country' }))!;
    for (const country of [undefined, '', 'Atlantis', 'NGA', 'Kongo', 'ایران']) {
      expect(read('08030000001', country)).toBeNaN();
      expect(read('+2348030000001', country)).toBe(2348030000001);
      expect(read('2348030000001', country)).toBe(2348030000001);
    }
    // One is of Brazzaville, one of Kinshasa.
    for (const number of ['06 612 3456', '0812 345 678']) expect(read(number, 'Kongo')).toBeNaN();
    expect([read('06 612 3456', 'CG'), read('0812 345 678', 'CD')]).toEqual([242066123456, 243812345678]);
  });
});
