import { asSeen, comparable } from '../../audience/comparable.ts';
import { compareDecimals, type Decimal, parseDecimal } from '../../audience/decimal.ts';
import type { Scalar } from '../../audience/scalar.ts';
import { isUnknownText } from './template.ts';

type Filter = (value: unknown, ...args: unknown[]) => unknown;

/**
 * Liquid's filters for numbers, in exact decimals: 1.10 three times is 3.3. A cell is text, and its digits are a number; a value
 * that is not a number ends the render, so that nobody is sent `0` for `1,200.50`.
 */
export const arithmeticFilters: Readonly<Record<string, Filter>> = {
  plus: calculation('plus', (one, other) => one.plus(other)),
  minus: calculation('minus', (one, other) => one.minus(other)),
  times: calculation('times', (one, other) => one.times(other)),
  divided_by: (value, divisor, isInteger) => {
    const divide = isInteger === true ? wholeBelow : dividedBy;
    return asValue(divide(decimalOf(value, 'divided_by'), decimalOf(divisor, 'divided_by')));
  },
  modulo: calculation('modulo', (one, other) => {
    if (other.eq(0)) throw unusableValue(other.toFixed(), 'modulo', 'zero');
    return one.mod(other);
  }),
  round: (value, places = 0) => asValue(decimalOf(value, 'round').round(placesOf(places), halfUp)),
  floor: (value) => asValue(floor(decimalOf(value, 'floor'))),
  ceil: (value) => asValue(floor(decimalOf(value, 'ceil').neg()).neg()),
  abs: (value) => asValue(decimalOf(value, 'abs').abs()),
  at_least: calculation('at_least', (one, other) => (one.lt(other) ? other : one)),
  at_most: calculation('at_most', (one, other) => (one.gt(other) ? other : one)),
};

/** Digits after the point of a quotient, which may have no end: 10 divided by 3 is 3.3333333333. */
const quotientPlaces = 10;

/** Half is rounded away from zero, as people round prices. */
const halfUp = 1;
const down = 0;

/** Characters of a result; without a limit, a short template could make work without end. */
const longestResult = 100;

function calculation(name: string, calculate: (one: Decimal, other: Decimal) => Decimal): Filter {
  return (value, other) => asValue(calculate(decimalOf(value, name), decimalOf(other, name)));
}

function decimalOf(value: unknown, by: string): Decimal {
  const decimal = parseDecimal(value as Scalar | undefined);
  if (decimal === undefined) throw unusableValue(value, by);
  return decimal;
}

function dividedBy(one: Decimal, other: Decimal): Decimal {
  if (other.eq(0)) throw unusableValue(other.toFixed(), 'divided_by', 'zero');
  return one.div(other).round(quotientPlaces, halfUp);
}

/** The whole number below a quotient of which no digit is rounded before. */
function wholeBelow(one: Decimal, other: Decimal): Decimal {
  if (other.eq(0)) throw unusableValue(other.toFixed(), 'divided_by', 'zero');
  const rest = one.mod(other);
  const whole = one.minus(rest).div(other);
  return rest.eq(0) || rest.lt(0) === other.lt(0) ? whole : whole.minus(1);
}

function floor(value: Decimal): Decimal {
  const whole = value.round(0, down);
  return whole.gt(value) ? whole.minus(1) : whole;
}

function placesOf(places: unknown): number {
  const number = Number(parseDecimal(places as Scalar | undefined) ?? Number.NaN);
  if (!Number.isInteger(number) || Math.abs(number) > longestResult)
    throw new Error('`round` takes a whole number of digits');
  return number;
}

/** A JavaScript number where that is exact, else the digits as text: never `1e+21`, never a digit less. */
function asValue(result: Decimal): number | string {
  const text = result.toFixed();
  if (text.length > longestResult) throw new Error(`a result has more than ${longestResult} digits`);
  if (result.eq(0)) return 0;
  return String(Number(text)) === text ? Number(text) : text;
}

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

/** A value that a template cannot calculate with, or cannot compare with a number. */
interface UnusableValue {
  readonly value: unknown;
  /** The filter or operator that cannot use it. */
  readonly by: string;
  readonly why: 'notANumber' | 'zero';
}

/** Thrown out of a render; Liquid passes it on as the cause of its own error. */
export function unusableValue(
  value: unknown,
  by: string,
  why: UnusableValue['why'] = 'notANumber',
): Error & { readonly unusable: UnusableValue } {
  return Object.assign(new Error(`${by} cannot use this value`), { unusable: { value, by, why } });
}

export function findUnusableValue(error: unknown): UnusableValue | undefined {
  const failure = error as { readonly unusable?: UnusableValue; readonly originalError?: unknown } | undefined;
  return (
    failure?.unusable ?? (failure?.originalError === undefined ? undefined : findUnusableValue(failure.originalError))
  );
}
