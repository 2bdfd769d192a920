import { dayMs, wallOf } from '../time/wall-clock.ts';
import { writtenTime } from '../time/written-time.ts';
import { createTally, type Tally } from './audience-problem.ts';
import { columnIndex, comparable } from './comparable.ts';
import { parseDecimal } from './decimal.ts';
import type { Fields } from './list-format.ts';
import type { Scalar } from './scalar.ts';

/** By column: everything that its cells must be. */
export type Where = Readonly<Record<string, readonly Condition[]>>;

/** One thing that `where` says about a cell. */
export type Condition = TextCondition | NumberCondition | TimeCondition;

/** Texts, or patterns of `matches`; one of them must fit, or none. */
interface TextCondition {
  readonly kind: 'oneOf' | 'not' | 'matches' | 'notMatches';
  readonly values: readonly string[];
}

interface NumberCondition {
  readonly kind: 'atLeast' | 'atMost';
  readonly number: number;
}

interface TimeCondition {
  readonly kind: 'before' | 'after';
  /** A local date, which means the whole day, or a local date-time. */
  readonly time: string;
  /** The first instant that `before` does not select, or that `after` does; filled in by `load.ts`. */
  readonly limit: number;
}

/** Whether a cell meets a condition; undefined if it cannot be compared, which counts as no. */
type CellTest = (cell: Scalar | undefined) => boolean | undefined;

/** Text is compared as people see it, with upper and lower case; an empty cell is ''. Only `oneOf`, `not` and patterns can select an empty cell. */
export function cellTest(condition: Condition): CellTest {
  switch (condition.kind) {
    case 'oneOf':
    case 'not': {
      const values = new Set(condition.values.map(comparable));
      const isWanted = condition.kind === 'oneOf';
      return (cell) => values.has(comparable(textOf(cell))) === isWanted;
    }
    case 'matches':
    case 'notMatches': {
      const patterns = condition.values.map(comparable);
      const isWanted = condition.kind === 'matches';
      return (cell) => {
        const text = comparable(textOf(cell));
        return patterns.some((pattern) => isLike(text, pattern)) === isWanted;
      };
    }
    case 'atLeast':
      return numberTest(condition.number, (order) => order >= 0);
    case 'atMost':
      return numberTest(condition.number, (order) => order <= 0);
    case 'before':
    case 'after':
      return timeTest(condition);
    default:
      return condition satisfies never;
  }
}

/** Whether a condition names only what it leaves out. */
export function onlyLeavesOut({ kind }: Condition): boolean {
  return kind === 'not' || kind === 'notMatches';
}

/** Whether a row meets all conditions. */
export function rowTest(where: Where): (value: (column: string) => Scalar | undefined) => boolean {
  const tests = Object.entries(where).map(([column, conditions]) => ({ column, tests: conditions.map(cellTest) }));
  return (value) =>
    tests.every(({ column, tests: all }) => {
      const cell = value(column);
      return all.every((test) => test(cell) === true);
    });
}

function textOf(cell: Scalar | undefined): string {
  return cell === undefined ? '' : String(cell);
}

/** `isMet` gets whether a cell is less (below 0), the same (0) or more. */
function numberTest(limit: number, isMet: (order: number) => boolean): CellTest {
  const exactLimit = parseDecimal(limit);
  return (cell) => {
    if (typeof cell === 'number') return isMet(cell - limit);
    const text = comparable(textOf(cell));
    // So few digits are exact as numbers, too.
    if (text.length <= 15 && writtenNumber.test(text)) return isMet(Number(text) - limit);
    const exact = parseDecimal(text);
    return exact === undefined || exactLimit === undefined ? undefined : isMet(exact.cmp(exactLimit));
  };
}

/** No thousands separators: `1,200` may also be a little more than one. */
export const writtenNumber = /^[+-]?\d{1,30}(?:\.\d{1,30})?$/;

/** A cell with an offset, or in Unix time, is compared as an instant; any other by its local time, a date as the start of its day. */
function timeTest(condition: TimeCondition): CellTest {
  const wall = wallLimit(condition);
  const isBefore = condition.kind === 'before';
  return (cell) => {
    const time = cell === undefined ? undefined : writtenTime(typeof cell === 'string' ? comparable(cell) : cell);
    if (time === undefined) return undefined;
    const isEarlier = 'instant' in time ? time.instant < condition.limit : time.wall < wall;
    return isEarlier === isBefore;
  };
}

/** The first local time that `before` does not select, or that `after` does. */
export function wallLimit({ kind, time }: Pick<TimeCondition, 'kind' | 'time'>): number {
  const isDate = time.length === 'YYYY-MM-DD'.length;
  const start = wallOf(isDate ? `${time}T00:00:00` : time);
  if (kind === 'before') return start;
  return isDate ? start + dayMs : start + 1;
}

/**
 * Whether a whole text is like a pattern: `*` is any text, `?` one character, and a backslash takes their meaning away.
 * The time is at most the product of both lengths, whatever the pattern: after a mismatch only the latest `*` takes one more character.
 */
export function isLike(text: string, pattern: string): boolean {
  let at = 0;
  let part = 0;
  let [star, starAt] = [-1, 0];
  while (at < text.length) {
    const isEscape = pattern[part] === '\\' && part + 1 < pattern.length;
    const sign = isEscape ? pattern[part + 1] : pattern[part];
    if (!isEscape && sign === '*') {
      [star, starAt] = [part++, at];
    } else if (part < pattern.length && ((!isEscape && sign === '?') || sign === text[at])) {
      part += isEscape ? 2 : 1;
      // Some characters, such as emoji, are two code units.
      at += !isEscape && sign === '?' ? String.fromCodePoint(text.codePointAt(at)!).length : 1;
    } else if (star === -1) {
      return false;
    } else {
      part = star + 1;
      at = ++starAt;
    }
  }
  while (pattern[part] === '*') part++;
  return part === pattern.length;
}

/** What one condition made of the rows. */
export interface ConditionCount {
  readonly column: string;
  readonly condition: Condition;
  /** Rows that it leaves out, and that meet the conditions before it. */
  readonly leftOut: number;
  /** Its values or patterns that no row has. */
  readonly unused: readonly string[];
  /** Whether a row meets it. */
  readonly isMet: boolean;
  /** Cells that it could compare. */
  readonly compared: number;
  /** Cells that are not empty and cannot be compared. */
  readonly unreadable: Pick<Tally, 'count' | 'lines'>;
  /** Some of the column's values. */
  readonly seen: readonly string[];
}

/** Enough for suggestions. */
const seenMax = 500;

/** Applies `where` to rows, and counts. */
export function whereJudge(where: Where) {
  const columns = Object.entries(where).map(([name, conditions]) => ({
    name,
    at: -1,
    seen: new Set<string>(),
    conditions: conditions.map(conditionCounter),
  }));
  return {
    onHeader: (header: readonly string[]): void => {
      for (const column of columns) column.at = columnIndex(header, column.name);
    },
    /** Every condition looks at every row, so that each can say whether a row meets it. */
    accepts: (fields: Fields, line: number): boolean => {
      let accepted = true;
      for (const column of columns) {
        const cell = cellOf(column, fields);
        for (const condition of column.conditions) if (!condition.accepts(cell, line, accepted)) accepted = false;
      }
      return accepted;
    },
    /** A row that is left out for something else, such as its number: it has its values, and no condition leaves it out. */
    sees: (fields: Fields): void => {
      for (const column of columns) {
        const cell = cellOf(column, fields);
        for (const condition of column.conditions) condition.sees(cell);
      }
    },
    counts: (): readonly ConditionCount[] =>
      columns.flatMap(({ name, seen, conditions }) =>
        conditions.map((one) => ({ column: name, seen: [...seen], ...one.count() })),
      ),
  };

  function cellOf({ at, seen }: (typeof columns)[number], fields: Fields): Scalar | undefined {
    const cell = at === -1 ? undefined : fields(at);
    if (seen.size < seenMax) seen.add(textOf(cell));
    return cell;
  }
}

function conditionCounter(condition: Condition) {
  const test = cellTest(condition);
  /** As they are compared, and as the campaign writes them. */
  const unused = new Map('values' in condition ? condition.values.map((value) => [comparable(value), value]) : []);
  const isPattern = condition.kind === 'matches' || condition.kind === 'notMatches';
  const unreadable = createTally();
  let leftOut = 0;
  let compared = 0;
  let isMet = false;
  return {
    sees,
    accepts: (cell: Scalar | undefined, line: number, isCounted: boolean): boolean => {
      const answer = sees(cell);
      if (answer === undefined && cell !== undefined && cell !== '') unreadable.add(line);
      if (answer !== true && isCounted) leftOut++;
      return answer === true;
    },
    count: (): Omit<ConditionCount, 'column' | 'seen'> => ({
      condition,
      leftOut,
      unused: [...unused.values()],
      isMet,
      compared,
      unreadable,
    }),
  };

  function sees(cell: Scalar | undefined): boolean | undefined {
    const answer = test(cell);
    if (answer !== undefined) compared++;
    if (unused.size > 0) use(comparable(textOf(cell)));
    if (answer === true) isMet = true;
    return answer;
  }

  function use(text: string): void {
    if (!isPattern) unused.delete(text);
    else for (const pattern of unused.keys()) if (isLike(text, pattern)) unused.delete(pattern);
  }
}
