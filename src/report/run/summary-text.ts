import type { Summary } from '../../run/event.ts';
import { formatCount } from '../plan/words.ts';
import { type NamedStep, shortStepName } from '../step-name.ts';

const columns: readonly { readonly field: keyof Summary; readonly title: string }[] = [
  { field: 'accepted', title: 'accepted' },
  { field: 'rejected', title: 'rejected' },
  { field: 'skipped', title: 'skipped' },
  { field: 'expired', title: 'expired' },
  { field: 'inDoubt', title: 'in doubt' },
  { field: 'pending', title: 'pending' },
];
const cancelledColumn = { field: 'cancelled', title: 'cancelled' } as const;

/** Counts by step and outcome, with their sums; a zero is a dot, so that other numbers are easy to see. */
export function summaryTable(steps: readonly (NamedStep & { readonly summary: Summary })[], total: Summary): string {
  const shown = total.cancelled === undefined ? columns : [...columns, cancelledColumn];
  const width = Math.max('in all'.length, ...steps.map((step) => shortStepName(step).length));
  const counts = (summary: Summary): string[] =>
    shown.map(({ field }) => {
      const count = summary[field] ?? 0;
      return count === 0 ? '·' : formatCount(count);
    });
  // No number is wider than its column's sum.
  const widths = counts(total).map((sum, index) => Math.max(7, shown[index]!.title.length, sum.length) + 2);
  const row = (name: string, cells: readonly string[]): string =>
    `  ${name.padEnd(width)}${cells.map((cell, index) => cell.padStart(widths[index]!)).join('')}`;
  return [
    row(
      '',
      shown.map(({ title }) => title),
    ),
    ...steps.map((step) => row(shortStepName(step), counts(step.summary))),
    ...(steps.length > 1 ? [row('in all', counts(total))] : []),
  ].join('\n');
}
