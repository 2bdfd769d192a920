import type * as phoneNumbers from 'libphonenumber-js/max';
import { countryNamed } from './country-name.ts';
import { personKey } from './person-key.ts';
import { type KeyReader, keyOf, readRecipientKey } from './recipient-key.ts';
import { parseWrittenNumber } from './written-number.ts';

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
      if (readers.size < mostReaders) readers.set(written, reader);
    }
    return reader(cell);
  };
}

export interface NumbersOf {
  readonly country?: string | undefined;
  readonly countryColumn?: string | undefined;
}

/** More spellings than there are: the column has something else. */
const mostReaders = 1000;

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

  /** `1187654321` of Brazil, where mobile numbers have another digit today: with its calling code it would be read, too. */
  function readOlder(digits: string): number | undefined {
    const number = keyOf(code + digits.replace(/^0/, ''));
    if (Number.isNaN(number) || personKey(number) === number) return undefined;
    return parse(`+${personKey(number)}`)?.isValid() === true ? number : undefined;
  }

  return (cell) => {
    if (cell.startsWith('+')) return readRecipientKey(cell);
    if (/^[1-9]\d*$/.test(cell)) return readLocal(cell);
    const number = parseWrittenNumber(cell);
    if (number === undefined) return Number.NaN;
    return number.countryCode === 'marked' ? keyOf(number.digits) : readLocal(number.digits);
  };
}
