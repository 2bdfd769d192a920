import { readRows } from '../../audience/audience.ts';
import type { AudienceProblem } from '../../audience/audience-problem.ts';
import { plainLetters } from '../../audience/comparable.ts';
import { type CsvSeparator, listFormat } from '../../audience/list-format.ts';
import { keyReaderOf, loadCountryTest } from '../../audience/number/country-key.ts';
import { loadCountryOf } from '../../audience/number/number-country.ts';
import { isInNumberPlan } from '../../audience/number/number-plan.ts';
import { readRecipientKey } from '../../audience/number/recipient-key.ts';
import { parseWrittenNumber } from '../../audience/number/written-number.ts';
import { fitsFormat, hasOffset, likelyFormats } from '../../campaign/audiences/time-findings.ts';
import { listed } from '../../diagnostic/did-you-mean.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { Files } from '../../platform/ports.ts';
import { isZone } from '../../time/time-zone.ts';
import { problemWords } from '../messages/problem-words.ts';
import type { ColumnFound, StarterList } from './starter-campaign.ts';

/** The columns of a list that a first campaign can use, by their names and first rows; or why there are none. */
export async function readStarterList(
  files: Files,
  path: string,
  shown: string,
): Promise<Omit<StarterList, 'file'> | { readonly problem: string }> {
  if (!/\.(csv|jsonl)(\.gz)?$/.test(path))
    return { problem: `${shown} is not a list: its name must end in .csv, or in .jsonl (a JSON object in each line)` };
  const begin = await readBeginning(files, path);
  if (begin === undefined) return { problem: `There is no file ${shown}` };
  const { header, sep, fault } = begin;
  const hasNoNames = header.some(isFullNumber);
  if (fault !== undefined || hasNoNames) {
    const wrong = fault ?? ({ kind: 'noNames', count: 1, lines: [1], column: 'phone' } as const);
    return { problem: problemWords(wrong, shown, { column: 'phone', country: undefined }).slice(0, -1) };
  }
  const key = keyColumn(begin);
  if (key.kind !== 'found') {
    const has = header.length === 0 ? 'no columns' : `the columns ${listed(header.slice(0, 8).map(shownName), 'and')}`;
    const which = key.columns.length === 0 ? '' : `, and numbers in ${listed(key.columns, 'and')}`;
    return { problem: visibleLine(`${shown} has ${has}${which}; name the one with the numbers \`phone\``) };
  }
  const code = codeColumn(begin, key.column);
  if (code !== undefined) {
    const problem = `${shown} has a part of the numbers in \`${code}\`, apart from \`${key.column}\`; put both into one column`;
    return { problem: visibleLine(problem) };
  }
  const wrote = ofColumns(named(begin, headings.lastInbound));
  const lastInbound = wrote.kind === 'found' ? wrote.column : undefined;
  return {
    sep,
    key,
    firstName: named(begin, headings.firstName)[0] ?? named(begin, headings.name)[0],
    lastInbound: wrote,
    formats: lastInbound === undefined ? [] : formatsOf(begin.cells(lastInbound)),
    lacksOffset: lastInbound !== undefined && begin.cells(lastInbound).some(isLocal),
    timezone: zoneColumn(begin),
    country: await countryColumn(begin, key.column),
  };
}

/** How people of Europe head these columns; in lower case and without accents, as `plainLetters` has them. */
const headings = {
  number:
    /phone|telef|телефон|τηλεφ|puhelin|mobile|msisdn|rufnummer|whats ?app|^(cell|tel|тел|recipient|handy|mobil|movil|gsm|komor)/,
  maybeNumber: /^(number|numero|nummer|numer|portable|моб|κινητο)/,
  firstName:
    /^((first|given) ?name|vorname|prenom|voornaam|fornamn|fornavn|etunimi|imie|jmeno|krstne meno|keresztnev|prenume|primeiro nome|имя|ονομα)$/,
  name: /^(name|nome|nombre|naam|namn|navn|nimi|isim|ad)$/,
  lastInbound:
    /last ?(inbound|message|msg|wrote|written|reply|replied)|letzte ?(nachricht|antwort)|dernier ?message|derniere ?reponse|ultim[oa] ?(mensaje|mensagem|messaggio|respuesta|resposta|risposta)|laatste ?bericht|sen?aste ?(meddelande|besked)|siste ?melding|ostatnia ?wiadomosc|posledni ?zprava|viimeisin ?viesti|последнее ?сообщение/,
  code: /^((country|calling|area|dial|phone|mobile|isd|ddi) ?)+(code|prefix)|vorwahl|indicatif|prefijo|prefisso|indicativo|landnummer|netnummer|riktnummer|kierunkow/,
  timezone:
    /time ?zone|^(tz|tz ?name|zone)$|zeitzone|fuseau|zona ?(horaria|oraria)|fuso|huso|tijdzone|tidss?zon|strefa|aikavyohyke|casov|idozona|fus ?orar|saat ?dilimi|часов/,
  country:
    /^(country|laender|lander)|^(land|pais|pays|paese|nazione|kraj|panstwo|maa|zeme|krajina|stat|orszag|tara|ulke|страна|краіна|χωρα)( |$)/,
  /** Its two letters look like those of countries, and are not. */
  notCountry: /lang|sprach|idiom|lingua|jezyk|locale|state|prov|region|nation|kanton|currenc/,
} as const;

function keyColumn(begin: Beginning): ColumnFound {
  const full = begin.header.filter((name) => holds(begin, name, isFullNumber));
  const sure = named(begin, headings.number);
  const maybe = named(begin, headings.maybeNumber);
  const count = (name: string): number => begin.cells(name).filter(isFullNumber).length;
  for (const columns of [sure, maybe].map((names) => names.filter((name) => full.includes(name))))
    if (columns.length > 0) return ofColumns([...columns.sort((a, b) => count(b) - count(a)), ...full]);
  const like = [...sure, ...maybe].filter((name) => holds(begin, name, isLikeNumber));
  if (like.length > 0) return ofColumns([...like, ...full]);
  if (sure.length > 0 && full.length === 0) return ofColumns(sure);
  return byRows(full);
}

/** A column with the beginnings of numbers: without it, a number of Germany may be one of America. */
function codeColumn(begin: Beginning, key: string): string | undefined {
  const numbers = begin.cells(key);
  const isApart = (name: string): boolean => {
    const cells = begin.cells(name);
    const apart = numbers.filter(
      (number, row) => number !== '' && !/^(\+|00)/.test(number) && !number.startsWith(cells[row]!),
    );
    return apart.length > numbers.length / 2;
  };
  const headed = named(begin, headings.code);
  return begin.header.find((name) => {
    const isCode = headed.includes(name) ? /^\+?\d{1,5}$/ : /^(\+|00)[1-9]\d{0,2}$/;
    return name !== key && holds(begin, name, (cell) => isCode.test(cell)) && isApart(name);
  });
}

/** Only names of zones in its rows make a column one of zones. */
function zoneColumn(begin: Beginning): ColumnFound {
  const full = begin.header.filter((name) => holds(begin, name, isZone));
  const headed = named(begin, headings.timezone);
  return ofTwo(headed, full);
}

/** Undefined for a list whose numbers all have their country codes. */
async function countryColumn(begin: Beginning, key: string): Promise<ColumnFound | undefined> {
  const numbers = begin.cells(key);
  const national = numbers.flatMap((cell, row) => (cell !== '' && lacksCountry(cell) ? [row] : []));
  if (national.length === 0) return undefined;
  const isCountry = await loadCountryTest();
  const readKey = await keyReaderOf({ countryColumn: key });
  const countryOf = await loadCountryOf();
  /** Two letters may be a language or a state: numbers with their country codes must show that they are not. */
  const fits = (name: string): boolean => {
    const cells = begin.cells(name);
    if (!holds(begin, name, (cell) => cell.length === 2))
      return national.some((row) => !Number.isNaN(readKey?.(numbers[row]!, cells[row])));
    const shown = numbers.flatMap((cell, row) =>
      lacksCountry(cell) || cells[row] === '' ? [] : [countryOf(readRecipientKey(cell)) === cells[row]?.toUpperCase()],
    );
    return shown.filter((isSame) => isSame).length > shown.length / 2;
  };
  const full = begin.header.filter((name) => name !== key && holds(begin, name, isCountry));
  const headed = named(begin, headings.country);
  const perhaps = full.filter((name) => headed.includes(name) || !headings.notCountry.test(plainLetters(name)));
  const fitting = perhaps.filter((name) => headed.includes(name) || fits(name));
  return headed.length > 0 || fitting.length > 0 ? ofTwo(headed, fitting) : { kind: 'unclear', columns: perhaps };
}

/** By its heading and its rows, or else by its rows. */
function ofTwo(headed: readonly string[], full: readonly string[]): ColumnFound {
  const both = headed.filter((name) => full.includes(name));
  if (both.length > 0) return ofColumns([...both, ...full]);
  return full.length === 0 && headed.length > 0 ? { kind: 'unlike', columns: headed } : byRows(full);
}

/** The first of these, as its heading says. */
function ofColumns(names: readonly string[]): ColumnFound {
  const [column, ...others] = new Set(names);
  return column === undefined ? { kind: 'unclear', columns: [] } : { kind: 'found', column, by: 'heading', others };
}

/** The only column with such rows. A campaign cannot name one without a heading. */
function byRows(names: readonly string[]): ColumnFound {
  const [column] = names;
  return names.length === 1 && column !== undefined && column !== ''
    ? { kind: 'found', column, by: 'rows', others: [] }
    : { kind: 'unclear', columns: names.map(shownName) };
}

function shownName(name: string): string {
  return name || '(no heading)';
}

const separators: readonly CsvSeparator[] = [',', ';', '\t', '|'];

interface Beginning {
  readonly sep: CsvSeparator;
  readonly header: readonly string[];
  readonly rows: number;
  /** Of the first rows, without blanks around them; empty ones too. */
  cells(column: string): readonly string[];
  /** Why the list cannot be used. */
  readonly fault: AudienceProblem | undefined;
}

/** Enough to see how a column is written: a list may be long. */
const mostRows = 1000;

/** Undefined if the file does not exist. With the wrong separator there are fewer columns, or rows that do not fit them. */
async function readBeginning(files: Files, path: string): Promise<Beginning | undefined> {
  let best: Beginning | undefined;
  const score = ({ header, rows }: Beginning): number => header.length * (rows + 1);
  for (const sep of listFormat(path) === 'csv' ? separators : separators.slice(0, 1)) {
    const begin = await readSeparated(files, path, sep);
    if (begin !== undefined && (best === undefined || score(begin) > score(best))) best = begin;
  }
  return best;
}

async function readSeparated(files: Files, path: string, sep: CsvSeparator): Promise<Beginning | undefined> {
  let header: readonly string[] = [];
  const rows: (readonly string[])[] = [];
  const read = await readRows(
    files,
    { path, format: listFormat(path), sep },
    {
      onHeader: (columns) => {
        header = columns;
      },
      onRow: (fields) => {
        if (rows.length < mostRows) rows.push(header.map((_, column) => String(fields(column) ?? '').trim()));
      },
      stop: () => (rows.length < mostRows ? undefined : { kind: 'tooLarge', count: 1, lines: [1] }),
    },
  );
  if (read === undefined) return undefined;
  const last = read.whole ? undefined : read.problems.at(-1);
  return {
    sep,
    header,
    rows: rows.length,
    cells: (column) => rows.map((row) => row[header.indexOf(column)] ?? ''),
    fault:
      last?.kind === 'tooLarge' ? undefined : (last ?? read.problems.find(({ kind }) => kind === 'duplicateHeader')),
  };
}

function named({ header }: Beginning, pattern: RegExp): readonly string[] {
  return header.filter((name) => pattern.test(plainLetters(name)));
}

/** Most cells of the column that are not empty. */
function holds(begin: Beginning, column: string, isOne: (cell: string) => boolean): boolean {
  const cells = begin.cells(column).filter((cell) => cell !== '');
  return cells.filter(isOne).length > cells.length / 2;
}

/** With its country code, or with the zero of a national number: no date, and hardly any other figure. */
function isFullNumber(cell: string): boolean {
  const number = parseWrittenNumber(cell);
  if (number === undefined) return false;
  const { digits, countryCode } = number;
  if (countryCode === 'absent') return digits.startsWith('0') && digits.length >= 9;
  return digits.length >= 7 && (countryCode === 'marked' || isInNumberPlan(Number(digits)));
}

/** As it is written, nobody can have it. */
function lacksCountry(cell: string): boolean {
  const key = readRecipientKey(cell);
  return Number.isNaN(key) || !isInNumberPlan(key);
}

function isLikeNumber(cell: string): boolean {
  return cell.replace(/\D/g, '').length >= 6;
}

function isLocal(cell: string): boolean {
  return cell !== '' && (!fitsFormat(undefined)(cell) || !hasOffset(cell));
}

/** How all times of a column are written; none for ISO 8601 and Unix time, two where either may be the day. */
function formatsOf(cells: readonly string[]): readonly string[] {
  const written = cells.filter((cell) => cell !== '');
  if (written.length === 0 || written.some(fitsFormat(undefined))) return [];
  return likelyFormats.filter((format) => written.every(fitsFormat(format))).slice(0, 2);
}
