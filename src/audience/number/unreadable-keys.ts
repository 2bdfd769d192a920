import { type AudienceProblem, createTally } from '../audience-problem.ts';
import type { Scalar } from '../scalar.ts';
import { isMuchOf, type OwnCountry } from './number-country.ts';
import { startsWithCallingCode } from './number-plan.ts';
import { parseWrittenNumber, plainText } from './written-number.ts';

const kinds = ['emptyKey', 'nestedKey', 'spreadsheetKey', 'nationalKey', 'foreignKey', 'invalidKey'] as const;
export type UnreadableKind = (typeof kinds)[number];

/** Rows whose key cell is not a number, by what is wrong with it. */
export function createUnreadableKeys() {
  const tallies = new Map(kinds.map((kind) => [kind, createTally()]));
  return {
    /** `hasCountry`: the row says of which country the number is. */
    add: (
      cell: Scalar | undefined,
      line: number,
      about: { readonly isNested?: boolean | undefined; readonly hasCountry?: boolean | undefined } = {},
    ) => tallies.get(about.isNested === true ? 'nestedKey' : unreadableKind(cell, about.hasCountry))!.add(line),
    problems: (column: string): AudienceProblem[] =>
      [...tallies].map(([kind, { count, lines }]) => ({ kind, count, lines, column })).filter(({ count }) => count > 0),
  };
}

export function unreadableKind(cell: Scalar | undefined, hasCountry = false): UnreadableKind {
  const text = plainText(String(cell ?? ''));
  if (text === '') return 'emptyKey';
  if (isRounded(text)) return 'spreadsheetKey';
  if (hasCountry && parseWrittenNumber(text) !== undefined) return 'foreignKey';
  return lacksCountryCode(text) ? 'nationalKey' : 'invalidKey';
}

/** `2.34801E+12`: the last digits are lost. */
function isRounded(text: string): boolean {
  return /^\d([.,]\d+)?E\+?\d+$/i.test(text);
}

/** A number as people dial it inside a country, or one that begins with digits which are not a calling code. */
function lacksCountryCode(text: string): boolean {
  const number = parseWrittenNumber(text);
  if (number === undefined || number.digits.length < nationalMin || number.digits.startsWith('00')) return false;
  return number.countryCode === 'absent' || (number.countryCode === 'assumed' && !startsWithCallingCode(number.digits));
}

const nationalMin = 6;

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
