import { type AudienceProblem, createTally, type Tally } from '../../audience/audience-problem.ts';
import { cellText, columnIndex, hasColumn } from '../../audience/comparable.ts';
import { consentKind } from '../../audience/consent-words.ts';
import type { OwnCountry } from '../../audience/number/number-country.ts';
import { isInNumberPlan } from '../../audience/number/number-plan.ts';
import { createKeyProblems } from '../../audience/number/unreadable-keys.ts';
import type { KeyReader } from '../../audience/number/written-number.ts';
import type { ColumnType } from '../../campaign/sources/source.ts';
import { isCalendarDate } from '../../time/wall-clock.ts';
import { writtenDateTime } from '../../time/written-time.ts';
import { SourceFailure } from '../source-reader.ts';
import type { RowSorter } from './row-sorter.ts';

/** Cells that are not of the type of their column. */
export interface WrongType {
  readonly column: string;
  readonly type: ColumnType;
  readonly cells: Tally;
  /** The first of them; undefined for a list or an object. */
  readonly example: string | undefined;
}

/** Thrown at once: a source without a column of the campaign need not be read to its end. */
export class MissingColumns extends SourceFailure {
  readonly missing: readonly string[];
  readonly found: readonly string[];

  constructor(missing: readonly string[], found: readonly string[]) {
    super(`no column ${missing.join(', ')}`);
    this.missing = missing;
    this.found = found;
  }
}

/** Makes one line of each row that has a number: the declared columns, the key first. Everything else is counted. */
export function createRowContract(request: {
  readonly columns: Readonly<Record<string, ColumnType>>;
  readonly key: string;
  readonly readKey: KeyReader;
  /** The column that `readKey` asks for the country of a row. */
  readonly countryColumn?: string | undefined;
  /** Whether a cell of that column is one. */
  readonly isCountry?: ((written: string) => boolean) | undefined;
  /** Where the list may lack country codes. */
  readonly ownCountry?: OwnCountry | undefined;
  /** Later rows may bring further columns. */
  readonly mayGrow: boolean;
  /** Nothing is written of these people. */
  readonly isForgotten?: ((key: number) => boolean) | undefined;
  readonly lines: Pick<RowSorter, 'add'>;
}) {
  const { key, readKey, countryColumn, lines, columns, isForgotten } = request;
  const keyHead = `{${JSON.stringify(key)}:"`;
  const others = Object.entries(columns)
    .filter(([name]) => name !== key)
    .map(([name, type]) => ({
      name,
      type,
      head: `,${JSON.stringify(name)}:`,
      column: -1,
      wrong: undefined as Wrong | undefined,
    }));
  const keyProblems = createKeyProblems(request);
  let keyColumn = -1;
  let countryAt = -1;
  let found: readonly string[] = [];
  const undeclared = new Set<string>();
  let [rows, forgotten] = [0, 0];

  function requireColumns(): void {
    const missing = Object.keys(columns).filter((name) => !hasColumn(found, name));
    if (missing.length > 0) throw new MissingColumns(missing, found);
  }

  return {
    get rows(): number {
      return rows;
    },
    /** Rows of people who were forgotten. */
    get forgotten(): number {
      return forgotten;
    },
    onHeader(names: readonly string[]): void {
      found = [...names];
      keyColumn = columnIndex(names, key);
      countryAt = countryColumn === undefined ? -1 : columnIndex(names, countryColumn);
      for (const other of others) other.column = columnIndex(names, other.name);
      for (const name of names) if (!hasColumn(Object.keys(columns), name)) undeclared.add(name);
      if (!request.mayGrow) requireColumns();
    },
    onRow(cell: (column: number) => unknown, row: number): void {
      rows++;
      const written = keyColumn === -1 ? undefined : cell(keyColumn);
      if (isNested(written)) return keyProblems.addUnreadable(undefined, row, { isNested: true });
      const text = written === null || written === undefined ? '' : textOf(written);
      const named = countryAt === -1 ? undefined : cell(countryAt);
      const country = named === null || named === undefined ? undefined : textOf(named);
      const number = readKey(text, country);
      if (Number.isNaN(number)) return keyProblems.addUnreadable(text, row, { country });
      if (!isInNumberPlan(number)) keyProblems.addUnknown(text, row, country);
      if (isForgotten?.(number) === true) return void forgotten++;
      let line = `${keyHead}${number.toFixed(0)}"`;
      for (const other of others) {
        const value = other.column === -1 ? undefined : cell(other.column);
        const token = canonicalCell(other.type, value);
        if (token === undefined) addWrong(other, value, row);
        line += `${other.head}${token}`;
      }
      lines.add(number, `${line}}\n`);
    },
    /** Rows without a usable number, by what is wrong with it. Numbers that exist nowhere have their finding when the snapshot is read. */
    unreadable: (): readonly AudienceProblem[] =>
      keyProblems.problems(key, rows).filter(({ kind }) => kind !== 'noSuchNumber'),
    wrongTypes: (): readonly WrongType[] =>
      others.flatMap(({ name, type, wrong }) =>
        wrong === undefined ? [] : [{ column: name, type, cells: wrong.tally, example: wrong.example }],
      ),
    /** Columns of who may be contacted that are not declared, so that nothing of them is kept. */
    undeclaredConsent: (): readonly string[] =>
      [...undeclared].filter((name) => consentKind(name)?.startsWith('opt') === true),
    /** To be called after the last row. */
    requireColumns,
  };
}

function addWrong(other: { readonly type: ColumnType; wrong: Wrong | undefined }, value: unknown, row: number): void {
  other.wrong ??= { tally: createTally(), example: isNested(value) ? undefined : exampleOf(value) };
  other.wrong.tally.add(row);
}

interface Wrong {
  readonly tally: Tally;
  readonly example: string | undefined;
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(value instanceof Date);
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
    ? `${value}`
    : JSON.stringify(value);
}

function exampleOf(value: unknown): string {
  return textOf(value).slice(0, 40);
}

/**
 * A cell of a source as JSON: instants in UTC, whatever their offset; texts without blanks around them. A number stays as the source
 * writes it: `12.50` in a message is not `12.5`. Undefined if the value is not of the type.
 */
export function canonicalCell(type: ColumnType, value: unknown): string | undefined {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') {
    const text = cellText(value);
    return text === undefined ? 'null' : fromText[type](text);
  }
  if (value instanceof Date) return fromDate(type, value);
  if (typeof value === 'boolean')
    return type === 'boolean' ? String(value) : type === 'text' ? `"${value}"` : undefined;
  // Infinity and NaN are nothing that could be sent.
  const isNumber = typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value));
  return isNumber ? fromText[type](String(value)) : undefined;
}

const fromText: Readonly<Record<ColumnType, (text: string) => string | undefined>> = {
  text: (text) => JSON.stringify(text),
  number: (text) => {
    if (!/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return undefined;
    // What JSON would write in another way stays text: further digits, or a 0 at the end. Conditions read both as numbers.
    return String(Number(text)) === text ? text : `"${text}"`;
  },
  instant: (text) => {
    const time = writtenDateTime(text);
    return time !== undefined && 'instant' in time ? `"${new Date(time.instant).toISOString()}"` : undefined;
  },
  date: (text) => (/^\d{4}-\d\d-\d\d$/.test(text) && isCalendarDate(text) ? `"${text}"` : undefined),
  boolean: (text) => booleans.get(text.toLowerCase()),
};

const booleans: ReadonlyMap<string, string> = new Map([
  ['true', 'true'],
  ['t', 'true'],
  ['1', 'true'],
  ['false', 'false'],
  ['f', 'false'],
  ['0', 'false'],
]);

function fromDate(type: ColumnType, value: Date): string | undefined {
  if (Number.isNaN(value.getTime())) return undefined;
  const text = value.toISOString();
  if (type === 'instant' || type === 'text') return `"${text}"`;
  return type === 'date' && text.endsWith('T00:00:00.000Z') ? `"${text.slice(0, 10)}"` : undefined;
}
