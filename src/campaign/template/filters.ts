import { asSeen, comparable } from '../../audience/comparable.ts';
import { type Decimal, parseDecimal } from '../../audience/decimal.ts';
import type { Scalar } from '../../audience/scalar.ts';
import { isUnknownText } from './template.ts';

/**
 * The filters of templates, with the least and the most values that each takes after its colon. No `date`, which depends on the current
 * time and the machine's zone.
 */
export const filterArguments: Readonly<Record<string, readonly [least: number, most: number]>> = {
  default: [1, 1],
  upcase: [0, 0],
  downcase: [0, 0],
  capitalize: [0, 0],
  strip: [0, 0],
  lstrip: [0, 0],
  rstrip: [0, 0],
  append: [1, 1],
  prepend: [1, 1],
  remove: [1, 1],
  replace: [2, 2],
  truncate: [0, 2],
  truncatewords: [0, 2],
  slice: [1, 2],
  size: [0, 0],
  first: [0, 0],
  last: [0, 0],
  url_encode: [0, 0],
  newline_to_br: [0, 0],
  plus: [1, 1],
  minus: [1, 1],
  times: [1, 1],
  divided_by: [1, 2],
  modulo: [1, 1],
  round: [0, 1],
  floor: [0, 0],
  ceil: [0, 0],
  abs: [0, 0],
  at_least: [1, 1],
  at_most: [1, 1],
};

export const templateFilters: readonly string[] = Object.keys(filterArguments);

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
  modulo: calculation('modulo', (one, other) => one.mod(notZero(other, 'modulo'))),
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

function notZero(divisor: Decimal, by: string): Decimal {
  if (divisor.eq(0)) throw unusableValue(divisor.toFixed(), by, 'zero');
  return divisor;
}

function dividedBy(one: Decimal, other: Decimal): Decimal {
  return one.div(notZero(other, 'divided_by')).round(quotientPlaces, halfUp);
}

/** The whole number below a quotient of which no digit is rounded before. */
function wholeBelow(one: Decimal, other: Decimal): Decimal {
  const rest = one.mod(notZero(other, 'divided_by'));
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
 * Filters that count or take characters. A character is a code point, as for the service's limits (`fields.characters` in
 * docs/assumptions.md), so an emoji is never cut in half.
 */
export const textFilters: Readonly<Record<string, Filter>> = {
  /** Replaces a value that is missing or empty; `false` and 0 are values. */
  default: (value, instead) => (isEmpty(value) ? instead : value),
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

export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

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

/**
 * How a template compares two values. A cell is text, whatever the format of its list, so the same rows give the same text. Beside
 * a number, digits are a number: a cell `10.0` equals 10. Two texts are equal if they look the same, as for `where`. The order of
 * two texts is that of their numbers, if both are numbers.
 */
export function areEqual(one: unknown, other: unknown): boolean {
  if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other);
  if (typeof one !== 'number' && typeof other !== 'number')
    return comparable(String(one)) === comparable(String(other));
  const [a, b] = [parseDecimal(one as Scalar), parseDecimal(other as Scalar)];
  if (a !== undefined && b !== undefined) return a.eq(b);
  // `Gold` is not 10. But nobody knows whether `1,000` is 1000.
  for (const value of [one, other])
    if (typeof value === 'string' && seemsNumber.test(value)) throw unusableValue(value, '==');
  return false;
}

/** Less than 0, 0, or more than 0; undefined where one has no value, which meets no comparison. */
export function orderOf(one: unknown, other: unknown, by: string): number | undefined {
  if (isEmpty(one) || isEmpty(other) || isUnknownText(one) || isUnknownText(other)) return undefined;
  const [a, b] = [parseDecimal(one as Scalar), parseDecimal(other as Scalar)];
  if (a !== undefined && b !== undefined) return a.cmp(b);
  if (a !== undefined || typeof one === 'number') throw unusableValue(other, by);
  if (b !== undefined || typeof other === 'number') throw unusableValue(one, by);
  // Dates such as 2026-11-23 are in the order of their texts.
  const [first, second] = [String(one), String(other)];
  return first === second ? 0 : first < second ? -1 : 1;
}

export function containsText(one: unknown, other: unknown): boolean {
  return !isEmpty(one) && !isEmpty(other) && asSeen(String(one)).includes(asSeen(String(other)));
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
