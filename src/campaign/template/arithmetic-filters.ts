import { type Decimal, parseDecimal } from '../../audience/decimal.ts';
import type { Scalar } from '../../audience/scalar.ts';
import { unusableValue } from './unusable-value.ts';

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
