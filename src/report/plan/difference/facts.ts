import { formatMoney } from '../../../plan/budget.ts';
import type { FactChange } from '../../../plan/difference/plan-difference.ts';
import type { PlanFact } from '../../../plan/difference/plan-facts.ts';
import { formatCount, formatDayTime } from '../words.ts';

export const factNames: Readonly<Record<PlanFact, string>> = {
  toSend: 'to send',
  done: 'done',
  skipped: 'skipped',
  inDoubt: 'in doubt',
  cost: 'cost',
  starts: 'first start',
  ends: 'last start',
  inDoubtAtMost: 'in doubt at most after a crash',
  inDoubtIfLate: 'in doubt at most if resumed too late to retry',
  inDoubtIfEdited: 'in doubt at most if in-flight jobs are edited or removed first',
};

/** Old and new value. */
export function factValues(
  { fact, before, after }: FactChange,
  { timezone, currency }: { readonly timezone: string; readonly currency?: string | undefined },
): readonly [string, string] {
  const format = (value: number | undefined): string => {
    if (value === undefined) return 'none';
    if (fact === 'cost') return formatMoney(value, currency);
    return fact === 'starts' || fact === 'ends' ? formatDayTime(value, timezone) : formatCount(value);
  };
  return [format(before), format(after)];
}
