import { parseDecimal } from '../../audience/decimal.ts';
import type { Scalar } from '../../audience/scalar.ts';
import { isUnknownText } from './template.ts';
import { unusableValue } from './unusable-value.ts';

type Filter = (value: unknown, ...args: unknown[]) => unknown;

/**
 * Filters that count or take characters. A character is a code point, as for the service's limits (`fields.characters` in
 * docs/assumptions.md), so an emoji is never cut in half.
 */
export const textFilters: Readonly<Record<string, Filter>> = {
  /** Replaces a value that is missing or empty; `false` and 0 are values. */
  default: (value, instead) => (value === undefined || value === null || value === '' ? instead : value),
  size: (value) => charactersOf(value).length,
  first: (value) => charactersOf(value)[0] ?? '',
  last: (value) => charactersOf(value).at(-1) ?? '',
  slice: (value, start, length = 1) => {
    const characters = charactersOf(value);
    const [at, count] = [wholeNumber(start, 'slice'), wholeNumber(length, 'slice')];
    const from = at < 0 ? characters.length + at : at;
    return from < 0 || count < 0 ? '' : characters.slice(from, from + count).join('');
  },
  truncate: (value, length = 50, ending = '...') => {
    const characters = charactersOf(value);
    const most = wholeNumber(length, 'truncate');
    if (characters.length <= most) return textOf(value);
    const end = textOf(ending);
    return characters.slice(0, Math.max(0, most - charactersOf(end).length)).join('') + end;
  },
  truncatewords: (value, length = 15, ending = '...') => {
    const words = textOf(value).trim().split(/\s+/);
    const most = Math.max(1, wholeNumber(length, 'truncatewords'));
    return words.length <= most ? words.join(' ') : words.slice(0, most).join(' ') + textOf(ending);
  },
};

function wholeNumber(value: unknown, by: string): number {
  if (isUnknownText(value)) return 0;
  const number = Number(parseDecimal(value as Scalar | undefined) ?? Number.NaN);
  if (!Number.isSafeInteger(number)) throw unusableValue(value, by);
  return number;
}

function charactersOf(value: unknown): string[] {
  return Array.from(textOf(value));
}

function textOf(value: unknown): string {
  return String((value as Scalar | null | undefined) ?? '');
}
