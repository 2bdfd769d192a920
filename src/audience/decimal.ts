import { Big } from 'big.js';
import type { Scalar } from './scalar.ts';

/** A number as it was written, to the last digit: `1.10` three times is 3.3, and no digit of a long number is lost. */
export type Decimal = Big;

/**
 * A cell or another value as an exact decimal: a sign, digits with at most one point, and an exponent, blanks around them.
 * Undefined for all else, such as `€50`, and `1,200`, which may also be a little more than one.
 */
export function parseDecimal(value: Scalar | undefined): Decimal | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).trim();
  return text.length <= longest && written.test(text)
    ? new Big(text.startsWith('+') ? text.slice(1) : text)
    : undefined;
}

const written = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/** Characters, so that work with a number stays short. */
const longest = 100;
