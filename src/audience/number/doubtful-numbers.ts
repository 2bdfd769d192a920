import { type AudienceProblem, createTally } from '../audience-problem.ts';
import type { Scalar } from '../scalar.ts';
import type { OwnCountry } from './own-country.ts';

/**
 * Numbers that no country has as they are written. Where one in three would be a number with the calling code of the campaign's own
 * country, no number of the list has its country code, and those that exist belong to people in other countries.
 */
export function createDoubtfulNumbers(own: OwnCountry | undefined) {
  const unknown = createTally();
  const withoutCode = createTally();
  return {
    /** `country` is what the row itself says. */
    add(
      cell: Scalar | undefined,
      line: number,
      { isNumber, country }: { readonly isNumber: boolean; readonly country?: Scalar | undefined },
    ): void {
      if (isNumber) unknown.add(line);
      const hasCountry = String(country ?? '').trim() !== '';
      if (!hasCountry && own?.hasWithoutCode(String(cell ?? '')) === true) withoutCode.add(line);
    },
    /** Of a list of `all` rows. */
    problems(all: number, column: string): AudienceProblem[] {
      const isNational = isMuchOf(withoutCode.count, all);
      const { count, lines } = isNational ? withoutCode : unknown;
      if (count === 0) return [];
      const about = { count, lines, column };
      return [
        isNational ? { kind: 'withoutCode', ...about, detail: own?.code() ?? '' } : { kind: 'noSuchNumber', ...about },
      ];
    },
  };
}

/** More than the mistakes that a list has. */
export function isMuchOf(count: number, all: number): boolean {
  return count > 0 && count * 3 >= all;
}
