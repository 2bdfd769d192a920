import type { Instant } from '../../platform/ports.ts';
import { wallAt } from '../../time/local-time.ts';
import { dayMs, hourMs, minuteMs } from '../../time/wall-clock.ts';
import { dayName, formatTick } from '../plan/words.ts';
import type { Axis } from './axis.ts';
import { html, type Markup } from './html-tag.ts';

const days = [1, 2, 7, 14, 28, 91, 182, 364].map((count) => count * dayMs);
const clock = [
  ...[1, 2, 5, 10, 30].map((seconds) => seconds * 1000),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hourMs),
];

/** The share of the line that a label needs, with the gap after it. */
interface Room {
  readonly day: number;
  readonly clock: number;
  readonly second: number;
}

/** On a wide screen, and on a narrow one or on paper. */
const rooms: Readonly<Record<'roomy' | 'narrow', Room>> = {
  roomy: { day: 0.12, clock: 0.065, second: 0.085 },
  narrow: { day: 0.28, clock: 0.16, second: 0.21 },
};

/** Two lines above lanes: days, and below them hours, minutes or seconds where there is room for them. No label meets another. */
export function ticks(axis: Axis): Markup {
  const lines = (['roomy', 'narrow'] as const).map((name) => {
    const room = rooms[name];
    return html`<div class="${name}">${dayLine(axis, room)}${clockLine(axis, room)}</div>`;
  });
  return html`<div class="ticks" aria-hidden="true">${lines}</div>`;
}

function dayLine(axis: Axis, room: Room): Markup {
  const everyMs = days.find((length) => length >= room.day * spanOf(axis)) ?? 364 * dayMs;
  const cells = cellsAt(everyMs, axis);
  // The first cell has a label where the next one leaves room for it.
  if (cells[0] !== 0 && (cells[0] ?? axis.cells) >= room.day * axis.cells) cells.unshift(0);
  return line('days', cells, axis, { room: room.day, label: (at) => dayName(wallAt(at, axis.zone)) });
}

function clockLine(axis: Axis, room: Room): Markup | undefined {
  const roomFor = (length: number): number => (length < minuteMs ? room.second : room.clock);
  const everyMs = clock.find((length) => length >= axis.cellMs && length >= roomFor(length) * spanOf(axis));
  if (everyMs === undefined) return undefined;
  const own = roomFor(everyMs);
  // When it begins is said in any case.
  const cells = [0, ...cellsAt(everyMs, axis).filter((cell) => cell >= own * axis.cells)];
  return line('clock', cells, axis, {
    room: own,
    label: (at) => formatTick(at, axis.zone, everyMs < minuteMs),
  });
}

/** Cells in which a stretch of so long begins. */
function cellsAt(everyMs: number, axis: Axis): number[] {
  return Array.from({ length: axis.cells }, (_, cell) => cell).filter((cell) => {
    const wall = wallAt(axis.from + cell * axis.cellMs, axis.zone);
    return Math.floor(wall / everyMs) !== Math.floor((wall - axis.cellMs) / everyMs);
  });
}

function line(
  name: string,
  cells: readonly number[],
  axis: Axis,
  { room, label }: { readonly room: number; readonly label: (at: Instant) => string },
): Markup {
  const marks = cells.map((cell) => {
    // What would run over the edge is a mark without words.
    const text = cell > 0 && cell > (1 - room) * axis.cells ? '' : label(axis.from + cell * axis.cellMs);
    return html`<i style="left:${((cell / axis.cells) * 100).toFixed(2)}%">${text}</i>`;
  });
  return html`<div class="${name}">${marks}</div>`;
}

function spanOf({ cells, cellMs }: Axis): number {
  return cells * cellMs;
}
