import { formatCount } from '../../diagnostic/count-words.ts';
import type { Column, List, Row, Table } from '../document.ts';
import { html, type InPage, type Markup } from './html-tag.ts';
import { wordsHtml } from './html-words.ts';

/**
 * A table whose cells become lines, each with the name of its column, on a narrow screen. That takes its meaning from a table in
 * some browsers, which is why every part has its role. Between, it scrolls.
 */
export function tableHtml({ name, columns, rows }: Table): Markup {
  const hasHead = columns.some((column) => column.name !== '');
  const head = columns.map((column) => html`<th role="columnheader" scope="col"${classOf(column)}>${column.name}</th>`);
  return html`<div class="wide" role="group" aria-label="${name}" tabindex="0"><table class="${hasHead ? 'cells' : 'plain'}" role="table">${
    hasHead ? html`<thead role="rowgroup"><tr role="row">${head}</tr></thead>` : undefined
  }<tbody role="rowgroup">${rows.map((row) => rowHtml(row, columns))}</tbody></table></div>`;
}

function rowHtml({ cells, notes = [], look }: Row, columns: readonly Column[]): Markup {
  const all = cells.map((cell, index) => {
    const column = columns[index]!;
    const shown = cellHtml(cell);
    if (column.kind === 'row')
      return html`<th role="rowheader" scope="row">${shown}${notes.map((note) => html`<small>${wordsHtml(note)}</small>`)}</th>`;
    return html`<td role="cell"${classOf(column)} data-column="${column.name}">${shown}</td>`;
  });
  return html`<tr role="row"${look === undefined ? undefined : html` class="${look}"`}>${all}</tr>`;
}

function classOf({ kind }: Column): Markup | undefined {
  return kind === 'row' ? undefined : html` class="${kind}"`;
}

function cellHtml(cell: Row['cells'][number]): InPage {
  if (typeof cell === 'number') return cell === 0 ? html`<span class="zero soft">·</span>` : formatCount(cell);
  return typeof cell === 'object' && 'kind' in cell ? listHtml(cell) : wordsHtml(cell);
}

/** An empty one is nothing: on a narrow screen, its cell is left out. */
export function listHtml({ items, more }: List): InPage {
  if (items.length === 0) return undefined;
  const shown = items.map((item) =>
    typeof item === 'object' && 'items' in item
      ? html`<li>${wordsHtml(item.words)}<ul>${item.items.map((one) => html`<li>${wordsHtml(one)}</li>`)}</ul></li>`
      : html`<li>${wordsHtml(item)}</li>`,
  );
  return html`<ul>${shown}${more === 0 ? undefined : html`<li>and ${formatCount(more)} more</li>`}</ul>`;
}
