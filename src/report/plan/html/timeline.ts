import type { Plan, PlannedStep, Segment } from '../../../plan/plan.ts';
import { stepHtml } from '../../html/escape.ts';
import type { Column } from '../../html/table.ts';
import { ticks } from '../../html/ticks.ts';
import { timesAsText } from '../../html/times.ts';
import { escapeHtml } from '../../render/html-tag.ts';
import { type Axis, axisFor, jobsInCells } from '../axis.ts';
import { formatClock, formatCount, formatDayTime, formatLength, formatState, heldWords } from '../words.ts';

const cellsAtMost = 200;
const height = 28;

type TimelinePlan = Pick<Plan, 'starts' | 'ends' | 'timezone' | 'steps'>;

/** A row for each step, in the order of the file, with its zones folded below; empty where nothing starts. */
export function timeline(plan: TimelinePlan): string {
  const { starts, ends, timezone, steps } = plan;
  if (starts === undefined || ends === undefined) return '';
  const axis = axisFor({ from: starts, to: ends, zone: timezone, atMost: cellsAtMost });
  const rows = steps.map((step) => (step.segments.length > 0 ? stepRow(step, axis, timezone) : idleRow(step)));
  return `<div class="timeline"><div class="row axis"><span></span>${ticks(axis)}</div>${rows.join('')}</div>
${key(plan, axis)}
${times(plan, axis)}`;
}

/** Zone by zone on the zone's own clock, where a step has several. */
function times({ steps, timezone }: TimelinePlan, axis: Axis): string {
  const precise =
    axis.cellMs < 60_000 || steps.some(({ segments }) => segments.some(({ from, to }) => to - from < 60_000));
  const rows = steps.flatMap((step) => {
    const lanes = step.zones !== undefined && step.zones.length > 1 ? step.zones : [{ ...step, zone: timezone }];
    return lanes.flatMap(({ zone, segments }) =>
      segments.map(({ from, to, jobs, deferredBy }) => ({
        cells: [
          stepHtml(step),
          escapeHtml(zone),
          formatCount(jobs),
          formatDayTime(from, zone, precise),
          to === from ? '' : formatDayTime(to, zone, precise),
          deferredBy === undefined ? '' : heldWords[deferredBy],
        ],
      })),
    );
  });
  return timesAsText(timeColumns, rows);
}

const timeColumns: readonly Column[] = [
  { name: 'step', kind: 'row' },
  { name: 'time zone', kind: 'line' },
  { name: 'starts', kind: 'number' },
  { name: 'first', kind: 'line' },
  { name: 'last', kind: 'line' },
  { name: 'held by', kind: 'words' },
];

function idleRow(step: PlannedStep): string {
  return `<div class="row"><span>${stepHtml(step)}</span><em>${formatState(step)}</em></div>`;
}

function stepRow(step: PlannedStep, axis: Axis, timezone: string): string {
  const row = (name: string, segments: readonly Segment[], zone: string, most?: number) =>
    `<div class="row"><span>${name}</span>${lane(axis, segments, zone, step.zones === undefined, most)}</div>`;
  const own = row(`${stepHtml(step)} <small>${formatCount(step.jobs.toSend)}</small>`, step.segments, timezone);
  if (step.zones === undefined || step.zones.length < 2) return own;
  const most = Math.max(...step.zones.flatMap(({ segments }) => jobsInCells(axis, segments)));
  const zones = step.zones.map(({ zone, jobs, segments }) =>
    row(`${escapeHtml(zone)} <small>${formatCount(jobs)}</small>`, segments, zone, most),
  );
  return `${own}<details><summary>${step.zones.length} zones</summary>${zones.join('')}</details>`;
}

function key({ steps, timezone }: TimelinePlan, axis: Axis): string {
  const drawn = steps.filter(({ segments }) => segments.length > 0);
  const items = [
    ...(drawn.some(({ zones }) => zones === undefined) ? ['<li><i class="once"></i>one request</li>'] : []),
    ...(drawn.some(({ zones }) => zones !== undefined)
      ? [`<li><i class="each"></i>recipients: the higher, the more start in ${formatLength(axis.cellMs)}</li>`]
      : []),
  ];
  return `<ul class="key">${items.join('')}<li>times are ${escapeHtml(timezone)}</li></ul>`;
}

/** Bars as high as their cell is busy, against the busiest of the lane (or of the step's lanes, `most`). */
function lane(axis: Axis, segments: readonly Segment[], zone: string, once: boolean, most?: number): string {
  const counts = jobsInCells(axis, segments);
  const highest = most ?? Math.max(...counts);
  const bars = counts.map((count, cell) => {
    if (count === 0) return '';
    const from = axis.from + cell * axis.cellMs;
    const title = `${formatCount(count)} from ${formatDayTime(from, zone, axis.cellMs < 60_000)} to ${formatClock(from + axis.cellMs, zone, axis.cellMs < 60_000)} (${zone})${heldIn(segments, from, axis.cellMs)}`;
    const tall = once ? height - 8 : Math.max(3, Math.round(((height - 2) * count) / highest));
    const y = once ? 4 : height - tall;
    return `<rect x="${cell}" y="${y}" width="1" height="${tall}"><title>${escapeHtml(title)}</title></rect>`;
  });
  return `<svg class="${once ? 'once' : 'each'}" viewBox="0 0 ${axis.cells} ${height}" preserveAspectRatio="none" role="img" aria-label="${escapeHtml(formatSegments(segments, zone))}">${bars.join('')}</svg>`;
}

function heldIn(segments: readonly Segment[], from: number, cellMs: number): string {
  const begun = segments.find((segment) => segment.from >= from && segment.from < from + cellMs);
  return begun?.deferredBy === undefined ? '' : `, after waiting for ${heldWords[begun.deferredBy]}`;
}

function formatSegments(segments: readonly Segment[], zone: string): string {
  return segments
    .map(({ from, to, jobs }) => `${jobs}: ${formatDayTime(from, zone)} to ${formatDayTime(to, zone)}`)
    .join('; ');
}
