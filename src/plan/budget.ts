import type { Campaign } from '../campaign/campaign.ts';
import type { Instant } from '../platform/ports.ts';
import type { StepProgress } from '../schedule/scheduler.ts';

/** Money in millionths: what floats add beyond that is not money. */
export function roundMoney(amount: number): number {
  return Math.round(amount * 1e6) / 1e6;
}

/** How far a purse reaches: the campaign's budget, or the account's balance. */
export interface Funds {
  readonly of: 'budget' | 'balance';
  readonly amount: number;
  /** Spent of it before this plan (of a budget: by jobs that were accepted, or are in doubt). */
  readonly spent: number;
  /** The first job that it does not pay for; absent when it pays for all. */
  readonly ends?: {
    readonly at: Instant;
    readonly step: string;
    /** How many jobs of that step are started until then, this one included. */
    readonly job: number;
  };
}

/** Counts along as jobs start, and notes where a purse is empty. */
export function createBudgetTracker(input: {
  readonly campaign: Campaign;
  readonly balance: number | undefined;
  /** Before anything of this plan. */
  readonly progress: readonly StepProgress[];
}) {
  const { campaign, balance, progress } = input;
  const priceOf = new Map(campaign.steps.map(({ id, uses }) => [id, campaign.costs[uses] ?? 0]));
  // What may have been sent is paid for until a person says that it was not: as the run counts.
  const spentBefore = progress.reduce(
    (sum, { step, counts }) => sum + (counts.accepted + counts.inDoubt) * (priceOf.get(step) ?? 0),
    0,
  );
  const { budget } = campaign.limits;
  const purses: { -readonly [key in keyof Funds]: Funds[key] }[] = [
    ...(budget === undefined ? [] : [{ of: 'budget' as const, amount: budget, spent: roundMoney(spentBefore) }]),
    ...(balance === undefined ? [] : [{ of: 'balance' as const, amount: balance, spent: 0 }]),
  ];
  let spent = 0;
  return {
    note(step: string, job: number, at: Instant): void {
      const price = priceOf.get(step) ?? 0;
      if (price === 0) return;
      spent += price;
      for (const purse of purses) {
        if (purse.ends === undefined && roundMoney(purse.spent + spent) > purse.amount) purse.ends = { at, step, job };
      }
    },
    purses: (): readonly Funds[] => purses,
  };
}
