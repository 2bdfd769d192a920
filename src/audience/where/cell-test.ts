import { dayMs, wallOf } from '../../time/wall-clock.ts';
import { writtenTime } from '../../time/written-time.ts';
import { comparable } from '../comparable.ts';
import { compareDecimals, parseDecimal } from '../decimal.ts';
import type { Scalar } from '../scalar.ts';
import type { CellTest, Condition, TimeCondition, Where } from './condition.ts';
import { isLike } from './pattern.ts';

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

export function textOf(cell: Scalar | undefined): string {
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
    return exact === undefined || exactLimit === undefined ? undefined : isMet(compareDecimals(exact, exactLimit));
  };
}

/** No thousands separators: `1,200` may also be a little more than one. */
export const writtenNumber = /^[+-]?\d{1,30}(?:\.\d{1,30})?$/;

/** A cell with an offset, or in Unix time, is compared as an instant; any other by its local time, a date as the start of its day. */
export function timeTest(condition: TimeCondition): CellTest {
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
