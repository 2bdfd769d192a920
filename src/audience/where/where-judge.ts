import { createTally, type Tally } from '../audience-problem.ts';
import { columnIndex, comparable } from '../comparable.ts';
import type { Fields } from '../row-reader.ts';
import { cellTest, isLike, textOf } from './cell-test.ts';
import type { CellTest, Condition, Where } from './condition.ts';

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
      for (const { at, seen, conditions } of columns) {
        const cell = at === -1 ? undefined : fields(at);
        if (seen.size < seenMax) seen.add(textOf(cell));
        for (const condition of conditions) if (!condition.accepts(cell, line, accepted)) accepted = false;
      }
      return accepted;
    },
    counts: (): readonly ConditionCount[] =>
      columns.flatMap(({ name, seen, conditions }) =>
        conditions.map((one) => ({ column: name, seen: [...seen], ...one.count() })),
      ),
  };
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
    accepts: (cell: Parameters<CellTest>[0], line: number, isCounted: boolean): boolean => {
      const answer = test(cell);
      if (answer !== undefined) compared++;
      else if (cell !== undefined && cell !== '') unreadable.add(line);
      if (unused.size > 0) use(comparable(textOf(cell)));
      if (answer === true) isMet = true;
      else if (isCounted) leftOut++;
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

  function use(text: string): void {
    if (!isPattern) unused.delete(text);
    else for (const pattern of unused.keys()) if (isLike(text, pattern)) unused.delete(pattern);
  }
}
