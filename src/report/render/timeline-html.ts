import { formatCount } from '../../diagnostic/count-words.ts';
import type { Segment } from '../../plan/plan.ts';
import { formatDuration } from '../../time/duration.ts';
import {
  type Axis,
  type Column,
  column,
  type Lane,
  list,
  type Row,
  spansOf,
  type Table,
  type Timeline,
  table,
} from '../document.ts';
import { formatDayTime, heldWords, needsSeconds } from '../plan/words.ts';
import { axisFor, formatCell, jobsInCells, ticks } from './axis.ts';
import { tableHtml } from './html-table.ts';
import { html, type Markup } from './html-tag.ts';
import { wordsHtml } from './html-words.ts';

const cellsAtMost = 200;
const height = 28;

/** A row for each step, in the order of the file, with its zones folded below; then all of them as a table. */
export function timelineHtml(timeline: Timeline): Markup {
  const { from, to, zone } = timeline;
  const drawn =
    from === undefined || to === undefined
      ? undefined
      : drawing(timeline, axisFor({ from, to, zone, atMost: cellsAtMost }));
  const bars =
    drawn &&
    html`<section aria-labelledby="timeline"><h2 id="timeline">Timeline</h2>
${drawn}
</section>
`;
  return html`${bars}<section aria-labelledby="steps"><h2 id="steps">Steps</h2>
${tableHtml(lanesTable(timeline))}
</section>`;
}

function drawing({ lanes, zone }: Timeline, axis: Axis): Markup {
  const rows = lanes.map((lane) => (lane.segments.length > 0 ? laneRows(lane, axis, zone) : idleRow(lane)));
  return html`<div class="timeline"><div class="lane axis">${ticks(axis)}</div>${rows}</div>
${key(lanes, zone, axis)}
${times(lanes, zone, axis)}`;
}

/** What a lane says beside its bars. */
export function lanesTable({ lanes, zone, from, to }: Timeline): Table {
  const precise = needsSeconds(from, to);
  const time = (at: number | undefined) => (at === undefined ? '' : formatDayTime(at, zone, precise));
  const rows = lanes.map(({ name, operation, state, toSend, starts, ends, remarks, warning, look }) => ({
    look,
    cells: [
      [...spansOf(name), { soft: operation }],
      state,
      formatCount(toSend),
      time(starts),
      time(ends),
      list([...remarks, ...(warning === undefined ? [] : [`⚠ ${warning}`])]),
    ],
  }));
  return table('Table of steps', laneColumns, rows);
}

const laneColumns = [
  column.row('step'),
  column.line('state'),
  column.number('to send'),
  column.line('first'),
  column.line('last'),
  column.words('remarks'),
];

/** The times of the bars as a table, folded: bars say them only to people who can point at them. */
export function timesAsText(columns: readonly Column[], rows: readonly Row[]): Markup {
  const more = rows.length - rowsAtMost;
  const note = more > 0 ? html`<p class="about">and ${formatCount(more)} more</p>` : undefined;
  const shown = tableHtml(table('Times', columns, rows.slice(0, rowsAtMost)));
  return html`<details class="times"><summary>Times as text</summary>${shown}${note}</details>`;
}

/** A page stays small, however long a campaign takes. */
const rowsAtMost = 1_000;

/** Zone by zone on the zone's own clock, where a step has several. */
function times(lanes: readonly Lane[], timezone: string, axis: Axis): Markup {
  const precise =
    axis.cellMs < 60_000 || lanes.some(({ segments }) => segments.some(({ from, to }) => to - from < 60_000));
  const rows = lanes.flatMap((lane) => {
    const zones = lane.zones !== undefined && lane.zones.length > 1 ? lane.zones : [{ ...lane, zone: timezone }];
    return zones.flatMap(({ zone, segments }) =>
      segments.map(({ from, to, jobs, deferredBy }) => ({
        cells: [
          lane.name,
          zone,
          jobs,
          formatDayTime(from, zone, precise),
          to === from ? '' : formatDayTime(to, zone, precise),
          deferredBy === undefined ? '' : heldWords[deferredBy],
        ],
      })),
    );
  });
  return timesAsText(timeColumns, rows);
}

const timeColumns = [
  column.row('step'),
  column.line('time zone'),
  column.number('starts'),
  column.line('first'),
  column.line('last'),
  column.words('held by'),
];

function idleRow({ name, state }: Lane): Markup {
  return html`<div class="lane"><span>${wordsHtml(name)}</span><small>${state}</small></div>`;
}

function laneRows({ name, toSend, segments, zones }: Lane, axis: Axis, timezone: string): Markup {
  const row = (words: Markup, count: number, of: readonly Segment[], zone: string, most?: number) =>
    html`<div class="lane"><span>${words} <small>${formatCount(count)}</small></span>${bars(axis, of, zone, zones === undefined, most)}</div>`;
  const own = row(wordsHtml(name), toSend, segments, timezone);
  if (zones === undefined || zones.length < 2) return own;
  const most = Math.max(...zones.flatMap((one) => jobsInCells(axis, one.segments)));
  const inZones = zones.map((one) => row(html`${one.zone}`, one.jobs, one.segments, one.zone, most));
  return html`${own}<details><summary>${zones.length} zones</summary>${inZones}</details>`;
}

function key(lanes: readonly Lane[], timezone: string, axis: Axis): Markup {
  const drawn = lanes.filter(({ segments }) => segments.length > 0);
  const once = html`<li><i class="once"></i>one request</li>`;
  const each = html`<li><i class="each"></i>bar height: recipients who start in ${formatDuration(axis.cellMs)}</li>`;
  return html`<ul class="legend flow">${drawn.some(({ zones }) => zones === undefined) ? once : undefined}${
    drawn.some(({ zones }) => zones !== undefined) ? each : undefined
  }<li>times are ${timezone}</li></ul>`;
}

/** As high as their cell is busy, against the busiest of the lane (or of the step's lanes, `most`). */
function bars(axis: Axis, segments: readonly Segment[], zone: string, once: boolean, most?: number): Markup {
  const counts = jobsInCells(axis, segments);
  const highest = most ?? Math.max(...counts);
  const rects = counts.map((count, cell) => {
    if (count === 0) return undefined;
    const title = `${formatCount(count)} from ${formatCell(axis, cell, zone)} (${zone})${heldIn(segments, axis.from + cell * axis.cellMs, axis.cellMs)}`;
    const tall = once ? height - 8 : Math.max(3, Math.round(((height - 2) * count) / highest));
    const y = once ? 4 : height - tall;
    return html`<rect x="${cell}" y="${y}" width="1" height="${tall}"><title>${title}</title></rect>`;
  });
  return html`<svg class="${once ? 'once' : 'each'}" viewBox="0 0 ${axis.cells} ${height}" width="100%" height="${height}" preserveAspectRatio="none" role="img" aria-label="${formatSegments(segments, zone)}">${rects}</svg>`;
}

function heldIn(segments: readonly Segment[], from: number, cellMs: number): string {
  const begun = segments.find((segment) => segment.from >= from && segment.from < from + cellMs);
  return begun?.deferredBy === undefined ? '' : `, after waiting for ${heldWords[begun.deferredBy]}`;
}

function formatSegments(segments: readonly Segment[], zone: string): string {
  return segments
    .map(({ from, to, jobs }) => `${formatCount(jobs)}: ${formatDayTime(from, zone)} to ${formatDayTime(to, zone)}`)
    .join('; ');
}
