import { formatCount } from '../plan/words.ts';
import { escapeHtml } from '../render/html-tag.ts';

export interface Column {
  readonly name: string;
  /** `row` names its row; `line` is not broken, `words` are. */
  readonly kind: 'row' | 'number' | 'line' | 'words';
}

export interface TableRow {
  readonly class?: string;
  /** Markup, by column. An empty cell is left out on a narrow screen. */
  readonly cells: readonly string[];
}

/**
 * A table whose cells become lines, each with the name of its column, on a narrow screen. That takes its meaning from a table in
 * some browsers, which is why every part has its role. Between, it scrolls.
 */
export function table(name: string, columns: readonly Column[], rows: readonly TableRow[]): string {
  const head = columns.map(
    (column) => `<th role="columnheader" scope="col"${classOf(column)}>${escapeHtml(column.name)}</th>`,
  );
  const body = rows.map((row) => {
    const cells = row.cells.map((markup, index) => cell(columns[index]!, markup));
    return `<tr role="row"${row.class === undefined ? '' : ` class="${row.class}"`}>${cells.join('')}</tr>`;
  });
  return `<div class="wide" role="group" aria-label="${escapeHtml(name)}" tabindex="0"><table class="cells" role="table"><thead role="rowgroup"><tr role="row">${head.join('')}</tr></thead><tbody role="rowgroup">${body.join('')}</tbody></table></div>`;
}

function cell(column: Column, markup: string): string {
  if (column.kind === 'row') return `<th role="rowheader" scope="row">${markup}</th>`;
  return `<td role="cell"${classOf(column)} data-column="${escapeHtml(column.name)}">${markup}</td>`;
}

function classOf({ kind }: Column): string {
  return kind === 'row' ? '' : ` class="${kind}"`;
}

/** A number in a cell; a zero is a dot, so that other numbers are easy to see. */
export function countHtml(count: number): string {
  return count === 0 ? '<i class="zero">·</i>' : formatCount(count);
}
