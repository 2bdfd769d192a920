import pc from 'picocolors';
import { formatCount } from '../../diagnostic/count-words.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { Segment } from '../../plan/plan.ts';
import type { Instant } from '../../platform/ports.ts';
import { wallAt } from '../../time/local-time.ts';
import { dayMs, hourMs, minuteMs } from '../../time/wall-clock.ts';
import { columnsOf, padded } from '../columns.ts';
import type { Axis, Lane, Timeline } from '../document.ts';
import { dayName, formatDayTime, needsSeconds } from '../plan/words.ts';
import { axisFor, jobsInCells } from './axis.ts';
import { columnText, type TextOptions } from './text-words.ts';

/** A row for each step: the timeline, how many, and from when to when. */
export function timelineLines(
  { zone, from: starts, to: ends, lanes }: Timeline,
  { width, colour }: TextOptions,
): readonly string[] {
  const { dim } = pc.createColors(colour);
  const precise = needsSeconds(starts, ends);
  const nameWidth = Math.max(4, ...lanes.map(({ name }) => columnsOf(columnText(name))));
  const timeWidth = precise ? 19 : 16;
  const numbers = lanes.map(({ toSend }) => formatCount(toSend));
  const numberWidth = Math.max(7, ...numbers.map(({ length }) => length));
  const columns = columnsFor(width, { name: nameWidth, number: numberWidth, time: timeWidth });
  const axis =
    starts === undefined || ends === undefined || columns.bar === 0
      ? undefined
      : axisWithin({ from: starts, to: ends, zone, atMost: columns.bar });
  const labels = axis === undefined ? [''] : axisLabels(axis);
  // A line of days may be wider; a line with numbers beside it must not push them.
  const widest = [labels.at(-1) ?? '', ...lanes.map((lane) => cellsOf(lane, axis))];
  const fitting = widest.filter(({ length }) => length <= columns.bar);
  const cellsWidth = Math.max(axis?.cells ?? Math.min(columns.bar, 12), ...fitting.map(({ length }) => length));
  const row = (name: string, cells: string, number: string, first: string, last: string): string =>
    [
      `  ${padded(name, nameWidth)}`,
      ...(columns.bar === 0 ? [] : [cells.padEnd(cellsWidth)]),
      number.padStart(numberWidth),
      first.padEnd(timeWidth),
      ...(columns.hasLast ? [last] : []),
    ].join('  ');
  const time = (at: Instant | undefined) => (at === undefined ? '' : formatDayTime(at, zone, precise));
  return [
    ...(columns.bar === 0 ? [] : labels.slice(0, -1)).map((label) => dim(row('', label, '', '', ''))),
    dim(row('', labels.at(-1) ?? '', 'to send', 'first', 'last')),
    ...lanes.flatMap((lane) => {
      const cells = cellsOf(lane, axis);
      const isInRow = cells.length <= columns.bar;
      const last = columns.hasLast || lane.ends === lane.starts ? [] : [`last ${time(lane.ends)}`];
      const below = [...(isInRow ? [] : [cells]), ...last, ...lane.remarks.map(visibleLine)];
      return [
        row(columnText(lane.name), isInRow ? cells : '', formatCount(lane.toSend), time(lane.starts), time(lane.ends)),
        ...below.map((remark) => dim(`${' '.repeat(columns.remarks)}${remark}`)),
      ];
    }),
  ];
}

/** The last label begins at its cell, and may need more room than the cells. */
function axisWithin(input: Parameters<typeof axisFor>[0]): Axis {
  const axis = axisFor(input);
  const over = (axisLabels(axis).at(-1) ?? '').length - input.atMost;
  return over > 0 ? axisFor({ ...input, atMost: Math.max(1, input.atMost - over) }) : axis;
}

/** Which columns have room: the timeline gives way to the numbers, and the last start before it. */
function columnsFor(
  width: number,
  { name, number, time }: { readonly name: number; readonly number: number; readonly time: number },
): {
  /** 0: none. */
  readonly bar: number;
  readonly hasLast: boolean;
  /** Where remarks begin. */
  readonly remarks: number;
} {
  const narrowest = 12;
  const others = name + number + time + 10;
  const remarks = name + 4 > width / 3 ? 4 : name + 4;
  const beside = { all: width - others - time - 2, noLast: width - others };
  if (beside.all >= narrowest) return { bar: Math.min(72, beside.all), hasLast: true, remarks };
  return beside.noLast >= narrowest
    ? { bar: Math.min(72, beside.noLast), hasLast: false, remarks }
    : { bar: 0, hasLast: false, remarks };
}

function cellsOf({ segments, zones, state }: Lane, axis: Axis | undefined): string {
  if (segments.length > 0 && axis !== undefined) return bar(axis, segments, zones === undefined ? 'once' : 'forEach');
  return state === 'planned' || state === 'started' ? '' : state;
}

const secondMs = 1000;
const levels = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** One character per cell: how busy it is compared with the busiest; a dot for a pause. */
function bar(axis: Axis, segments: readonly Segment[], kind: 'once' | 'forEach'): string {
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
  // All starts are between two ticks, as where everything starts at once: the axis says when it begins.
  const begins = write(axis, (wall, cell) =>
    cell === 0 ? [tickLabel(wall - Math.floor(wall / dayMs) * dayMs, axis.cellMs)] : undefined,
  );
  return [days, hours === '' ? begins : hours];
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
