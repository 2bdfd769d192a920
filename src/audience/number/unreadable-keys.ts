import { type AudienceProblem, createTally, tallied } from '../audience-problem.ts';
import type { Scalar } from '../scalar.ts';
import { isMuchOf, type OwnCountry } from './number-country.ts';
import { startsWithCallingCode } from './number-plan.ts';
import { parseWrittenNumber, plainText } from './written-number.ts';

const kinds = ['emptyKey', 'nestedKey', 'spreadsheetKey', 'nationalKey', 'foreignKey', 'invalidKey'] as const;
type UnreadableKind = (typeof kinds)[number];

/**
 * Counts what is wrong with the numbers of a list: cells without a number, by what is wrong with them, and numbers that no country has.
 * Where one in three of all would be a number with the calling code of the campaign's own country, no number of the list has its country
 * code, and those that exist belong to people in other countries.
 */
export function createKeyProblems({
  ownCountry,
  isCountry,
}: {
  readonly ownCountry?: OwnCountry | undefined;
  /** Whether a row says of which country its number is. */
  readonly isCountry?: ((written: string) => boolean) | undefined;
}) {
  const tallies = new Map(kinds.map((kind) => [kind, createTally()]));
  const [unknown, withoutCode] = [createTally(), createTally()];

  function addIfWithoutCode(cell: Scalar | undefined, line: number, country: Scalar | undefined): void {
    const hasCountry = String(country ?? '').trim() !== '';
    if (!hasCountry && ownCountry?.hasWithoutCode(String(cell ?? '')) === true) withoutCode.add(line);
  }

  return {
    /** `country` is what the row itself says. */
    addUnreadable(
      cell: Scalar | undefined,
      line: number,
      { isNested = false, country }: { readonly isNested?: boolean | undefined; readonly country?: Scalar | undefined },
    ): void {
      const kind = isNested ? 'nestedKey' : unreadableKind(cell, isCountry?.(String(country ?? '')));
      tallies.get(kind)!.add(line);
      addIfWithoutCode(cell, line, country);
    },
    /** A number that no country has. */
    addUnknown(cell: Scalar | undefined, line: number, country?: Scalar): void {
      unknown.add(line);
      addIfWithoutCode(cell, line, country);
    },
    /** Of a list of `all` rows. */
    problems(column: string, all: number): AudienceProblem[] {
      return [
        ...[...tallies].flatMap(([kind, tally]) => tallied(kind, tally, { column })),
        ...(isMuchOf(withoutCode.count, all)
          ? tallied('withoutCode', withoutCode, { column, detail: ownCountry?.code() ?? '' })
          : tallied('noSuchNumber', unknown, { column })),
      ];
    },
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
