import { isSame, type PlanDifference } from '../../../plan/difference/plan-difference.ts';
import { formatInstant } from '../../../time/local-time.ts';
import type { DifferenceOptions } from './document.ts';

/** For machines; a promise of `docs/cli.md`: new keys may come, none change. */
export function differenceToJson(difference: PlanDifference, { campaign, run, timezone }: DifferenceOptions): string {
  const { before, after, inputs, facts, findings, settings, steps, leftOut } = difference;
  const at = (instant: number): string => formatInstant(instant, timezone);
  const value = (fact: string, amount: number | undefined): number | string | null => {
    if (amount === undefined) return null;
    return fact === 'starts' || fact === 'ends' ? at(amount) : amount;
  };
  const json = {
    version: 1,
    campaign,
    run,
    before: { now: at(before.now), hash: before.hash },
    after: { now: at(after.now), hash: after.hash },
    same: isSame(difference),
    inputs,
    totals: facts.map((change) => ({
      name: change.fact,
      before: value(change.fact, change.before),
      after: value(change.fact, change.after),
    })),
    findings,
    settings: settings.map(({ key, before, after }) => ({ key, before: before ?? null, after: after ?? null })),
    leftOut: leftOut
      .filter(({ rows, before }) => rows !== before)
      .map(({ audience, file, rows, before }) => ({ audience, file, before, after: rows })),
    steps: steps.map(({ step, added, dropped, moved, changed, sentBefore }) => ({
      step,
      added,
      dropped,
      moved: moved.map(({ address, from, to }) => ({ address, from: at(from), to: at(to) })),
      changed,
      sentBefore,
    })),
  };
  return `${JSON.stringify(json, null, 2)}\n`;
}
