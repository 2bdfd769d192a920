import pc from 'picocolors';
import { formatCount } from '../../diagnostic/count-words.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { Instant } from '../../platform/ports.ts';
import { columnsOf, padded } from '../columns.ts';
import type { Lane, Timeline } from '../document.ts';
import { formatDayTime, needsSeconds } from '../plan/words.ts';
import { type Axis, axisFor, axisLabels, bar } from './axis.ts';
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
