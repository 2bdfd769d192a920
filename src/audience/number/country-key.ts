import type * as phoneNumbers from 'libphonenumber-js/max';
import { comparable, plainLetters } from '../comparable.ts';
import { personKey } from './person-key.ts';
import { type KeyReader, keyOf, parseWrittenNumber, plainText, readRecipientKey } from './written-number.ts';

/** Reads the numbers of an audience and of its `exclude` files; undefined if its `country` has no telephone numbers. */
export async function keyReaderOf({ country, countryColumn }: NumbersOf): Promise<KeyReader | undefined> {
  if (country === undefined && countryColumn === undefined) return readRecipientKey;
  const library = await import('libphonenumber-js/max');
  if (country !== undefined) return countryReader(country, library);
  const readers = new Map<string, KeyReader>();
  return (cell, written = '') => {
    let reader = readers.get(written);
    if (reader === undefined) {
      const code = countryNamed(written, library.getCountries());
      reader = (code === undefined ? undefined : countryReader(code, library)) ?? readRecipientKey;
      if (readers.size < mostSpellings) readers.set(written, reader);
    }
    return reader(cell);
  };
}

interface NumbersOf {
  readonly country?: string | undefined;
  readonly countryColumn?: string | undefined;
}

/** More spellings than there are: the column has something else. */
export const mostSpellings = 1000;

/** Whether a cell is the country of somebody: only once the library is there is it known. */
export async function loadCountryTest(): Promise<(written: string) => boolean> {
  const { getCountries } = await import('libphonenumber-js/max');
  return (written) => countryNamed(written, getCountries()) !== undefined;
}

type Library = typeof phoneNumbers;

/**
 * Also reads national numbers of one country. A number without `+` and `00` belongs to this country: with its calling code, or as
 * people dial it there, today or in its older notation. NaN if the country has no such number.
 */
function countryReader(name: string, library: Library): KeyReader | undefined {
  const { parsePhoneNumberFromString: parse, isSupportedCountry, getCountryCallingCode, Metadata } = library;
  if (!isSupportedCountry(name)) return undefined;
  const country = name;
  const code = getCountryCallingCode(country);
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  const plan: { possibleLengths(): readonly number[]; nationalNumberPattern?(): string } = metadata.numberingPlan!;
  const lengths = plan.possibleLengths();
  // The library's types lack it; without it each number is parsed, which takes a hundred times as long.
  const pattern = new RegExp(`^(?:${plan.nationalNumberPattern?.() ?? '.*'})$`);

  /** `2348030000001` and `08030000001` of Nigeria; if both readings are numbers, the one with the calling code wins, as everywhere. */
  function readLocal(digits: string): number {
    const isPossible =
      digits.startsWith(code) && lengths.includes(digits.length - code.length) && !Number.isNaN(keyOf(digits));
    if (isPossible && (!pattern.test(digits) || parse(`+${digits}`)?.isValid() === true)) return Number(digits);
    const national = parse(digits, { defaultCountry: country, extract: false });
    if (national?.isValid() === true && national.countryCallingCode === code) return keyOf(national.number.slice(1));
    const older = readOlder(digits);
    return older === undefined && isPossible ? Number(digits) : (older ?? Number.NaN);
  }

  /** `5215512345678` of Mexico, and `1187654321` of Brazil, which lacks the calling code: their numbers have other digits today. */
  function readOlder(digits: string): number | undefined {
    const readings = [...(digits.startsWith(code) ? [digits] : []), code + digits.replace(/^0/, '')];
    return readings
      .map(keyOf)
      .find((number) => personKey(number) !== number && parse(`+${personKey(number)}`)?.isValid() === true);
  }

  return (cell) => {
    if (cell.startsWith('+')) return readRecipientKey(cell);
    if (/^[1-9]\d*$/.test(cell)) return readLocal(cell);
    const number = parseWrittenNumber(cell);
    if (number === undefined) return Number.NaN;
    return number.countryCode === 'marked' ? keyOf(number.digits) : readLocal(number.digits);
  };
}

/**
 * The two letters of a country as a list writes it: `ng`, `UK`, `USA`, `Nigeria`, `Deutschland`, `Côte d’Ivoire`. Undefined for any
 * other text.
 */
function countryNamed(written: string, countries: readonly string[]): string | undefined {
  // `U.S.A.`
  const text = plainText(comparable(written)).replace(/(?<=\b[A-Za-z])\./g, '');
  if (/^[A-Za-z]{2}$/.test(text)) {
    // `UK` is `GB`.
    const code = new Intl.Locale(`und-${text}`).region;
    return code !== undefined && countries.includes(code) ? code : undefined;
  }
  return namesOf(countries).get(plain(text));
}

let known: { readonly of: readonly string[]; readonly names: ReadonlyMap<string, string> } | undefined;

function namesOf(countries: readonly string[]): ReadonlyMap<string, string> {
  if (known?.of.length === countries.length) return known.names;
  const names = new Map<string, string>();
  const meansTwo = new Set<string>();
  for (const language of languages) {
    for (const style of ['long', 'short'] as const) {
      const display = new Intl.DisplayNames(language, { type: 'region', style });
      for (const code of countries) {
        for (const name of spellings(display.of(code) ?? code)) {
          if ((names.get(name) ?? code) !== code) meansTwo.add(name);
          names.set(name, code);
        }
      }
    }
  }
  for (const name of meansTwo) names.delete(name);
  for (const [name, code] of inUse) names.set(name, code);
  known = { of: countries, names };
  return names;
}

/**
 * More of them in Latin letters would take a typing mistake for a name: `Nigera` is Niger in Latvian. A name of two countries belongs to
 * neither: `Kongo` is one in Polish and the other in Norwegian.
 */
const languages = 'ar cs da de el en es fi fr he hi hu id it ja ko nb nl pl pt ro ru sv th tr uk zh zh-Hant'.split(' ');

/** What Node's data lacks and many lists have. */
const inUse = `
  usa US, united states of america US, uae AE, great britain GB, england GB, scotland GB, wales GB,
  northern ireland GB, holland NL, czech republic CZ, viet nam VN, grossbritannien GB,
  grande bretagne GB, gran bretana GB, ivory coast CI, elfenbeinkuste CI, russian federation RU, turkey TR`
  .split(',')
  .map((each) => [each.trim().slice(0, -3), each.slice(-2)] as const);

/** `Österreich` is `Oesterreich` where a program has no umlauts. */
function spellings(name: string): readonly string[] {
  return [plain(name), plain(name.replace(/[äöü]/gi, '$&e'))];
}

/** Without accents, marks and articles. */
function plain(name: string): string {
  return plainLetters(name.replace(/&/g, ' and ').replace(/\bst\b\.?/gi, 'saint')).replace(/^the /, '');
}
