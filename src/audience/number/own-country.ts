import { countryOfZone } from '../../time/clock.ts';
import type { AudienceProblem, Tally } from '../audience-problem.ts';
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

/** Its zone is looked up when it is first asked for: for most lists, never. */
export async function loadOwnCountry(zone: string): Promise<OwnCountry> {
  const { getCountries, getCountryCallingCode } = await import('libphonenumber-js/max');
  let found: { readonly code?: string; readonly calling?: string } | undefined;
  const find = (): typeof found & {} => {
    const code = countryOfZone(zone, getCountries());
    return code === undefined ? {} : { code, calling: getCountryCallingCode(code) };
  };
  return {
    code: () => (found ??= find()).code,
    hasWithoutCode(cell) {
      const { digits = '', countryCode = 'marked' } = parseWrittenNumber(cell) ?? {};
      if (countryCode === 'marked' || digits.startsWith('0')) return false;
      found ??= find();
      const { calling } = found;
      // With the code already, it is a number with a mistake.
      if (calling === undefined || digits.startsWith(calling) || (american.test(cell) && calling !== '1')) return false;
      const number = keyOf(calling + digits);
      return !Number.isNaN(number) && isInNumberPlan(number);
    },
  };
}

/** As people write a number in North America alone. */
const american = /^ *\(?\d{3}\)?[ .-]*\d{3}[ .-]\d{4} *$/;

/**
 * Of numbers that do not exist as they are written, and would with the calling code of the campaign's country. Where they are one in
 * three, no number of the list has its country code, and those that exist belong to people in other countries.
 */
export function numbersWithoutCode(
  { count, lines }: Pick<Tally, 'count' | 'lines'>,
  list: { readonly all: number; readonly column: string; readonly own: OwnCountry | undefined },
): AudienceProblem[] {
  const { all, column, own } = list;
  if (count === 0 || count * 3 < all) return [];
  return [{ kind: 'withoutCode', count, lines, column, detail: own?.code() ?? '' }];
}
