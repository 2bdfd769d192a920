import type { SelectionCount } from '../campaign/audiences/selection-counts.ts';
import { visibleLine } from '../diagnostic/visible-text.ts';
import { shownReason } from './mask.ts';
import { formatCount } from './plan/words.ts';

/** A sentence for each `where` that leaves somebody out: whom it keeps, and how many each of its conditions leaves out. */
export function formatSelection(selection: readonly SelectionCount[], showNumbers: boolean): readonly string[] {
  return selection.map(({ audience, step, recipients, leftOut }) => {
    const left = leftOut.map(({ reason, rows }) => `${formatCount(rows)} whose ${reason}`);
    const of = step === undefined ? `\`${audience}\` has` : `\`${step}\` is for`;
    const kept = `${formatCount(recipients)} ${recipients === 1 ? 'recipient' : 'recipients'}`;
    return shownReason(visibleLine(`${of} ${kept}; \`where\` leaves out ${left.join(', ')}`), showNumbers);
  });
}
