import { formatCount } from '../plan/words.ts';
import { type Column, type TableRow, table } from './table.ts';

/** A page stays small, however long a campaign takes. */
const rowsAtMost = 1_000;

/** The times of a chart as a table, folded: its bars say them only to people who can point at them. */
export function timesAsText(columns: readonly Column[], rows: readonly TableRow[]): string {
  const more = rows.length - rowsAtMost;
  const note = more > 0 ? `<p class="about">and ${formatCount(more)} more</p>` : '';
  return `<details class="times"><summary>Times as text</summary>${table('Times', columns, rows.slice(0, rowsAtMost))}${note}</details>`;
}
