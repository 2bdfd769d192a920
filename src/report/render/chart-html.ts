import { counted, formatCount } from '../../diagnostic/count-words.ts';
import { formatDuration } from '../../time/duration.ts';
import { type Chart, type ChartRow, column, type Outcome } from '../document.ts';
import { formatCell, ticks } from './axis.ts';
import { html, type Markup } from './html-tag.ts';
import { wordsHtml } from './html-words.ts';
import { timesAsText } from './timeline-html.ts';

const [laneHeight, sumHeight] = [28, 72];
/** A single refusal among a thousand must be seen. */
const leastHeight = 3;

export function chartHtml(chart: Chart): Markup {
  const { axis, outcomes, rows, key, note } = chart;
  const shown = outcomes.filter((_, kind) => rows.some(({ counts }) => counts.some((cell) => cell[kind]! > 0)));
  const items = shown.map((outcome) => html`<li>${wordsHtml([{ outcome }])}</li>`);
  return html`<div class="timeline"><div class="lane axis">${ticks(axis)}</div>${rows.map((row) => rowHtml(row, chart))}</div>${
    note === undefined ? undefined : html`<p class="about">${note}</p>`
  }<ul class="legend flow">${items}<li>${key}</li></ul>${times(chart)}`;
}

function times({ axis, outcomes, rows }: Chart): Markup {
  const lanes = rows.filter(({ isSum }) => !isSum);
  const started = lanes.flatMap(({ name, counts }) =>
    counts.flatMap((cell, index) =>
      total(cell) === 0
        ? []
        : [{ cells: [[name].flat().slice(0, -1), formatCell(axis, index), formatCounts(cell, outcomes)] }],
    ),
  );
  return timesAsText([column.row('step'), column.line('started'), column.words('jobs')], started);
}

function formatCounts(counts: Uint32Array, outcomes: readonly Outcome[]): string {
  return outcomes
    .flatMap(({ words }, kind) => (counts[kind] === 0 ? [] : [`${formatCount(counts[kind]!)} ${words}`]))
    .join(', ');
}

function rowHtml({ name, counts, isSum, closed }: ChartRow, { axis, outcomes }: Chart): Markup {
  const height = isSum ? sumHeight : laneHeight;
  const most = Math.max(...counts.map(total));
  const starts = counts.reduce((sum, cell) => sum + total(cell), 0);
  const label = `${counted(starts, 'start')}; at most ${formatCount(most)} in ${formatDuration(axis.cellMs)}`;
  const cellAt = (at: number): number => Math.round((100 * (at - axis.from)) / axis.cellMs) / 100;
  const shade = closed.map(
    ({ from, to }) =>
      html`<rect class="closed" x="${cellAt(from)}" y="0" width="${cellAt(axis.from + to - from)}" height="${height}"/>`,
  );
  const bars = counts.map((cell, index) => {
    const title = `${formatCell(axis, index)}: ${formatCounts(cell, outcomes)}`;
    const parts = outcomes.flatMap(({ kind }, place) => (cell[place] === 0 ? [] : [{ kind, count: cell[place]! }]));
    // What went wrong is on top, and is never too low to be seen.
    const room = height - 2 - leastHeight * (parts.length - 1);
    let bottom = height;
    return parts.map(({ kind, count }) => {
      const tall = Math.max(leastHeight, Math.round((room * count) / most));
      bottom -= tall;
      return html`<rect class="${kind}" x="${index}" y="${bottom}" width="1" height="${tall}"><title>${title}</title></rect>`;
    });
  });
  return html`<div class="lane"><span>${wordsHtml(name)}</span><svg viewBox="0 0 ${axis.cells} ${height}" preserveAspectRatio="none" role="img" aria-label="${label}" width="100%" height="${height}">${shade}${bars}</svg></div>`;
}

function total(counts: Uint32Array): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
