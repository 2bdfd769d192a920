import { formatCount } from '../../diagnostic/count-words.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { Summary } from '../../run/event.ts';
import type { RemovedStep } from '../../run/summary.ts';
import { column, type Table, table } from '../document.ts';
import { outcomeWords } from '../jobs/run-statistics.ts';
import { textLines } from '../render/text.ts';
import type { TextOptions } from '../render/text-words.ts';
import { type NamedStep, stepWords } from '../step-name.ts';

const columns = ['accepted', 'rejected', 'skipped', 'expired', 'inDoubt', 'pending'] as const;

/** Counts by step and outcome, with their sums. */
export function summaryTable(steps: readonly (NamedStep & { readonly summary: Summary })[], total: Summary): Table {
  const shown = total.cancelled === undefined ? columns : [...columns, 'cancelled' as const];
  const counts = (summary: Summary): readonly number[] => shown.map((field) => summary[field] ?? 0);
  const numbers = shown.map((field) => column.number(outcomeWords[field]));
  const rows = steps.map((step) => ({ cells: [stepWords(step), ...counts(step.summary)] }));
  const sums = steps.length > 1 ? [{ cells: ['total', ...counts(total)] }] : [];
  return table('Steps', [column.row('step'), ...numbers], [...rows, ...sums]);
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
