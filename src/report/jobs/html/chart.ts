import type { JudgedByNumber } from '../../../campaign/audiences/judged-hours.ts';
import type { Audience, Campaign, Step } from '../../../campaign/campaign.ts';
import { wallAt } from '../../../time/local-time.ts';
import { dayMs } from '../../../time/wall-clock.ts';
import { openingsOn } from '../../../time/window.ts';
import { stepHtml } from '../../html/escape.ts';
import type { Column } from '../../html/table.ts';
import { ticks } from '../../html/ticks.ts';
import { timesAsText } from '../../html/times.ts';
import { type Axis, axisFor } from '../../plan/axis.ts';
import { formatClock, formatCount, formatDayTime, formatLength } from '../../plan/words.ts';
import { escapeHtml } from '../../render/html-tag.ts';
import { type JobOutcome, jobOutcomes, type RunStatistics, type StepStatistics } from '../run-statistics.ts';
import { outcomeWords } from './outcome-words.ts';
import type { ReportHtmlInput } from './report-input.ts';

const cellsAtMost = 200;
const [laneHeight, allHeight] = [28, 72];
/** A single refusal among a thousand must be seen. */
const leastHeight = 3;

/** When jobs started and what they came to: all steps together, then a lane each; hours that are closed are shaded. */
export function chart(
  statistics: RunStatistics,
  { campaign, hours }: Pick<ReportHtmlInput, 'campaign' | 'hours'>,
): string {
  const { firstAt, lastAt } = statistics;
  if (firstAt === undefined || lastAt === undefined) return '<p>Nothing has been started.</p>';
  const axis = axisFor({ from: firstAt, to: lastAt, zone: campaign.timezone, atMost: cellsAtMost });
  const begun = statistics.steps.filter((step) => step.firstAt !== undefined);
  const lanes = begun.flatMap((step) => (step.starts === undefined ? [] : { step, cells: step.starts.inCells(axis) }));
  const all = statistics.starts.inCells(axis);
  const shown = jobOutcomes.filter((_, kind) => all.some((counts) => counts[kind]! > 0));
  const rows = lanes.map(({ step, cells }) => {
    const zone = onlyZone(step.step, campaign, hours);
    const shade = zone === undefined ? '' : closedHours(step.step, zone, axis, laneHeight);
    return row({ name: laneName(step), axis, cells, height: laneHeight, shade });
  });
  const more =
    begun.length > lanes.length
      ? `<p class="note">${begun.length - lanes.length} more steps are in the table below.</p>`
      : '';
  return `<div class="timeline"><div class="row axis"><span></span>${ticks(axis)}</div>${
    lanes.length < 2 ? '' : row({ name: 'all steps', axis, cells: all, height: allHeight, shade: '' })
  }${rows.join('')}</div>${more}${key(shown, campaign, hours)}${times(lanes, axis)}`;
}

interface Lane {
  readonly step: StepStatistics;
  readonly cells: readonly Uint32Array[];
}

function times(lanes: readonly Lane[], axis: Axis): string {
  const rows = lanes.flatMap(({ step, cells }) =>
    cells.flatMap((counts, cell) =>
      total(counts) === 0 ? [] : [{ cells: [stepHtml(step.step), formatCell(axis, cell), formatCounts(counts)] }],
    ),
  );
  return timesAsText(timeColumns, rows);
}

const timeColumns: readonly Column[] = [
  { name: 'step', kind: 'row' },
  { name: 'started', kind: 'line' },
  { name: 'jobs', kind: 'words' },
];

function formatCell(axis: Axis, cell: number): string {
  const from = axis.from + cell * axis.cellMs;
  const precise = axis.cellMs < 60_000;
  return `${formatDayTime(from, axis.zone, precise)} to ${formatClock(from + axis.cellMs, axis.zone, precise)}`;
}

function formatCounts(counts: Uint32Array): string {
  return jobOutcomes
    .flatMap((outcome, kind) => (counts[kind] === 0 ? [] : [`${formatCount(counts[kind]!)} ${outcomeWords[outcome]}`]))
    .join(', ');
}

function laneName({ step, counts }: StepStatistics): string {
  return `${stepHtml(step)} <small>${formatCount(counts.accepted)} accepted</small>`;
}

function row(given: {
  readonly name: string;
  readonly axis: Axis;
  readonly cells: readonly Uint32Array[];
  readonly height: number;
  readonly shade: string;
}): string {
  const { name, axis, cells, height, shade } = given;
  const most = Math.max(...cells.map(total));
  const bars = cells.map((counts, cell) => bar({ counts, cell, axis, most, height }));
  const label = `${cells.reduce((sum, counts) => sum + total(counts), 0)} starts; at most ${most} in ${formatLength(axis.cellMs)}`;
  return `<div class="row${height === allHeight ? ' all' : ''}"><span>${name}</span><svg class="lane" viewBox="0 0 ${axis.cells} ${height}" preserveAspectRatio="none" role="img" aria-label="${label}" style="height:${height}px">${shade}${bars.join('')}</svg></div>`;
}

/** What went wrong is on top, and is never too low to be seen. */
function bar(given: {
  readonly counts: Uint32Array;
  readonly cell: number;
  readonly axis: Axis;
  readonly most: number;
  readonly height: number;
}): string {
  const { counts, cell, axis, most, height } = given;
  if (total(counts) === 0) return '';
  const parts = jobOutcomes.flatMap((outcome, kind) => (counts[kind] === 0 ? [] : [{ outcome, count: counts[kind]! }]));
  const title = `${formatCell(axis, cell)}: ${formatCounts(counts)}`;
  const room = height - 2 - leastHeight * (parts.length - 1);
  let bottom = height;
  const rects = parts.map(({ outcome, count }) => {
    const tall = Math.max(leastHeight, Math.round((room * count) / most));
    bottom -= tall;
    return `<rect class="${outcome}" x="${cell}" y="${bottom}" width="1" height="${tall}"><title>${escapeHtml(title)}</title></rect>`;
  });
  return rects.join('');
}

function total(counts: Uint32Array): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The one zone whose clock all jobs of a step keep to; undefined where each recipient has their own. */
function onlyZone(step: Step, campaign: Campaign, hours: readonly JudgedByNumber[]): string | undefined {
  if (step.forEach === undefined) return campaign.timezone;
  const audience = campaign.audiences.find(({ name }) => name === step.forEach?.audience);
  return audience && zoneOfAll(audience, campaign, hours);
}

/** By their numbers all have the campaign's zone, unless somebody is named who does not. */
function zoneOfAll(
  { name, timezone }: Audience,
  campaign: Campaign,
  hours: readonly JudgedByNumber[],
): string | undefined {
  if ('zone' in timezone) return timezone.zone;
  return 'by' in timezone && !hours.some(({ audience }) => audience === name) ? campaign.timezone : undefined;
}

function closedHours({ window }: Step, zone: string, axis: Axis, height: number): string {
  if (window === 'always') return '';
  const end = axis.from + axis.cells * axis.cellMs;
  const closed: string[] = [];
  let from = axis.from;
  const shade = (to: number): void => {
    const [left, right] = [(from - axis.from) / axis.cellMs, (Math.min(to, end) - axis.from) / axis.cellMs];
    if (right > left)
      closed.push(`<rect class="closed" x="${round(left)}" y="0" width="${round(right - left)}" height="${height}"/>`);
  };
  const days = [from, end].map((at) => Math.floor(wallAt(at, zone) / dayMs));
  for (let day = days[0]! - 1; day <= days[1]!; day++) {
    for (const { opens, closes } of openingsOn(window, day, zone)) {
      if (closes <= from) continue;
      shade(opens);
      from = Math.max(from, closes);
    }
  }
  shade(end);
  return closed.join('');
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}

function key(shown: readonly JobOutcome[], campaign: Campaign, judged: readonly JudgedByNumber[]): string {
  const { audiences, timezone } = campaign;
  const items = shown.map((outcome) => `<li><i class="${outcome}"></i>${outcomeWords[outcome]}</li>`);
  const ownHours = audiences.some((audience) => zoneOfAll(audience, campaign, judged) === undefined);
  const hours = `shaded: closed hours${ownHours ? '; where recipients have zones of their own, nothing is shaded' : ''}`;
  return `<ul class="key">${items.join('')}<li>by the start of the latest attempt, ${escapeHtml(timezone)}; ${hours}</li></ul>`;
}
