import { isCallingCode } from '../audience/number/number-plan.ts';
import { notationsOf } from '../audience/number/person-key.ts';

/** Finds one telephone number in texts, in whatever notation, and replaces it. */
export interface NumberFinder {
  isIn(text: string): boolean;
  replace(text: string, token: string): string;
}

/** Between digits: blanks, also the one that plain CSV of Excel has and UTF-8 does not, hyphens, dots, slashes, brackets and marks of direction. */
const between = String.raw`[\p{Zs}\ufffd\t().'’_·•/\p{Pd}\u2212\u30fc\uff70\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]{0,3}`;

/** Fewer digits at the end are shared by too many people. */
const nationalLeast = 7;

export function numberFinder(digits: string): NumberFinder {
  const notations = notationsOf(Number(digits)).map(String);
  // The national part of an older notation may be the whole of another number.
  const national = [1, 2, 3]
    .filter((length) => isCallingCode(digits.slice(0, length)))
    .map((length) => digits.slice(length));
  const written = (one: string): string => one.split('').map(anyScript).join(between);
  // Whole, with its calling code, also between other digits: `00234…`, `1234` before it in a page of a database.
  const whole = notations.map((one) => new RegExp(written(one), 'gu'));
  // As people dial it there; a longer number that ends alike is another one.
  const local = national
    .filter(({ length }) => length >= nationalLeast)
    .map(
      (one) => new RegExp(String.raw`(?<![\p{Nd}])(?:${anyScript('0')}${between})?${written(one)}(?![\p{Nd}])`, 'gu'),
    );
  const patterns = [...whole, ...local];
  return {
    isIn: (text) => patterns.some((pattern) => hasMatch(text, pattern)),
    replace: (text, token) =>
      patterns.reduce((result, pattern) => result.replace(pattern, (found) => (isDate(found) ? found : token)), text),
  };
}

function hasMatch(text: string, pattern: RegExp): boolean {
  for (const [found] of text.matchAll(pattern)) if (!isDate(found)) return true;
  return false;
}

/** People do not write a number of eight digits as a date. */
function isDate(text: string): boolean {
  return /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(text);
}

/** A digit in ASCII, full-width, Arabic-Indic, extended Arabic-Indic and Devanagari. */
function anyScript(digit: string): string {
  const value = Number(digit);
  const others = [0xff10, 0x0660, 0x06f0, 0x0966].map((zero) => String.fromCodePoint(zero + value)).join('');
  return `[${digit}${others}]`;
}
