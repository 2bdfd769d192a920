import type { Segment } from '../../plan/plan.ts';
import type { Instant } from '../../platform/ports.ts';
import { wallAt } from '../../time/local-time.ts';
import { dayMs, hourMs, minuteMs } from '../../time/wall-clock.ts';
import type { Axis } from '../document.ts';
import { dayName, formatClock, formatDayTime, formatTick } from '../plan/words.ts';
import { html, type Markup } from './html-tag.ts';

const secondMs = 1000;
const lengths = [
  ...[1, 5, 10, 30].map((seconds) => seconds * secondMs),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 4, 6, 12].map((hours) => hours * hourMs),
  ...[1, 2, 7, 14, 28, 91].map((days) => days * dayMs),
];

export function axisFor({
  from,
  to,
  zone,
  atMost,
}: Pick<Axis, 'from' | 'zone'> & { to: Instant; atMost: number }): Axis {
  for (const cellMs of lengths) {
    const wall = wallAt(from, zone);
    const start = from - (wall - Math.floor(wall / cellMs) * cellMs);
    const cells = Math.floor((to - start) / cellMs) + 1;
    if (cells <= atMost) return { from: start, cellMs, cells, zone };
  }
  return { from, cellMs: Math.ceil((to - from + 1) / atMost), cells: atMost, zone };
}

/** When a cell begins and ends, on the clock of this zone. */
export function formatCell({ from, cellMs, ...axis }: Axis, cell: number, zone = axis.zone): string {
  const [begins, ends] = [from + cell * cellMs, from + (cell + 1) * cellMs];
  const isPrecise = cellMs < minuteMs;
  const end = cellMs < dayMs ? formatClock(ends, zone, isPrecise) : formatDayTime(ends, zone);
  return `${formatDayTime(begins, zone, isPrecise)} to ${end}`;
}

/** How many of the segments' jobs start in each cell; a segment's starts count as even between its first and its last. */
export function jobsInCells(axis: Axis, segments: readonly Segment[]): readonly number[] {
  const counts = Array.from({ length: axis.cells }, () => 0);
  for (const { from, to, jobs } of segments) {
    const gap = jobs > 1 ? (to - from) / (jobs - 1) : 0;
    const startedBefore = (edge: Instant): number => {
      if (edge <= from) return 0;
      return edge > to || gap === 0 ? jobs : Math.min(jobs, Math.ceil((edge - from) / gap));
    };
    const last = Math.floor((to - axis.from) / axis.cellMs);
    for (let cell = Math.floor((from - axis.from) / axis.cellMs); cell <= last; cell++) {
      const edge = axis.from + cell * axis.cellMs;
      counts[cell] = (counts[cell] ?? 0) + startedBefore(edge + axis.cellMs) - startedBefore(edge);
    }
  }
  return counts;
}

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

/** Where a label begins, in hundredths of the axis, and its words: none where they would run over the edge. */
interface Tick {
  readonly at: number;
  readonly words: string;
}

export type TickLines = Readonly<
  Record<keyof typeof rooms, { readonly days: readonly Tick[]; readonly clock: readonly Tick[] }>
>;

/** Two lines above lanes: days, and below them hours, minutes or seconds where there is room for them. No label meets another. */
export function tickLines(axis: Axis): TickLines {
  const inRoom = (room: Room) => ({ days: dayLine(axis, room), clock: clockLine(axis, room) });
  return { roomy: inRoom(rooms.roomy), narrow: inRoom(rooms.narrow) };
}

export function ticks(axis: Axis): Markup {
  const line = (name: string, places: readonly Tick[]): Markup | undefined =>
    places.length === 0
      ? undefined
      : html`<div class="${name}">${places.map(({ at, words }) => html`<i style="left:${at}%">${words}</i>`)}</div>`;
  const screens = Object.entries(tickLines(axis)).map(
    ([name, { days, clock }]) => html`<div class="${name}">${line('days', days)}${line('clock', clock)}</div>`,
  );
  return html`<div class="ticks" aria-hidden="true">${screens}</div>`;
}

function dayLine(axis: Axis, room: Room): readonly Tick[] {
  const everyMs = days.find((length) => length >= room.day * spanOf(axis)) ?? 364 * dayMs;
  const cells = cellsAt(everyMs, axis);
  // The first cell has a label where the next one leaves room for it.
  if (cells[0] !== 0 && (cells[0] ?? axis.cells) >= room.day * axis.cells) cells.unshift(0);
  return ticksAt(cells, axis, { room: room.day, label: (at) => dayName(wallAt(at, axis.zone)) });
}

function clockLine(axis: Axis, room: Room): readonly Tick[] {
  const roomFor = (length: number): number => (length < minuteMs ? room.second : room.clock);
  const everyMs = clock.find((length) => length >= axis.cellMs && length >= roomFor(length) * spanOf(axis));
  if (everyMs === undefined) return [];
  const own = roomFor(everyMs);
  // When it begins is said in any case.
  const cells = [0, ...cellsAt(everyMs, axis).filter((cell) => cell >= own * axis.cells)];
  return ticksAt(cells, axis, {
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

function ticksAt(
  cells: readonly number[],
  axis: Axis,
  { room, label }: { readonly room: number; readonly label: (at: Instant) => string },
): readonly Tick[] {
  return cells.map((cell) => ({
    at: Math.round((cell / axis.cells) * 10_000) / 100,
    words: cell > 0 && cell > (1 - room) * axis.cells ? '' : label(axis.from + cell * axis.cellMs),
  }));
}

function spanOf({ cells, cellMs }: Axis): number {
  return cells * cellMs;
}
