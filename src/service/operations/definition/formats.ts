import { isCalendarDate } from '../../../time/wall-clock.ts';

/** The required form of a String. `pattern` is the part that a JSON Schema can express. */
export interface Format {
  readonly text: string;
  readonly pattern: string;
  readonly test: (value: string) => boolean;
  readonly hint: string | undefined;
}

export const digits: Format = form({
  text: 'must consist of digits',
  pattern: '^[0-9]+$',
  hint: 'write the country code and the number without a plus sign, blanks or hyphens',
});

export const digitsWithPlus: Format = form({
  text: 'must be a number with its country prefix, in digits',
  pattern: '^\\+?[0-9]+$',
  hint: 'leave out blanks and hyphens',
});

export const webAddress: Format = form({
  text: 'must be an http or https URL',
  pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#]\\S*$',
  hint: 'begin with https:// and leave no blanks',
});

export const time: Format = form({
  text: 'must be a time of day as HH:MM',
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  hint: 'two digits each, 00:00 to 23:59',
});

export const date: Format = form({
  text: 'must be a date as YYYY-MM-DD',
  pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
  also: isCalendarDate,
});

export const localDateTime: Format = form({
  text: 'must be a local date and time as YYYY-MM-DD HH:MM:SS',
  pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[ T]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$',
  also: isCalendarDate,
  hint: 'a T may replace the blank, and seconds may be left out; an offset is not allowed',
});

export const digit: Format = form({ text: 'must be one digit, 0 to 9', pattern: '^[0-9]$' });

export const base64: Format = form({
  text: 'must be base64',
  pattern: '^[A-Za-z0-9+/]*={0,2}$',
  also: (value) => value.length % 4 === 0,
  hint: 'the standard alphabet with its padding, without line breaks',
});

export const audioFileName: Format = form({
  text: 'must end in .mp3, .m4a or .wav',
  pattern: '\\.(mp3|m4a|wav)$',
});

function form(input: {
  readonly text: string;
  readonly pattern: string;
  readonly also?: (value: string) => boolean;
  readonly hint?: string;
}): Format {
  const { text, pattern, also, hint } = input;
  const expression = new RegExp(pattern);
  const test = (value: string): boolean => expression.test(value) && (also === undefined || also(value));
  return { text, pattern, test, hint };
}

/** Characters are Unicode code points; each is one or two units of `length`. */
export function countCharacters(value: string): number {
  let pairs = 0;
  for (let at = 1; at < value.length; at += 1) {
    if ((value.charCodeAt(at) & 0xfc00) === 0xdc00 && (value.charCodeAt(at - 1) & 0xfc00) === 0xd800) pairs += 1;
  }
  return value.length - pairs;
}
