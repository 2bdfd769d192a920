import { dayMs, hourMs, minuteMs, wallAt } from '../../time/local-time.ts';
import type { Axis } from '../plan/axis.ts';
import { dayName, formatClock } from '../plan/words.ts';

const tickLengths = [
  ...[1, 2, 5, 10, 30].map((seconds) => seconds * 1000),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hourMs),
  ...[1, 2, 7, 28].map((days) => days * dayMs),
];

/** The line above lanes: a mark a day, and hours, minutes or seconds where there is room for them. */
export function ticks(axis: Axis): string {
  const span = axis.cells * axis.cellMs;
  const everyMs = tickLengths.find((every) => span / every <= 14) ?? 91 * dayMs;
  const begins = (wall: number, lengthMs: number): boolean =>
    Math.floor(wall / lengthMs) !== Math.floor((wall - axis.cellMs) / lengthMs);
  const isDay = (cell: number): boolean =>
    cell === 0 || begins(wallAt(axis.from + cell * axis.cellMs, axis.zone), dayMs);
  // A label needs a twelfth of the line; where days meet, the later one has it.
  const near = Math.min(axis.cells, Math.ceil(axis.cells / 12));
  const soon = Array.from({ length: near }, (_, cell) => cell).findLast(isDay) ?? 0;
  const marks: string[] = [];
  let latestDay = soon;
  for (let cell = soon; cell < axis.cells; cell++) {
    const at = axis.from + cell * axis.cellMs;
    const day = isDay(cell);
    if (day) latestDay = cell;
    if (!day && (cell - latestDay < near || !begins(wallAt(at, axis.zone), everyMs))) continue;
    // What would run over the edge is a mark without words.
    const label =
      cell > (axis.cells * 15) / 16
        ? ''
        : day
          ? dayName(wallAt(at, axis.zone))
          : formatClock(at, axis.zone, everyMs < minuteMs);
    marks.push(`<i${day ? ' class="day"' : ''} style="left:${((cell / axis.cells) * 100).toFixed(2)}%">${label}</i>`);
  }
  return `<div class="ticks">${marks.join('')}</div>`;
}
