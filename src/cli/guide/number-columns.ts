import { type Beginning, holds } from '../../audience/list-beginning.ts';
import { hasTrunkZero, isCallingCode, isInNumberPlan } from '../../audience/number/number-plan.ts';
import { keyOf, parseWrittenNumber, readRecipientKey } from '../../audience/number/written-number.ts';
import { isOnCode, isOnRow, isPlain } from './plain-headings.ts';
import { type ColumnFound, foundColumn, unclearColumns } from './starter-campaign.ts';

/**
 * The column with the numbers: the only one that has such rows, or the only one of several that is called nothing but a number.
 * Otherwise the wrong people may be meant: those for emergencies, agents, former numbers.
 */
export function keyColumn(begin: Beginning): ColumnFound {
  const plain = begin.header.filter(isPlain.number);
  const isOne = (name: string): boolean =>
    plain.includes(name) ? begin.cells(name).some(hasFigures) : holds(begin, name, mayBeNumber);
  const numbers = begin.header.filter(isOne);
  // A list without rows, or with rows of which `check` says more.
  const headed = numbers.length === 0 ? plain : plain.filter((name) => numbers.includes(name));
  const full = numbers.filter((name) => holds(begin, name, isFullNumber));
  const [column] = headed;
  if (headed.length === 1)
    return foundColumn(
      column!,
      'heading',
      full.filter((name) => name !== column),
    );
  // With a plain heading over no numbers, those in another column are not the ones that were meant.
  const isSure = plain.length === 0 && numbers.length === 1 && full.length === 1;
  return isSure ? foundColumn(full[0]!, 'rows') : unclearColumns(headed.length > 1 ? headed : numbers);
}

/** A column with the beginnings of the numbers in another: without it, a number of Germany may be one of America. */
export function codeColumn(begin: Beginning, key: string): string | undefined {
  const numbers = begin.cells(key);
  return begin.header.find((name) => {
    if (name === key) return false;
    const codes = begin.cells(name).map(codeIn);
    const rows = numbers.flatMap((number, row) =>
      number === '' || codes[row] === '' ? [] : [{ number, code: codes[row]! }],
    );
    const apart = rows.filter(({ number, code }) => !/^(\+|00)/.test(number) && !number.startsWith(code));
    const share = apart.length / numbers.filter((number) => number !== '').length;
    const isHeaded = isOnCode(name) && holds(begin, name, (cell) => /^\+?\d{1,5}$/.test(cell));
    if (isHeaded && share > 0.5) return true;
    if (countsRows(begin, name)) return false;
    // Ages and amounts make numbers of some rows only.
    return share > 0.1 && apart.filter(isNumberTogether).length >= apart.length * 0.9;
  });
}

/** 1, 2, 3 and so on; under a heading for such numbers, in any order. */
function countsRows(begin: Beginning, name: string): boolean {
  const cells = begin.cells(name).filter((cell) => cell !== '');
  if (!cells.every((cell) => /^[1-9]\d*\.?$/.test(cell))) return false;
  if (isOnRow(name)) return new Set(cells).size === cells.length;
  return cells.length > 2 && cells.every((cell, row) => Number(cell) === Number(cells[0]) + row);
}

/** `DE +49`, `0049` and `+49 (0)` are 49. */
function codeIn(cell: string): string {
  return cell.replace('(0)', '').replace(/\D/g, '').replace(/^00/, '');
}

function isNumberTogether({ number, code }: { readonly number: string; readonly code: string }): boolean {
  const digits = number.replace(/\D/g, '');
  return isCallingCode(code) && isPerhapsHad(code + (hasTrunkZero(code) ? digits.replace(/^0/, '') : digits));
}

/** With its country code, or with the zero of a national number: no date, and hardly any other figure. */
export function isFullNumber(cell: string): boolean {
  const number = parseWrittenNumber(cell);
  if (number === undefined || date.test(cell)) return false;
  const { digits, countryCode } = number;
  if (countryCode === 'absent') return digits.startsWith('0') && digits.length >= 9;
  return digits.length >= 7 && (countryCode === 'marked' || isPerhapsHad(digits));
}

/** `31-12-2026`: 31 is a calling code. */
const date = /^[0-3]?\d([-. ])[0-3]?\d\1(19|20)\d\d$/;

/** As it is written, nobody can have it. */
export function lacksCountry(cell: string): boolean {
  const key = readRecipientKey(cell);
  return Number.isNaN(key) || !isInNumberPlan(key);
}

function isPerhapsHad(digits: string): boolean {
  const key = keyOf(digits);
  return !Number.isNaN(key) && isInNumberPlan(key);
}

/** Also a national number without a zero, as an id may look, too. */
function mayBeNumber(cell: string): boolean {
  const { digits = '' } = parseWrittenNumber(cell) ?? {};
  return isFullNumber(cell) || (digits.length >= 9 && digits.length <= 15);
}

/** Even where a spreadsheet has rounded it. */
export function hasFigures(cell: string): boolean {
  return cell.replace(/\D/g, '').length >= 5;
}
