import { countryOfZone } from '../../time/time-zone.ts';
import { isInNumberPlan } from './number-plan.ts';
import { keyOf } from './recipient-key.ts';
import { parseWrittenNumber } from './written-number.ts';

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
