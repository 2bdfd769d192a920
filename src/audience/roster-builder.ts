import type { RecipientKey } from '../job/address.ts';
import { type AudienceProblem, createTally, tallied } from './audience-problem.ts';
import { columnIndex } from './comparable.ts';
import { type ContactingStep, createConsentCounts, saidNoIn } from './consent.ts';
import type { Fields } from './list-format.ts';
import { createColumnStore, createKeyTable, doubled } from './list-memory.ts';
import { mostSpellings } from './number/country-key.ts';
import type { CountryOf, OwnCountry } from './number/number-country.ts';
import { isInNumberPlan, withoutCallingCode } from './number/number-plan.ts';
import { personKey } from './number/person-key.ts';
import { createKeyProblems } from './number/unreadable-keys.ts';
import { type KeyReader, readRecipientKey } from './number/written-number.ts';
import type { Roster } from './roster.ts';
import type { Scalar } from './scalar.ts';
import { type Where, whereJudge } from './where.ts';

export interface RosterRequest {
  /** The audience's name. */
  readonly name: string;
  /** The column that identifies a recipient. */
  readonly key: string;
  /** Columns that the campaign refers to; no others are kept. */
  readonly columns: readonly string[];
  readonly where: Where;
  /** The steps that contact the recipients. Default: none. */
  readonly contacting?: readonly ContactingStep[];
  /** Recipients to be left out. */
  readonly excludes?: readonly ExcludeList[];
  /** People who asked to be forgotten. Default: nobody. */
  readonly isForgotten?: ((key: number) => boolean) | undefined;
  /** Default: nobody asks for the countries of numbers. */
  readonly countryOf?: CountryOf | undefined;
  /** Default: numbers with their country code. */
  readonly readKey?: KeyReader;
  /** The column that `readKey` asks for the country of a row. */
  readonly countryColumn?: string | undefined;
  /** Whether a cell of that column is one. */
  readonly isCountry?: ((written: string) => boolean) | undefined;
  /** Where the list may lack country codes. */
  readonly ownCountry?: OwnCountry | undefined;
  /** Limit of the memory for recipients. Default: `listsMostBytes`. */
  readonly mostBytes?: number;
}

/** Limit for all lists of a campaign together. A million recipients with a name and a zone need 40 MB. */
export const listsMostBytes = 1_000_000_000;
/** Per recipient: the number, its place in the table, the line. */
const keyBytes = 20;
/** Of an entry of a `Map`. */
const writtenBytes = 50;

/** Reads rows and keeps each recipient once: the first row that matches `where` and is not excluded. */
export function rosterBuilder(request: RosterRequest) {
  const { readKey = readRecipientKey, excludes = [], isForgotten, countryOf } = request;
  const keys = createKeyTable();
  const names = [...new Set(request.columns)].filter((name) => name !== request.key);
  const stores = names.map(() => createColumnStore());
  const judge = whereJudge(request.where);
  const left = { where: 0, exclude: 0, duplicate: 0, invalid: 0, forgotten: 0 };
  const keyProblems = createKeyProblems(request);
  const duplicates = createTally();
  const asWritten = createTally();
  const withoutCode = createTally();
  /** Numbers in an older notation, by index. */
  const written = new Map<number, number>();
  const nested = names.map(createTally);
  const countries = new Set<string>();
  const consent = createConsentCounts(request.contacting ?? []);
  let lines = new Uint32Array(1024);
  let keyColumn = -1;
  let countryColumn = -1;
  let columns = names.map(() => -1);
  let firstOfDuplicates = 0;

  function onHeader(header: readonly string[]): void {
    keyColumn = columnIndex(header, request.key);
    countryColumn = request.countryColumn === undefined ? -1 : columnIndex(header, request.countryColumn);
    columns = names.map((name) => columnIndex(header, name));
    judge.onHeader(header);
    consent.onHeader(header, keyColumn);
  }

  function onRow(fields: Fields, line: number): void {
    const number = keyIn(fields);
    const key = personKey(number);
    if (Number.isNaN(key)) {
      left.invalid++;
      judge.sees(fields);
      const isNested = keyColumn !== -1 && fields.isNested?.(keyColumn);
      keyProblems.addUnreadable(cellAt(keyColumn, fields), line, { isNested, country: cellAt(countryColumn, fields) });
    } else if (isForgotten?.(key) === true) {
      left.forgotten++;
      judge.sees(fields);
    } else if (!judge.accepts(fields, line)) {
      left.where++;
      consent.addOtherRow(key, fields, line);
    } else if (isExcluded(key)) left.exclude++;
    else {
      if (isExcludedAsWritten(fields)) asWritten.add(line);
      else if (isExcludedWithoutCode(key)) withoutCode.add(line);
      add({ key, number }, fields, line);
    }
  }

  function keyIn(fields: Fields): number {
    const cell = cellAt(keyColumn, fields);
    if (cell === undefined) return Number.NaN;
    const country = cellAt(countryColumn, fields);
    if (country === undefined) return readKey(String(cell));
    if (countries.size < mostSpellings) countries.add(String(country));
    return readKey(String(cell), String(country));
  }

  /** Every list is checked, so that each counts the people it leaves out. */
  function isExcluded(key: number): boolean {
    let found = false;
    for (const list of excludes) if (list.leavesOut(key)) found = true;
    return found;
  }

  /** A list of those who must not be contacted may have the same digits, and no column of countries. */
  function isExcludedAsWritten(fields: Fields): boolean {
    if (excludes.length === 0 || cellAt(countryColumn, fields) === undefined) return false;
    const key = personKey(readRecipientKey(String(cellAt(keyColumn, fields))));
    return !Number.isNaN(key) && excludes.some((list) => list.has(key));
  }

  /** The same of a list whose numbers lack the country code: some of these are numbers of another country. */
  function isExcludedWithoutCode(key: number): boolean {
    if (excludes.length === 0) return false;
    const national = withoutCallingCode(key);
    return national !== undefined && excludes.some((list) => list.has(national));
  }

  function add({ key, number }: { key: number; number: number }, fields: Fields, line: number): void {
    const index = keys.add(key);
    if (index < 0) {
      if (left.duplicate++ === 0) firstOfDuplicates = lines[~index]!;
      duplicates.add(line);
      return consent.addOtherRow(key, fields, line);
    }
    if (key !== number) written.set(index, number);
    if (!isInNumberPlan(number)) keyProblems.addUnknown(fields(keyColumn), line, cellAt(countryColumn, fields));
    if (index === lines.length) lines = doubled(lines);
    lines[index] = line;
    consent.addRecipient(key, fields, line);
    for (let at = 0; at < stores.length; at++) {
      const column = columns[at]!;
      const cell = cellAt(column, fields);
      stores[at]!.push(cell);
      if (cell === undefined && column !== -1 && fields.isNested?.(column) === true) nested[at]!.add(line);
    }
  }

  function problems(): AudienceProblem[] {
    return [
      ...keyProblems.problems(request.key, keys.size + left.invalid),
      ...names.flatMap((column, at) => tallied('nestedCell', nested[at]!, { column })),
      ...consent.problems(keys),
      ...tallied('excludedAsWritten', asWritten, { column: request.key }),
      ...tallied('excludedWithoutCode', withoutCode, { column: request.key }),
      ...tallied('duplicate', duplicates, { column: request.key, firstLine: firstOfDuplicates }),
    ];
  }

  function roster(fileHash: string): Roster {
    const byName = new Map(names.map((name, at) => [name, stores[at]!]));
    // The same digits as `String` gives, but V8 caches those strings for long: 30 MB for a million.
    const keyOf = (index: number): RecipientKey => keys.at(index).toFixed(0);
    return {
      audience: request.name,
      size: keys.size,
      key: keyOf,
      number: keys.at,
      ...(countryOf && { country: (index) => countryOf(keys.at(index)) }),
      countries: [...countries],
      indexOf: (key) => keys.indexOf(Number(key)),
      value: (index, column) => {
        if (column === request.key) return written.get(index)?.toFixed(0) ?? keyOf(index);
        const store = byName.get(column);
        if (store === undefined) throw new Error(`the column ${column} was not kept`);
        return store.get(index);
      },
      line: (index) => lines[index]!,
      fileHash,
      left,
      saidNo: saidNoIn(consent.problems(keys)),
      conditions: judge.counts(),
      excludes: excludes.map(({ file, numbers, inAudience }) => ({ file, numbers, inAudience })),
    };
  }

  const bytes = (): number =>
    stores.reduce(
      (sum, store) => sum + store.bytes(),
      keys.size * keyBytes + written.size * writtenBytes + consent.bytes(),
    );
  const { mostBytes = listsMostBytes } = request;
  return {
    onHeader,
    onRow,
    stop: (): AudienceProblem | undefined =>
      bytes() > mostBytes ? tooLarge(keys.size, lines[keys.size - 1] ?? 1) : undefined,
    problems,
    /** Without a key column there are no recipients. */
    hasKey: () => keyColumn !== -1,
    /** Memory in use. */
    bytes,
    roster,
  };
}

function cellAt(column: number, fields: Fields): Scalar | undefined {
  return column === -1 ? undefined : fields(column);
}

function tooLarge(recipients: number, line: number): AudienceProblem {
  return { kind: 'tooLarge', count: recipients, lines: [line] };
}

/** The numbers of one `exclude` file. `roster`: of the people in the file; undefined where it cannot be read. */
export function createExcludeList(file: string, roster: Roster | undefined) {
  const met = new Uint8Array(roster?.size ?? 0);
  let inAudience = 0;
  return {
    /** As the campaign names it. */
    file,
    /** Different numbers. */
    numbers: met.length,
    /** How many of them are left out of the audience. */
    get inAudience(): number {
      return inAudience;
    },
    has: (key: number): boolean => roster?.indexOf(key) !== undefined,
    leavesOut(key: number): boolean {
      const index = roster?.indexOf(key);
      if (index === undefined) return false;
      // A person with several rows counts once.
      if (met[index] === 0) inAudience++;
      met[index] = 1;
      return true;
    },
  };
}

export type ExcludeList = ReturnType<typeof createExcludeList>;
