import { asUtf8, unpack } from '../../audience/as-utf8.ts';
import { readRowsOf } from '../../audience/audience.ts';
import { comparable } from '../../audience/comparable.ts';
import { consentKind, isOfAnother, mayContact } from '../../audience/consent-words.ts';
import {
  type Beginning,
  hasText,
  holds,
  type LikelyBeginning,
  readLikelyBeginning,
  separators,
  textsOf,
} from '../../audience/list-beginning.ts';
import { type CsvSeparator, listFormat } from '../../audience/list-format.ts';
import { keyReaderOf, loadCountryTest } from '../../audience/number/country-key.ts';
import { isMuchOf, loadOwnCountry, mainCountry } from '../../audience/number/number-country.ts';
import { readRecipientKey } from '../../audience/number/written-number.ts';
import { fitsFormat, hasOffset, likelyFormats } from '../../campaign/audiences/time-findings.ts';
import { isTemplate } from '../../campaign/template/template.ts';
import { maskNumbers } from '../../diagnostic/numbers-in-text.ts';
import { boundedLine, visibleLine } from '../../diagnostic/visible-text.ts';
import { type Files, type Instant, isUnreadable } from '../../platform/ports.ts';
import { isZone } from '../../time/time-zone.ts';
import { dayMs } from '../../time/wall-clock.ts';
import { readTime, readTimeFormat } from '../../time/written-time.ts';
import { problemWords } from '../contacts/read-people.ts';
import {
  codeColumn,
  hasFigures,
  isFullNumber,
  isOnLastMessage,
  isOnState,
  isPlain,
  keyColumn,
  lacksCountry,
} from './number-columns.ts';
import {
  type ColumnFound,
  columnOf,
  foundColumn,
  type StarterChoice,
  type StarterList,
  shownColumns,
  unclearColumns,
} from './starter-campaign.ts';

/**
 * The columns of a list that a first campaign can use, by their names and first rows; or why there are none. `chosen`: the column with
 * the numbers; without it, `columns` are those that may be it.
 */
export async function readStarterList(
  files: Files,
  {
    path,
    shown,
    chosen,
    now,
  }: { readonly path: string; readonly shown: string; readonly chosen?: string | undefined; readonly now: Instant },
): Promise<Omit<StarterList, 'file'> | UnusableList> {
  if (!/\.(csv|jsonl|ndjson)(\.gz)?$/.test(path))
    return { problem: `${shown} is not a list: its name must end in .csv, or in .jsonl (a JSON object in each line)` };
  const likely = await readLikelyBeginning(files, path);
  if (likely === undefined) return { problem: `There is no file ${shown}` };
  const { begin } = likely;
  const { header, sep, fault } = begin;
  const hasNoNames = header.some(isFullNumber);
  if (fault !== undefined || hasNoNames) {
    const wrong = fault ?? ({ kind: 'noNames', count: 1, lines: [1], column: 'phone' } as const);
    return { problem: problemWords(wrong, shown, { column: 'phone', country: undefined }).slice(0, -1) };
  }
  const nameable = header.filter((name) => name !== '' && !isTemplate(name));
  if (chosen !== undefined && !nameable.includes(chosen))
    return {
      problem: visibleLine(`${shown} has no column ${chosen}; it has ${firstColumns(header)}`),
    };
  const key = chosen === undefined ? keyColumn(begin) : foundColumn(chosen, 'heading');
  if (key.kind !== 'found' || key.by !== 'heading') {
    const line = await headingsBelowTitle(files, path, begin.encoding);
    if (line !== undefined)
      return { problem: `Line ${line} of ${shown} looks like the headings: delete the lines above it` };
  }
  for (const column of key.kind === 'found' ? [key.column] : key.columns) {
    const code = codeColumn(begin, column);
    if (code !== undefined) return { problem: codeApart(shown, code, column) };
  }
  if (key.kind !== 'found') {
    const columns = key.columns.filter((name) => nameable.includes(name));
    return { problem: noKey(shown, header, key.columns, columns.length > 0), columns };
  }
  const lastInbound = messageColumn(begin);
  const wrote = columnOf(lastInbound);
  const times = wrote === undefined ? [] : begin.cells(wrote).map(comparable);
  const formats = formatsOf(times, now);
  const firstName = header.find(isPlain.firstName) ?? header.find(isPlain.name);
  return {
    sep,
    encoding: encodingOf(likely, firstName),
    key,
    firstName,
    lastInbound,
    formats,
    unread: times.find((cell) => cell !== '' && readTime(cell, formats[0]) === undefined),
    lacksOffset: formats.length > 0 || !times.every(hasOffset),
    timezone: ofRows(begin, isPlain.timezone, isZoneOfPeople),
    country: await countryColumn(begin, key.column),
    numbers: begin.cells(key.column),
    ...consentIn(begin, key.column),
  };
}

/** Why nothing can be made of a list. */
export interface UnusableList {
  readonly problem: string;
  /** One of them would do, if somebody says which one has the numbers. */
  readonly columns?: readonly string[];
}

/** With more different cells, in any case, it is not a column of yes and no. */
const mostAnswers = 6;

/** Of rows with a number: the last one may be of totals. */
function consentIn(begin: Beginning, key: string): Pick<StarterList, 'where' | 'unclearConsent'> {
  const where: Record<string, readonly string[]> = {};
  const unclearConsent: string[] = [];
  const numbers = begin.cells(key);
  for (const name of begin.header) {
    const kind = consentKind(name);
    if (kind === undefined || isTemplate(name)) continue;
    const cells = [...new Set(begin.cells(name).filter((_, row) => hasFigures(numbers[row] ?? '')))];
    if (cells.every((cell) => cell === '' || isOfAnother(cell))) {
      // Nobody has agreed: the author may not know it.
      if (kind === 'optIn' && cells.includes('') && cells.length === 1) unclearConsent.push(name);
      continue;
    }
    const answers = cells.map((cell) => ({ cell, may: mayContact(kind, cell, name) }));
    if (kind === 'status' && answers.every(({ may }) => may !== false)) continue;
    const allowed = answers.filter(({ may }) => may === true).map(({ cell }) => cell);
    // Further rows may be empty where the first ones are not.
    if (kind === 'optOut' && !allowed.includes('')) allowed.push('');
    const different = new Set(cells.map((cell) => cell.toLowerCase())).size;
    const isClear = different <= mostAnswers && answers.every(({ may }) => may !== undefined) && allowed.length > 0;
    if (isClear) where[name] = allowed.sort((one, other) => Number(one === '') - Number(other === ''));
    else unclearConsent.push(name);
  }
  return { where, unclearConsent };
}

/**
 * The country of the campaign's zone is that of a list without countries where it makes numbers of a third of the cells or more. Where
 * the numbers with a country code are of another, which makes numbers of as many, that one is named, and the author decides.
 */
export async function withHome(choice: StarterChoice): Promise<StarterChoice> {
  const { list, timezone } = choice;
  if (list?.country === undefined || list.country.kind === 'found') return choice;
  const own = await loadOwnCountry(timezone);
  const numbers = list.numbers.filter((cell) => cell !== '');
  const lacking = numbers.filter(lacksCountry);
  const readBy = async (country: string | undefined): Promise<readonly string[]> => {
    const read = country === undefined ? undefined : await keyReaderOf({ country });
    return read === undefined ? [] : lacking.filter((cell) => !Number.isNaN(read(cell)));
  };
  const national = (await readBy(own.code())).filter((cell) => cell.startsWith('0') || own.hasWithoutCode(cell));
  const coded = numbers.map((cell) => readRecipientKey(cell)).filter((number) => !Number.isNaN(number));
  const main = await mainCountry(coded, numbers.length);
  const isOther = main !== undefined && main !== own.code() && (await readBy(main)).length >= national.length;
  const country = isOther ? main : own.code();
  if (country === undefined) return choice;
  const home = { country, isOfNumbers: !isOther && isMuchOf(national.length, numbers.length) };
  return { ...choice, list: { ...list, home } };
}

/** With a text that reads differently in another likely encoding, if there is one; a name, if possible. */
function encodingOf({ begin, by, others }: LikelyBeginning, firstName: string | undefined): StarterList['encoding'] {
  if (begin.encoding === undefined) return undefined;
  const nameColumn = firstName === undefined ? -1 : begin.header.indexOf(firstName);
  const inOrder = (one: Beginning): readonly string[] => [
    ...(nameColumn === -1 ? [] : one.cells(one.header[nameColumn]!)),
    ...textsOf(one),
  ];
  const texts = inOrder(begin);
  const readings = others.map((one) => ({ name: one.encoding!, texts: inOrder(one) }));
  const unlike = texts.findIndex((text, at) => readings.some((other) => other.texts[at] !== text));
  const at = unlike === -1 ? texts.findIndex((text) => /(?=\P{ASCII})\p{L}/u.test(text)) : unlike;
  const short = (text = ''): string => boundedLine(maskNumbers(text), 40);
  return {
    name: begin.encoding,
    by,
    example: short(texts[at]),
    others: readings
      .filter((other) => other.texts[at] !== texts[at])
      .map((other) => ({ name: other.name, example: short(other.texts[at]) })),
  };
}

function noKey(shown: string, header: readonly string[], columns: readonly string[], mayBeChosen: boolean): string {
  const has = header.length === 0 ? 'no columns' : `the columns ${firstColumns(header)}`;
  const which = columns.length === 0 ? '' : `, and numbers in ${shownColumns(columns, 'and')}`;
  const then = mayBeChosen ? 'say with `--key` which one to use' : 'name the one with the numbers `phone`';
  return visibleLine(`${shown} has ${has}${which}; ${then}`);
}

function firstColumns(header: readonly string[]): string {
  const more = header.length - mostNamed;
  if (more <= 1) return shownColumns(header, 'and');
  const first = header.slice(0, mostNamed).map((name) => shownColumns([name]));
  return `${first.join(', ')} and ${more} more`;
}

const mostNamed = 8;

function codeApart(shown: string, code: string, column: string): string {
  const [part, rest] = [code, column].map((name) => shownColumns([name]));
  const problem = `${shown} has a part of the numbers in ${part}, apart from ${rest}`;
  return visibleLine(`${problem}; put both into one column, or remove ${part} if it is something else`);
}

/** Times of our own messages would let in people who have not written: where a heading may mean them, none is taken. */
function messageColumn({ header }: Beginning): ColumnFound {
  const all = header.filter(isOnLastMessage);
  const [column] = all;
  return all.length === 1 && isPlain.lastInbound(column!) ? foundColumn(column!, 'heading') : unclearColumns(all);
}

/** Undefined where the numbers are the same without it. */
async function countryColumn(begin: Beginning, key: string): Promise<ColumnFound | undefined> {
  const numbers = begin.cells(key);
  // `NO` is Norway, and `SI` Slovenia.
  const hasAnswers = (name: string): boolean =>
    !isPlain.country(name) && begin.cells(name).every((cell) => mayContact('optIn', cell) !== undefined);
  const named = { ...begin, header: begin.header.filter((name) => !isOnState(name) && !hasAnswers(name)) };
  const country = ofRows(named, isPlain.country, await loadCountryTest());
  if (numbers.some((cell) => cell !== '' && lacksCountry(cell))) return country;
  for (const column of country.kind === 'found' ? [country.column] : country.columns) {
    const read = await keyReaderOf({ countryColumn: column });
    const countries = begin.cells(column);
    const isAnother = (cell: string, row: number): boolean => {
      const number = read?.(cell, countries[row]) ?? Number.NaN;
      return !Number.isNaN(number) && number !== readRecipientKey(cell);
    };
    if (numbers.some(isAnother)) return country;
  }
  return undefined;
}

/** The only column with a plain heading and such rows. */
function ofRows(begin: Beginning, isHeading: (name: string) => boolean, isOne: (cell: string) => boolean): ColumnFound {
  const full = begin.header.filter((name) => holds(begin, name, isOne));
  const headed = begin.header.filter(isHeading);
  const [column, ...others] = headed.filter((name) => full.includes(name));
  if (column !== undefined)
    return others.length === 0 ? foundColumn(column, 'heading') : unclearColumns([column, ...others]);
  return full.length === 0 && headed.length > 0 ? { kind: 'unlike', columns: headed } : unclearColumns(full);
}

/** Nobody lives in UTC: it is what a program writes that does not know. */
function isZoneOfPeople(cell: string): boolean {
  const zone = comparable(cell);
  return isZone(zone) && !/^(etc\/|utc|gmt|uct|zulu|universal|greenwich)/i.test(zone);
}

/**
 * How most times of a column are written; none for ISO 8601 and Unix time, two where either may be the day. A last message is not
 * in the future, wherever it was written.
 */
function formatsOf(cells: readonly string[], now: Instant): readonly string[] {
  const written = cells.filter((cell) => cell !== '');
  const ways = [undefined, ...likelyFormats].map((format) => ({
    format,
    count: written.filter(fitsFormat(format)).length,
  }));
  const most = Math.max(...ways.map(({ count }) => count));
  const [format, other] = ways.filter(({ count }) => count === most && count > 0).map((way) => way.format);
  if (format === undefined) return [];
  if (other === undefined) return [format];
  const both = [format, other];
  const past = both.filter((one) => !written.some((cell) => isAfter(cell, one, now + dayMs)));
  return past.length === 1 ? past : both;
}

function isAfter(cell: string, format: string, time: Instant): boolean {
  const read = readTimeFormat(format);
  const wall = typeof read === 'string' ? undefined : read(cell);
  return wall !== undefined && wall > time;
}

const linesMost = 10;

/** The line with the headings, where a title or rows of blanks are above them: it names the numbers, and has some below. */
async function headingsBelowTitle(
  files: Files,
  path: string,
  encoding: string | undefined,
): Promise<number | undefined> {
  const stream = listFormat(path) === 'csv' ? await files.stream(path) : undefined;
  if (stream === undefined || isUnreadable(stream)) return undefined;
  const lines = await firstLines(asUtf8(unpack(stream), encoding));
  for (let line = 2; line <= Math.min(lines.length, linesMost); line++) {
    if (!hasText(lines[line - 1]!)) continue;
    for (const sep of separators) if (await beginsWithHeadings(lines.slice(line - 1), sep)) return line;
  }
  return undefined;
}

/** A few more, for the rows below the headings. */
async function firstLines(chunks: AsyncIterable<Uint8Array>): Promise<readonly string[]> {
  let lines: readonly string[] = [];
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    lines = text.split(/\r\n?|\n/, 2 * linesMost);
    if (lines.length === 2 * linesMost) break;
  }
  return lines;
}

async function beginsWithHeadings(lines: readonly string[], sep: CsvSeparator): Promise<boolean> {
  let column = -1;
  let hasNumbers = false;
  await readRowsOf(
    oneChunk(lines.join('\n')),
    { format: 'csv', sep },
    {
      onHeader: (header) => {
        column = header.findIndex(isPlain.number);
      },
      onRow: (fields) => {
        hasNumbers ||= column !== -1 && hasFigures(String(fields(column) ?? ''));
      },
    },
  );
  return hasNumbers;
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
