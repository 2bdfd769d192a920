import { asSeen, comparable } from '../../audience/comparable.ts';
import { compareDecimals, parseDecimal } from '../../audience/decimal.ts';
import type { Scalar } from '../../audience/scalar.ts';
import { isUnknownText } from './template.ts';
import { unusableValue } from './unusable-value.ts';

/**
 * How a template compares two values. A cell is text, whatever the format of its list, so the same rows give the same text. Beside
 * a number, digits are a number: a cell `10.0` equals 10. Two texts are equal if they look the same, as for `where`. The order of
 * two texts is that of their numbers, if both are numbers.
 */
export function areEqual(one: unknown, other: unknown): boolean {
  if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other);
  if (typeof one !== 'number' && typeof other !== 'number')
    return comparable(String(one)) === comparable(String(other));
  const [a, b] = [parseDecimal(one as Scalar), parseDecimal(other as Scalar)];
  if (a !== undefined && b !== undefined) return compareDecimals(a, b) === 0;
  // `Gold` is not 10. But nobody knows whether `1,000` is 1000.
  for (const value of [one, other])
    if (typeof value === 'string' && seemsNumber.test(value)) throw unusableValue(value, '==');
  return false;
}

/** Less than 0, 0, or more than 0; undefined where one has no value, which meets no comparison. */
export function orderOf(one: unknown, other: unknown, by: string): number | undefined {
  if (isNothing(one) || isNothing(other) || isUnknownText(one) || isUnknownText(other)) return undefined;
  const [a, b] = [parseDecimal(one as Scalar), parseDecimal(other as Scalar)];
  if (a !== undefined && b !== undefined) return compareDecimals(a, b);
  if (a !== undefined || typeof one === 'number') throw unusableValue(other, by);
  if (b !== undefined || typeof other === 'number') throw unusableValue(one, by);
  // Dates such as 2026-11-23 are in the order of their texts.
  const [first, second] = [String(one), String(other)];
  return first === second ? 0 : first < second ? -1 : 1;
}

export function containsText(one: unknown, other: unknown): boolean {
  return !isNothing(one) && !isNothing(other) && asSeen(String(one)).includes(asSeen(String(other)));
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Digits with separators, a currency or `%`: `1,200.50`, `€50`, `1 200`, `50 %`. No two parts of it take the same character: a cell may be long. */
const seemsNumber = /^[\s\p{Sc}+-]*\d[\d\s\p{Sc}.,'’٬٫_%]*$/u;
