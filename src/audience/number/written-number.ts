import { hasTrunkZero, isCallingCode, isE164 } from './number-plan.ts';

/** The content of a cell that is clearly one telephone number. */
interface WrittenNumber {
  /** ASCII digits, without `+`, a leading `00` and a `(0)`. */
  readonly digits: string;
  /**
   * Whether they begin with a country code: `marked` by `+` or `00`; `assumed`, because the key column has international numbers;
   * `absent` if the notation is a national one.
   */
  readonly countryCode: 'marked' | 'assumed' | 'absent';
}

/**
 * The grammar of a number: an optional `+` or `00`, then groups of digits with one kind of mark between two of them: blanks, a
 * hyphen or a dot. The second group may be in parentheses, and so may a 0 after the country code, which is dropped if the
 * country drops it; after a country code with its sign and after the area there may be a slash. Anything else (letters, extensions, other
 * slashes, dashes, two numbers) could be another number: undefined.
 */
export function parseWrittenNumber(cell: string): WrittenNumber | undefined {
  if (cell.length > lengthMax) return undefined;
  const text = unwrapped(plainText(cell))
    .replace(afterCode, withoutSlash)
    .replace(afterArea, '$1-')
    .replace(areaAfterDigit, '$1 $2 ');
  const [whole, sign, first = '', area, next = '', rest = ''] = shape.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const groups = [first, area ?? '', next, ...rest.split(/ +|[.-]/)].filter((group) => group !== '');
  if (isDoubtful(groups)) return undefined;
  if (area !== undefined && first !== '') {
    if (area.startsWith('0')) return withTrunkZero(first, area, groups.slice(2).join(''));
    // One digit in parentheses is the trunk prefix of some countries, and an area code of others.
    if (area.length === 1) return undefined;
  }
  const digits = groups.join('');
  if (sign !== undefined) {
    const isCountry = first !== '' || isCallingCode(area ?? '');
    return isCountry && !digits.startsWith('0') ? { digits, countryCode: 'marked' } : undefined;
  }
  // `234.80312` is a decimal number.
  if (groups.length === 2 && rest.startsWith('.')) return undefined;
  return { digits, countryCode: isInternational(first, groups) ? 'assumed' : 'absent' };
}

/** Fifteen digits with all characters that may be between and around them. */
const lengthMax = 100;

/** `+49/151 23456789`: nobody's number is so short that the rest could be an alternative. */
const afterCode = /^((?:\+|00) ?(\d{1,3})) ?\/ ?(?=\d)/;

function withoutSlash(written: string, sign: string, code: string): string {
  return isCallingCode(code) ? `${sign} ` : written;
}

/** `0151/23456789` and `+49 (0)151 / 23456789`: what is before the slash is an area, and no number that has an alternative. */
const afterArea = /^((?:\+|00) ?\d{1,3}[ -]?(?:\(0\)[ -]?)?\d{2,5}|0\d{1,5}) ?\/ ?(?=\d[\d -]{4,}$)/;

/** `+54 9 (11) …` of Argentina, and `+52 1 (55) …` as Mexico had it. */
const areaAfterDigit = /^(\+(?:54 ?9|52 ?1)) ?\((\d{2,4})\) ?/;

/** Sign; digits; digits in parentheses and those after them; the other groups. */
const shape = /^(\+ ?|00 ?(?=[1-9(]))?(?:(\d+)|(?=\())(?:[ -]?\((\d+)\)[ -]?(\d+))?((?:(?: +|[.-])\d+)*)$/;

/** Without a sign, a national number in groups looks the same: its first group is an area code. Ten digits as 3-3-4 are North America's. */
function isInternational(first: string, groups: readonly string[]): boolean {
  if (groups.length === 1) return !first.startsWith('0');
  return isCallingCode(first) && groups.map(({ length }) => length).join('-') !== '3-3-4';
}

/**
 * Two groups that are numbers by themselves are two numbers. A short end after a longer group may be an alternative (`…0001 2`), a
 * range (`…0001-02`), an extension or decimals.
 */
function isDoubtful(groups: readonly string[]): boolean {
  if (groups.length < 2) return false;
  const [before, last] = groups.slice(-2).map(({ length }) => length) as [number, number];
  const long = groups.filter(({ length }) => length >= 7);
  return long.length > 1 || last === 1 || (last === 2 && before > 3);
}

/** `+234 (0) 803 …`: the 0 is for those who call from inside the country. */
function withTrunkZero(code: string, area: string, national: string): WrittenNumber | undefined {
  if (area !== '0' || !hasTrunkZero(code) || national.startsWith('0')) return undefined;
  return { digits: code + national, countryCode: 'marked' };
}

/**
 * Without invisible characters (soft hyphens, zero-width characters, direction marks, byte order marks), and with the blanks, hyphens
 * and digits of ASCII.
 */
export function plainText(cell: string): string {
  if (/^[\x20-\x7e]*$/.test(cell)) return cell.trim();
  return (
    cell
      .replace(/\p{Cf}/gu, '')
      .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
      .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
      .replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
      .replace(/\p{Zs}/gu, ' ')
      // Longer dashes stand for a range, too. A Japanese keyboard gives the mark of a long vowel.
      .replace(/[\u2010-\u2012]|(?<=\d)[\u2212\u30fc\uff70](?=\d)/g, '-')
      .trim()
  );
}

/** What spreadsheets, address books and services put around a number: `="…"`, an apostrophe, `tel:`, and the `.0` of a column of decimals. */
function unwrapped(text: string): string {
  if (/^[+\d].*(?<!\.00?)$/.test(text)) return text;
  return (
    text
      .replace(/^="(.*)"$/, '$1')
      .replace(/^['\u2018\u2019]/, '')
      // `p:` of Meta's lists of leads.
      .replace(/^(?:(?:tel|sms|whatsapp): ?|p:(?=\+))/i, '')
      .replace(/^\((\+|00) ?(\d+)\)/, '$1$2 ')
      .replace(/^(\d{7,15})\.00?$/, '$1')
      .trim()
  );
}

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
