import { isE164 } from './calling-codes.ts';
import { type KeyReader, keyOf, readRecipientKey } from './recipient-key.ts';
import { parseWrittenNumber } from './written-number.ts';

/** Reads the numbers of an audience and of its `exclude` files; undefined where its `country` is not one that has telephone numbers. */
export async function keyReaderOf({ country }: { readonly country?: string }): Promise<KeyReader | undefined> {
  return country === undefined ? readRecipientKey : countryReader(country);
}

/**
 * Reads national numbers of one country, too. A number without `+` and `00` is one of this country: with its calling code, or as
 * people dial it there. NaN where the country has no such number. Only audiences with a country pay for the library.
 */
async function countryReader(name: string): Promise<KeyReader | undefined> {
  const library = await import('libphonenumber-js/max');
  const { parsePhoneNumberFromString: parse, isSupportedCountry, getCountryCallingCode, Metadata } = library;
  if (!isSupportedCountry(name)) return undefined;
  const country = name;
  const code = getCountryCallingCode(country);
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  const plan: { possibleLengths(): readonly number[]; nationalNumberPattern?(): string } = metadata.numberingPlan!;
  const lengths = plan.possibleLengths();
  // Not among the library's types; without it each number is parsed, which takes a hundred times as long.
  const pattern = new RegExp(`^(?:${plan.nationalNumberPattern?.() ?? '.*'})$`);

  /** `2348030000001` and `08030000001` of Nigeria; where both readings are numbers, the calling code counts, as everywhere else. */
  function readLocal(digits: string): number {
    const isPossible = digits.startsWith(code) && lengths.includes(digits.length - code.length) && isE164(digits);
    if (isPossible && (!pattern.test(digits) || parse(`+${digits}`)?.isValid() === true)) return Number(digits);
    const national = parse(digits, { defaultCountry: country, extract: false });
    if (national?.isValid() === true && national.countryCallingCode === code) return keyOf(national.number.slice(1));
    return isPossible ? Number(digits) : Number.NaN;
  }

  return (cell) => {
    if (cell.startsWith('+')) return readRecipientKey(cell);
    if (/^[1-9]\d*$/.test(cell)) return readLocal(cell);
    const number = parseWrittenNumber(cell);
    if (number === undefined) return Number.NaN;
    return number.countryCode === 'marked' ? keyOf(number.digits) : readLocal(number.digits);
  };
}
