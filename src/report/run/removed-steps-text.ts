import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { RemovedStep } from '../../run/summary.ts';
import { formatCount } from '../plan/words.ts';

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
