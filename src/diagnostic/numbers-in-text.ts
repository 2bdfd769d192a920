/**
 * Replaces everything in a text that may be a telephone number, in any notation: groups of digits of any script with at most three
 * blanks, hyphens, dots, slashes, brackets or marks of direction between them, at least seven digits in all. Dates, times
 * and amounts stay. Digits of UTF-16 that is read wrongly are taken out.
 */
export function replaceNumbers(text: string, replace: (written: string, digits: readonly string[]) => string): string {
  const readable = text.replace(swapped, '…');
  if (!mayHold.test(readable)) return readable;
  return readable.replace(dateOrNumber, (written) => {
    if (date.test(written) || amount.test(written)) return written;
    const digits = digitsOf(written);
    return digits.length < digitsLeast ? written : replace(written, digits);
  });
}

/** Whatever in a text of others could be somebody's number, however it is written. */
export function maskNumbers(text: string): string {
  return replaceNumbers(text, (_, digits) => maskNumber(digits.join('')));
}

/** Digits of any script, without those of an escape (`\u200e`). */
function digitsOf(written: string): readonly string[] {
  return written.replace(/\\u[0-9a-f]{4}/g, '').match(/\p{Nd}/gu) ?? [];
}

/** As many as a local number has. */
const digitsLeast = 7;

const mayHold = /\p{Nd}/u;

/** A list in UTF-16 that lost a byte has such letters from there on, and one that only says it is UTF-16: `㈀㌀㐀`, and `㐳`, are digits. */
const pairs = `[${Array.from('0123456789', (digit) => `\\u3${digit}00\\u3${digit}30-\\u3${digit}39`).join('')}]`;
const swapped = new RegExp(`(?=\\u3000*(?!\\u3000)${pairs})${pairs}{3,}`, 'g');

/** A comma separates groups only if no blank follows: `1, 2, 3` is a list. */
const between = String.raw`(?:[\p{Zs}\t().'’_·•/\p{Pd}\u2212\u30FC\uFF70\uFF08\uFF09\uFF0E\uFF0F\u066B\u066C\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]|[,\uFF0C\u060C](?=\p{Nd})|\\u[0-9a-f]{4})`;
const number = String.raw`\(?\p{Nd}(?:${between}{0,3}\p{Nd})*`;

const year = '(?:19|20)[0-9]{2}';
const day = '(?:0?[1-9]|[12][0-9]|3[01])';
const time = String.raw`[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,3})?)?(?![0-9])`;
const dates = ['-', String.raw`\.`, '/'].flatMap((mark) => [[year, day, day].join(mark), [day, day, year].join(mark)]);
/** `13.30`, as people of Indonesia, Italy or Finland write it behind a date. */
const dotted = String.raw`(?<=\p{Zs})(?:[01]?[0-9]|2[0-3])\.[0-5][0-9](?!${between}{0,3}\p{Nd})`;
const dateOrTime = String.raw`${time}|(?:${dates.join('|')})(?!${between}{0,3}(?!${time}|${dotted})\p{Nd})`;

const dateOrNumber = new RegExp(String.raw`(?<![0-9])(?:${dateOrTime})|${number}`, 'gu');
const date = new RegExp(String.raw`^(?:${time}|${dates.join('|')})$`);

/** `1,234,567`, `1,234.50`, `1234.50`, `0.000123`. */
const amount = /^(?:(?:[0-9]{1,3}(?:,[0-9]{3}){1,2}|[0-9]{1,6})(?:\.[0-9]{1,2})?|0\.[0-9]{1,8})$/;

/** How many digits of a number are shown at its beginning and at its end. */
function shownEnds(digits: number): readonly [first: number, last: number] {
  if (digits <= 7) return [0, 2];
  // Of a short number, three and four digits would be nearly all.
  return digits <= 10 ? [2, 2] : [3, 4];
}

/** `234…0900`: enough to recognise somebody whom one knows, not to write to somebody whom one does not. */
export function maskNumber(digits: string): string {
  const [first, last] = shownEnds(digits.length);
  return `${digits.slice(0, first)}…${digits.slice(-last)}`;
}

/** The same where columns count, in any notation: a sign for each digit that is not shown. */
export function maskInPlace(written: string, digits: number): string {
  const [first, last] = shownEnds(digits);
  let at = 0;
  return written.replace(/\p{Nd}/gu, (digit) =>
    ++at <= first || at > digits - last ? digit : '…'.repeat(digit.length),
  );
}
