import type { Plan, PlannedStep, Segment } from '../../../plan/plan.ts';
import { escapeHtml } from '../../html/escape.ts';
import { ticks } from '../../html/ticks.ts';
import { stepName } from '../../step-name.ts';
import { type Axis, axisFor, jobsInCells } from '../axis.ts';
import { nothingToSend } from '../text.ts';
import { formatClock, formatCount, formatDayTime, formatState, heldWords } from '../words.ts';

const cellsAtMost = 200;
const height = 28;

/** A row a step, each with its zones folded below; what a bar means is shown when it is pointed at. */
export function timeline(plan: Plan): string {
  const { starts, ends, timezone, steps } = plan;
  if (starts === undefined || ends === undefined) return `<p>${nothingToSend(plan)}</p>`;
  const axis = axisFor({ from: starts, to: ends, zone: timezone, atMost: cellsAtMost });
  const rows = steps.filter(({ segments }) => segments.length > 0).map((step) => stepRow(step, axis, timezone));
  const idle = steps.filter(({ segments }) => segments.length === 0);
  const others = idle
    .map((step) => `<li>${escapeHtml(stepName(step))} <small>${formatState(step)}</small></li>`)
    .join('');
  return `<div class="timeline wide"><div class="row axis"><span></span>${ticks(axis)}</div>${rows.join('')}</div>${others === '' ? '' : `<ul class="idle">${others}</ul>`}`;
}

function stepRow(step: PlannedStep, axis: Axis, timezone: string): string {
  const row = (name: string, title: string, segments: readonly Segment[], zone: string, most?: number) =>
    `<div class="row"><span title="${escapeHtml(title)}">${name}</span>${lane(axis, segments, zone, step.zones === undefined, most)}</div>`;
  const name = `${escapeHtml(stepName(step))} <small>${formatCount(step.jobs.toSend)}</small>`;
  const own = row(name, step.uses, step.segments, timezone);
  if (step.zones === undefined || step.zones.length < 2) return own;
  const most = Math.max(...step.zones.flatMap(({ segments }) => jobsInCells(axis, segments)));
  const zones = step.zones.map(({ zone, jobs, segments }) =>
    row(`${escapeHtml(zone)} <small>${formatCount(jobs)}</small>`, zone, segments, zone, most),
  );
  return `${own}<details><summary>${step.zones.length} zones</summary>${zones.join('')}</details>`;
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
