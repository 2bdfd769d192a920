import { formatCount } from '../../diagnostic/count-words.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { Summary } from '../../run/event.ts';
import type { RemovedStep } from '../../run/summary.ts';
import type { Table } from '../document.ts';
import { textLines } from '../render/text.ts';
import type { TextOptions } from '../render/text-words.ts';
import { type NamedStep, stepWords } from '../step-name.ts';

const columns: readonly { readonly field: keyof Summary; readonly title: string }[] = [
  { field: 'accepted', title: 'accepted' },
  { field: 'rejected', title: 'rejected' },
  { field: 'skipped', title: 'skipped' },
  { field: 'expired', title: 'expired' },
  { field: 'inDoubt', title: 'in doubt' },
  { field: 'pending', title: 'pending' },
];
const cancelledColumn = { field: 'cancelled', title: 'cancelled' } as const;

/** Counts by step and outcome, with their sums. */
export function summaryTable(steps: readonly (NamedStep & { readonly summary: Summary })[], total: Summary): Table {
  const shown = total.cancelled === undefined ? columns : [...columns, cancelledColumn];
  const counts = (summary: Summary): readonly number[] => shown.map(({ field }) => summary[field] ?? 0);
  return {
    kind: 'table',
    name: 'Steps',
    columns: [{ name: 'step', kind: 'row' }, ...shown.map(({ title }) => ({ name: title, kind: 'number' as const }))],
    rows: [
      ...steps.map((step) => ({ cells: [stepWords(step), ...counts(step.summary)] })),
      ...(steps.length > 1 ? [{ cells: ['total', ...counts(total)] }] : []),
    ],
  };
}

export function summaryText(options: TextOptions, ...given: Parameters<typeof summaryTable>): string {
  return textLines([summaryTable(...given)], options).join('\n');
}

/** What the sums leave out: people who were reached by steps that are no longer in the file. */
export function removedStepsText(removed: readonly RemovedStep[]): readonly string[] {
  return removed.map(({ step, accepted, inDoubt, others }) => {
    const counts = [
      `${formatCount(accepted)} accepted`,
      ...(inDoubt > 0 ? [`${formatCount(inDoubt)} in doubt`] : []),
      ...(others > 0 ? [`${formatCount(others)} with another outcome`] : []),
    ];
    return `Not in these counts: ${counts.join(', ')} in step \`${visibleLine(step)}\`, which is no longer in the file.`;
  });
}
