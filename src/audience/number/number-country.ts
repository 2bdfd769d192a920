import { countryOfZone } from '../../time/time-zone.ts';
import { isInNumberPlan } from './number-plan.ts';
import { keyOf, parseWrittenNumber } from './written-number.ts';

/** The two letters of the country that a telephone number, as a number, belongs to; undefined for one of no country, such as +870. */
export type CountryOf = (number: number) => string | undefined;

let loaded: Promise<CountryOf> | undefined;

/** The library is loaded only where a country matters. */
export function loadCountryOf(): Promise<CountryOf> {
  loaded ??= createCountryOf();
  return loaded;
}

/**
 * The country that more than half of these numbers belong to; the first thousand tell. A few among `all` numbers of a list, most without
 * a country code, tell nothing, as people move.
 */
export async function mainCountry(numbers: readonly number[], all: number): Promise<string | undefined> {
  if (!isMuchOf(numbers.length, all)) return undefined;
  const countryOf = await loadCountryOf();
  const some = numbers.slice(0, 1000);
  const counts = new Map<string, number>();
  for (const number of some) {
    const country = isInNumberPlan(number) ? countryOf(number) : undefined;
    if (country !== undefined) counts.set(country, (counts.get(country) ?? 0) + 1);
  }
  return [...counts].find(([, count]) => count * 2 > some.length)?.[0];
}

/**
 * The same by the library's own parser, to check the other one: where several countries share a calling code, it takes 10 µs.
 */
export async function loadParsedCountryOf(): Promise<(digits: string) => string | undefined> {
  const { Metadata, parsePhoneNumberFromString: parse } = await import('libphonenumber-js/max');
  const metadata = new Metadata() as unknown as CodesOfMetadata;
  const countriesOf = (code: string): readonly string[] => metadata.getCountryCodesForCallingCode(code) ?? [];
  return (digits) => {
    const code = [1, 2, 3].map((length) => digits.slice(0, length)).find((one) => countriesOf(one).length > 0);
    const countries = code === undefined ? [] : countriesOf(code);
    return countries.length > 1 ? (parse(`+${digits}`)?.country ?? countries[0]) : countries[0];
  };
}

/** Whether a country has numbers like this one: of an invented number, such as those of examples, the country means nothing. */
export async function loadHasNumber(): Promise<(country: string, number: number) => boolean> {
  const { Metadata, getCountryCallingCode, isSupportedCountry } = await import('libphonenumber-js/max');
  const metadata = new Metadata() as unknown as CodesOfMetadata;
  const patterns = new Map<string, RegExp>();
  return (country, number) => {
    if (!isSupportedCountry(country)) return false;
    let pattern = patterns.get(country);
    if (pattern === undefined) {
      metadata.selectNumberingPlan(country);
      const code = getCountryCallingCode(country);
      pattern = new RegExp(`^${code}(?:${metadata.numberingPlan.nationalNumberPattern() ?? '.*'})$`);
      patterns.set(country, pattern);
    }
    return pattern.test(number.toFixed(0));
  };
}

/** Of the numbers of one calling code. */
interface Plan {
  readonly code: string;
  readonly main: string;
  /** Where several countries share the code: in the order in which the library tries them. */
  readonly shared: readonly { readonly country: string; readonly has: (national: string) => boolean }[];
}

/**
 * Where countries share a calling code, the first with such numbers counts, as in the library, whose parser takes twenty times as
 * long. A number that none of them has may be newer than the data: it belongs to the code's main country.
 */
async function createCountryOf(): Promise<CountryOf> {
  const { getCountries, getCountryCallingCode, Metadata } = await import('libphonenumber-js/max');
  const metadata = new Metadata() as unknown as CodesOfMetadata;
  /** By the first three digits of a number. */
  const plans = new Map<number, Plan>();
  for (const code of new Set(getCountries().map((country) => getCountryCallingCode(country)))) {
    const countries = metadata.getCountryCodesForCallingCode(code) ?? [];
    const shared = countries.length === 1 ? [] : countries.map((country) => sharing(country, metadata));
    const first = Number(code.padEnd(3, '0'));
    const plan = { code, main: countries[0]!, shared };
    for (let digits = first; digits < first + 10 ** (3 - code.length); digits++) plans.set(digits, plan);
  }
  return (number) => {
    let first = number;
    while (first >= 1000) first = Math.floor(first / 10);
    const plan = plans.get(first);
    if (plan === undefined || plan.shared.length === 0) return plan?.main;
    const national = number.toFixed(0).slice(plan.code.length);
    return plan.shared.find(({ has }) => has(national))?.country ?? plan.main;
  };
}

function sharing(country: string, metadata: CodesOfMetadata): Plan['shared'][number] {
  metadata.selectNumberingPlan(country);
  const { numberingPlan } = metadata;
  const leading = numberingPlan.leadingDigits();
  if (leading) {
    const begins = new RegExp(`^(?:${leading})`);
    return { country, has: (national) => begins.test(national) };
  }
  const patterns = numberTypes.flatMap((type) => numberingPlan.type(type)?.pattern() ?? []);
  const types = patterns.filter((pattern) => pattern !== '').map((pattern) => new RegExp(`^(?:${pattern})$`));
  return { country, has: (national) => types.some((type) => type.test(national)) };
}

const numberTypes =
  'FIXED_LINE MOBILE TOLL_FREE PREMIUM_RATE SHARED_COST VOIP PERSONAL_NUMBER PAGER UAN VOICEMAIL'.split(' ');

/** What the library has and its types lack. */
interface CodesOfMetadata {
  getCountryCodesForCallingCode(code: string): readonly string[] | undefined;
  selectNumberingPlan(country: string): void;
  readonly numberingPlan: {
    leadingDigits(): string | undefined;
    nationalNumberPattern(): string | undefined;
    type(name: string): { pattern(): string | undefined } | undefined;
  };
}

/** The country of a campaign's zone. */
export interface OwnCountry {
  /** Two letters; undefined for `UTC`. */
  code(): string | undefined;
  /** Whether a cell without `+` and `00` is one of its numbers once its calling code is put in front. */
  hasWithoutCode(cell: string): boolean;
}

/** The country is looked up when it is first asked for: for most lists, never. */
export async function loadOwnCountry(zone: string): Promise<OwnCountry> {
  const { getCountries, getCountryCallingCode } = await import('libphonenumber-js/max');
  let found: { readonly country: ReturnType<typeof getCountries>[number] | undefined } | undefined;
  const code = () => (found ??= { country: countryOfZone(zone, getCountries()) }).country;
  return {
    code,
    hasWithoutCode(cell) {
      const { digits = '', countryCode = 'marked' } = parseWrittenNumber(cell) ?? {};
      if (countryCode === 'marked' || digits.startsWith('0')) return false;
      const country = code();
      if (country === undefined) return false;
      const calling = getCountryCallingCode(country);
      // With the code already, it is a number with a mistake.
      if (digits.startsWith(calling) || (american.test(cell) && calling !== '1')) return false;
      const number = keyOf(calling + digits);
      return !Number.isNaN(number) && isInNumberPlan(number);
    },
  };
}

/** As people write a number in North America alone. */
const american = /^ *\(?\d{3}\)?[ .-]*\d{3}[ .-]\d{4} *$/;

/** More than the mistakes that a list has. */
export function isMuchOf(count: number, all: number): boolean {
  return count > 0 && count * 3 >= all;
}
