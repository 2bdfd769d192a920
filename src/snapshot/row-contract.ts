import type { AudienceProblem } from '../audience/audience-problem.ts';
import { createTally, type Tally } from '../audience/audience-problem.ts';
import type { KeyReader } from '../audience/number/recipient-key.ts';
import { createUnreadableKeys } from '../audience/unreadable-keys.ts';
import type { ColumnType } from '../campaign/sources/source.ts';
import { canonicalCell } from './canonical-cell.ts';
import { SourceFailure } from './source-failure.ts';
import type { SourceSink } from './source-reader.ts';

/** Cells that are not of the type of their column. */
export interface WrongType {
  readonly column: string;
  readonly type: ColumnType;
  readonly cells: Tally;
  readonly example: string;
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

export interface RowContract extends SourceSink {
  readonly rows: number;
  /** Rows without a usable number, by what is wrong with it. */
  unreadable(): readonly AudienceProblem[];
  wrongTypes(): readonly WrongType[];
  /** To be called after the last row. */
  requireColumns(): void;
}

/** How many bytes of a line come before the digits of its key. */
export function keyOffset(key: string): number {
  return Buffer.byteLength(`{${JSON.stringify(key)}:"`);
}

/** Makes one line of each row that has a number: the declared columns, the key first. Everything else is counted. */
export function createRowContract(request: {
  readonly columns: Readonly<Record<string, ColumnType>>;
  readonly key: string;
  readonly readKey: KeyReader;
  /** Later rows may bring further columns. */
  readonly mayGrow: boolean;
  readonly onLine: (key: number, line: string) => void;
}): RowContract {
  const { key, readKey, onLine, columns } = request;
  const others = Object.entries(columns)
    .filter(([name]) => name !== key)
    .map(([name, type]) => ({
      name,
      type,
      head: `,${JSON.stringify(name)}:`,
      column: -1,
      wrong: undefined as Wrong | undefined,
    }));
  const keyHead = `{${JSON.stringify(key)}:"`;
  const unreadable = createUnreadableKeys();
  let keyColumn = -1;
  let found: readonly string[] = [];
  let rows = 0;

  function requireColumns(): void {
    const missing = Object.keys(columns).filter((name) => !found.includes(name));
    if (missing.length > 0) throw new MissingColumns(missing, found);
  }

  return {
    get rows() {
      return rows;
    },
    onHeader(names) {
      found = [...names];
      keyColumn = names.indexOf(key);
      for (const other of others) other.column = names.indexOf(other.name);
      if (!request.mayGrow) requireColumns();
    },
    onRow(cell, row) {
      rows++;
      const written = keyColumn === -1 ? undefined : cell(keyColumn);
      const text = written === null || written === undefined ? '' : textOf(written);
      const number = readKey(text);
      if (Number.isNaN(number)) return unreadable.add(text === '' ? undefined : text, row);
      let line = `${keyHead}${number.toFixed(0)}"`;
      for (const other of others) {
        const value = other.column === -1 ? undefined : cell(other.column);
        const token = canonicalCell(other.type, value);
        if (token === undefined) {
          other.wrong ??= { tally: createTally(), example: exampleOf(value) };
          other.wrong.tally.add(row);
        }
        line += `${other.head}${token}`;
      }
      onLine(number, `${line}}\n`);
    },
    unreadable: () => unreadable.problems(key),
    wrongTypes: () =>
      others.flatMap(({ name, type, wrong }) =>
        wrong === undefined ? [] : [{ column: name, type, cells: wrong.tally, example: wrong.example }],
      ),
    requireColumns,
  };
}

interface Wrong {
  readonly tally: Tally;
  readonly example: string;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
    ? `${value}`
    : JSON.stringify(value);
}

function exampleOf(value: unknown): string {
  return textOf(value).slice(0, 40);
}
