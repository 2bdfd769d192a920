import type { Files } from '../platform/ports.ts';
import { type AudienceFile, readRows } from './audience.ts';
import type { AudienceProblem } from './audience-problem.ts';
import { type CsvSeparator, listFormat } from './list-format.ts';
import { loadCountryOf } from './number/number-country.ts';
import { isInNumberPlan } from './number/number-plan.ts';
import { readRecipientKey } from './number/written-number.ts';

/** The first rows of a list, and how it separates and writes them. */
export interface Beginning {
  readonly sep: CsvSeparator;
  /** Undefined for UTF-8, and for what a byte order mark tells. */
  readonly encoding: string | undefined;
  readonly header: readonly string[];
  readonly rows: number;
  /** Of the first rows, without blanks around them; empty ones too. */
  cells(column: string): readonly string[];
  /** Why the list cannot be used. */
  readonly fault: AudienceProblem | undefined;
}

/** Its headings and cells. */
export function textsOf({ header, cells }: Beginning): readonly string[] {
  return header.flatMap((name) => [name, ...cells(name)]);
}

/** Undefined if the file does not exist. With the wrong separator there are fewer columns, or rows that do not fit them. */
async function readBeginning(files: Files, path: string, encoding?: string): Promise<Beginning | undefined> {
  let best: Beginning | undefined;
  const score = ({ header, rows }: Beginning): number => header.length * (rows + 1);
  for (const sep of listFormat(path) === 'csv' ? separators : separators.slice(0, 1)) {
    const begin = await readSeparated(files, { path, format: listFormat(path), sep, encoding });
    if (begin !== undefined && (best === undefined || score(begin) > score(best))) best = begin;
  }
  return best;
}

/** More than blanks and separators. */
export function hasText(text: string): boolean {
  return /[^,;|\s]/.test(text);
}

export const separators: readonly CsvSeparator[] = [',', ';', '\t', '|'];
/** Enough to see how a column is written: a list may be long. */
const mostRows = 1000;

async function readSeparated(
  files: Files,
  file: AudienceFile & { readonly sep: CsvSeparator },
): Promise<Beginning | undefined> {
  let header: readonly string[] = [];
  const rows: (readonly string[])[] = [];
  const read = await readRows(files, file, {
    onHeader: (columns) => {
      header = columns;
    },
    onRow: (fields) => {
      const cells = header.map((_, column) => String(fields(column) ?? '').trim());
      // With the wrong separator an empty row has a cell of the right ones.
      if (rows.length < mostRows && cells.some(hasText)) rows.push(cells);
    },
    stop: () => (rows.length < mostRows ? undefined : { kind: 'tooLarge', count: 1, lines: [1] }),
  });
  if (read === undefined) return undefined;
  const last = read.whole ? undefined : read.problems.at(-1);
  return {
    sep: file.sep,
    encoding: file.encoding,
    header,
    rows: rows.length,
    cells: (column) => rows.map((row) => row[header.indexOf(column)] ?? ''),
    fault:
      last?.kind === 'tooLarge' ? undefined : (last ?? read.problems.find(({ kind }) => kind === 'duplicateHeader')),
  };
}

/** Most cells of the column that are not empty. */
export function holds(begin: Beginning, column: string, isOne: (cell: string) => boolean): boolean {
  const cells = begin.cells(column).filter((cell) => cell !== '');
  return cells.filter(isOne).length > cells.length / 2;
}

/** The beginning of a list in the encoding that it probably has. */
export interface LikelyBeginning {
  readonly begin: Beginning;
  /** What speaks for an encoding other than UTF-8. */
  readonly by: 'letters' | 'countries';
  /** The same in other encodings that read as words, too. */
  readonly others: readonly Beginning[];
}

/** Undefined if the file does not exist. A list that is not UTF-8 is read as the Windows of its people writes CSV. */
export async function readLikelyBeginning(files: Files, path: string): Promise<LikelyBeginning | undefined> {
  const begin = await readBeginning(files, path);
  if (begin === undefined) return undefined;
  if (begin.fault?.kind !== 'notUtf8' || begin.fault.detail !== undefined) return { begin, by: 'letters', others: [] };
  const ofCountries = await encodingsOfCountries(await readBeginning(files, path, everyByte));
  const likely: Beginning[] = [];
  for (const encoding of new Set([...ofCountries, ...usual])) {
    const read = await readBeginning(files, path, encoding);
    if (read === undefined) continue;
    // Excel's first line is what to remove: nothing after it has been read yet.
    const isLikely = read.fault === undefined ? readsAsWords(textsOf(read)) : read.fault.kind === 'sepLine';
    if (isLikely) likely.push(read);
  }
  const [first = begin, ...more] = likely;
  // What reads as Japanese is nothing else.
  const others = first.encoding === 'shift_jis' ? [] : more;
  return { begin: first, by: ofCountries.includes(first.encoding ?? '') ? 'countries' : 'letters', others };
}

/** Where most numbers have no country code, or are of other countries, their letters decide. */
const usual = ['shift_jis', 'windows-1252', 'windows-1250', 'windows-1251'];
/** It has a character for every byte, and the digits and blanks of all others. */
const everyByte = 'windows-1256';

/** Countries whose Windows has another encoding than `windows-1252`. Serbia writes in two alphabets. */
const countries: Readonly<Record<string, string>> = {
  'windows-1250': 'PL CZ SK HU SI HR RO BA AL RS',
  'windows-1251': 'RU UA BG BY RS MK KZ',
  'windows-1253': 'GR CY',
  'windows-1254': 'TR',
  'windows-1255': 'IL',
  'windows-1257': 'EE LV LT',
  'windows-1256': 'AE BH DZ EG IQ JO KW LB LY MA OM PS QA SA SD SY TN YE',
  'windows-1258': 'VN',
  'windows-874': 'TH',
  gb18030: 'CN',
  big5: 'TW HK MO',
  'euc-kr': 'KR',
  shift_jis: 'JP',
};

async function encodingsOfCountries(begin: Beginning | undefined): Promise<readonly string[]> {
  const countryOf = await loadCountryOf();
  const numbers = (begin === undefined ? [] : textsOf(begin)).map((cell) => readRecipientKey(cell));
  const planned = numbers.filter((number) => !Number.isNaN(number) && isInNumberPlan(number));
  const found = planned.map((number) => countryOf(number) ?? '');
  return Object.keys(countries).filter((encoding) => {
    const here = countries[encoding]!.split(' ');
    return found.filter((country) => here.includes(country)).length > found.length / 2;
  });
}

/** Whether nearly all texts that are not plain ASCII are words as people write them. In a wrong encoding few are. */
function readsAsWords(texts: readonly string[]): boolean {
  // Capitals of every other encoding are katakana of half the width, which are beside other letters in a list of Japan.
  const others = texts.filter((text) => /[^\p{ASCII}\uff61-\uff9f]/u.test(text));
  return others.filter(isStrange).length * 10 < others.length;
}

function isStrange(text: string): boolean {
  const isOdd = [symbolInWord, capitalInWord, besideJapanese].some((odd) => odd.test(text));
  return isOdd || (text.match(/[\p{L}\p{M}]+/gu) ?? []).some(isOddWord);
}

/** `Wa³êsa` is Wałęsa of windows-1250 that is read as windows-1252. */
const symbol = String.raw`[^\p{ASCII}\p{L}\p{M}\s’‘“”„«»–—·]`;
const symbolInWord = new RegExp(String.raw`${symbol}(?=\p{Ll})|(?<=\p{Ll})${symbol}`, 'u');
const capitalInWord = /\p{Ll}(?=\P{ASCII})\p{Lu}/u;
/** `Fran輟is` is François that is read as Japanese. */
const besideJapanese =
  /\p{Co}|[A-Za-z][\p{Script=Han}\uff66-\uff9f]|[\p{Script=Han}\uff66-\uff9f][A-Za-z]|\p{Script=Han}[\uff66-\uff9f]|[\uff66-\uff9f]\p{Script=Han}/u;

/** Words in Latin letters have plain ones, too, and no word has letters of another alphabet beside them. */
function isOddWord(word: string): boolean {
  const isLatin = /\p{Script=Latin}/u.test(word);
  return (
    isLatin && (/[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}]/u.test(word) || /^\P{ASCII}{3,}$/u.test(word))
  );
}
