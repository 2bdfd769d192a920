import type { Segment } from '../../plan/plan.ts';
import type { Instant } from '../../platform/ports.ts';
import { wallAt } from '../../time/local-time.ts';
import { dayMs, hourMs, minuteMs } from '../../time/wall-clock.ts';
import { dayName, formatClock, formatDayTime } from '../plan/words.ts';

/** A period cut into cells of equal length that begin on whole hours (or minutes, or days) of the zone's clock. */
export interface Axis {
  readonly from: Instant;
  readonly cellMs: number;
  readonly cells: number;
  readonly zone: string;
}

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

const levels = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** One character per cell: how busy it is compared with the busiest; a dot for a pause. */
export function bar(axis: Axis, segments: readonly Segment[], kind: 'once' | 'forEach'): string {
  const counts = jobsInCells(axis, segments);
  const most = Math.max(...counts);
  const first = counts.findIndex((count) => count > 0);
  const last = counts.findLastIndex((count) => count > 0);
  return counts
    .map((count, cell) => {
      if (count > 0) return kind === 'once' ? '◆' : (levels[Math.min(7, Math.ceil((count / most) * 8) - 1)] ?? '▁');
      return cell > first && cell < last ? '·' : ' ';
    })
    .join('')
    .trimEnd();
}

/** Two lines above the bars: days, and where cells are short enough, hours or minutes. */
export function axisLabels(axis: Axis): readonly string[] {
  const days = write(axis, (wall, cell) => {
    const day = Math.floor(wall / dayMs);
    const before = Math.floor((wall - axis.cellMs) / dayMs);
    return cell === 0 || day !== before ? [dayName(wall), dayName(wall).slice(0, -4)] : undefined;
  });
  if (axis.cellMs >= 12 * hourMs) return [days];
  const tickMs = tickOf(axis.cellMs);
  const hours = write(axis, (wall) => {
    const time = wall - Math.floor(wall / dayMs) * dayMs;
    return Math.floor(time / tickMs) * tickMs === Math.floor(time / axis.cellMs) * axis.cellMs
      ? [tickLabel(time, tickMs)]
      : undefined;
  });
  return [days, hours];
}

/** Ticks are at least six cells apart. */
function tickOf(cellMs: number): number {
  const ticks = [5 * secondMs, 10 * secondMs, 30 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs, 30 * minuteMs];
  const hours = [1, 2, 3, 6, 12, 24].map((count) => count * hourMs);
  return [...ticks, ...hours].find((tick) => tick >= 6 * cellMs && tick % cellMs === 0) ?? 24 * hourMs;
}

function tickLabel(time: number, tickMs: number): string {
  const parts = [Math.floor(time / hourMs), Math.floor(time / minuteMs) % 60, Math.floor(time / secondMs) % 60];
  const wanted = tickMs >= hourMs ? 1 : tickMs >= minuteMs ? 2 : 3;
  return parts
    .slice(0, wanted)
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** Writes labels at their cells: the longest form that ends before the next label. Where none does, the next ones give way. */
function write(axis: Axis, label: (wall: number, cell: number) => readonly string[] | undefined): string {
  const labels = Array.from({ length: axis.cells }, (_, cell) => ({
    cell,
    forms: label(wallAt(axis.from + cell * axis.cellMs, axis.zone), cell) ?? [],
  })).filter(({ forms }) => forms.length > 0);
  let line = '';
  for (const [index, { cell, forms }] of labels.entries()) {
    const next = labels[index + 1]?.cell ?? Number.POSITIVE_INFINITY;
    const text = forms.find((form) => cell + form.length < next) ?? forms[0]!;
    if (line === '' || cell > line.length) line = line.padEnd(cell) + text;
  }
  return line;
}
