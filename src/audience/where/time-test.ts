import { dayMs, wallOf } from '../../time/wall-clock.ts';
import { writtenTime } from '../../time/written-instant.ts';
import { comparable } from '../comparable.ts';
import type { CellTest, TimeCondition } from './condition.ts';

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
