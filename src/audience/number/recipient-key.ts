import { isE164 } from './calling-codes.ts';
import { parseWrittenNumber } from './written-number.ts';

/**
 * A cell → the digits of its telephone number as one number, which a double holds exactly; NaN unless it is clearly one number.
 * `country` is the row's own, as its list writes it, where the audience names a column of countries.
 */
export type KeyReader = (cell: string, country?: string) => number;

/** Reads numbers with their country code. */
export const readRecipientKey: KeyReader = (cell) => {
  // There may be a million of them.
  if (/^\+?[1-9]\d*$/.test(cell)) return keyOf(cell.replace('+', ''));
  const number = parseWrittenNumber(cell);
  return number === undefined || number.countryCode === 'absent' ? Number.NaN : keyOf(number.digits);
};

/** NaN if nobody can have this number. */
export function keyOf(digits: string): number {
  return isE164(Number(digits), digits.length) ? Number(digits) : Number.NaN;
}
