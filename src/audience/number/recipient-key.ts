import { isE164 } from './calling-codes.ts';
import { parseWrittenNumber } from './written-number.ts';

/**
 * A cell → the digits of its telephone number as one number, which a double holds exactly; NaN unless it is clearly one number.
 * `country` is the row's own, as its list writes it, where the audience names a column of countries.
 */
export type KeyReader = (cell: string, country?: string) => number;

/** Reads numbers with their country code. Plain digits, common in exports, take a fast path: there may be a million. */
export const readRecipientKey: KeyReader = (cell) => {
  const from = cell.charCodeAt(0) === plus ? 1 : 0;
  let value = 0;
  for (let index = from; index < cell.length; index++) {
    const digit = cell.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return readWritten(cell);
    value = value * 10 + digit;
  }
  return isE164(value, cell.length - from) ? value : readWritten(cell);
};

const plus = 43;

function readWritten(cell: string): number {
  const number = parseWrittenNumber(cell);
  return number === undefined || number.countryCode === 'absent' ? Number.NaN : keyOf(number.digits);
}

/** NaN if nobody can have this number. */
export function keyOf(digits: string): number {
  return isE164(Number(digits), digits.length) ? Number(digits) : Number.NaN;
}
