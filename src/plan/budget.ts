import type { Campaign, Step } from '../campaign/campaign.ts';
import type { JobId } from '../job/address.ts';
import { forEachRow, type History } from '../job/history.ts';
import type { Instant } from '../platform/ports.ts';
import type { StepProgress } from '../schedule/scheduler.ts';
import { leavesDoubt } from '../schedule/step-jobs.ts';

/** Money in millionths: smaller amounts are rounding errors. */
export function roundMoney(amount: number): number {
  return Math.round(amount * 1e6) / 1e6;
}

const format = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 6 });

/** `70.59`, `0.0225 EUR`: at least two decimals, and as many more as there are, up to a millionth. `costs.currency` may be unknown. */
export function formatMoney(amount: number, currency: string | undefined): string {
  return currency === undefined ? format.format(amount) : `${format.format(amount)} ${currency}`;
}

/** How far the campaign's budget, or the account's balance, reaches. */
export interface Funds {
  readonly of: 'budget' | 'balance';
  readonly amount: number;
  /** Spent before this plan (of a budget: by jobs that were accepted, or are in doubt). */
  readonly spent: number;
  /** The first job that it does not pay for; absent when it pays for every job. */
  readonly ends?: {
    readonly at: Instant;
    readonly step: string;
    /** The number of jobs of that step until then, this one included. */
    readonly job: number;
  };
}

/** A budget that does not pay for a job: a run halts in its place. */
export interface UsedUp {
  readonly budget: number;
  readonly spent: number;
  readonly currency?: string;
}

/** Undefined where the budget pays for this job, judged as a run does: a retry of what may have been paid for costs nothing more. */
export function usedUp(campaign: Campaign, { steps }: Pick<History, 'steps'>, job: JobId): UsedUp | undefined {
  const { limits, costs, currency } = campaign;
  const priceOf = ({ uses }: Step): number => costs[uses] ?? 0;
  const price = campaign.steps.filter(({ id }) => id === job.step).map(priceOf)[0] ?? 0;
  if (limits.budget === undefined || price === 0) return undefined;
  let isPaid = false;
  let spent = 0;
  for (const step of campaign.steps.filter((one) => priceOf(one) > 0)) {
    let jobs = 0;
    for (const name of new Set([step.was ?? step.id, step.id]))
      forEachRow(steps.get(name), ({ key, state, doubtful }) => {
        const isRetried = state === 'pending' && doubtful && leavesDoubt(step);
        if (isRetried && step.id === job.step && key === (job.key && Number(job.key))) isPaid = true;
        if (isRetried || state === 'accepted' || state === 'inDoubt' || state === 'sending') jobs++;
      });
    spent += jobs * priceOf(step);
  }
  if (isPaid || roundMoney(spent + price) <= limits.budget) return undefined;
  return { budget: limits.budget, spent: roundMoney(spent), ...(currency !== undefined && { currency }) };
}

/** Adds up prices as jobs start, and notes where the money runs out. */
export function createBudgetTracker(input: {
  readonly campaign: Campaign;
  readonly balance: number | undefined;
  /** Before the first start of this plan. */
  readonly progress: readonly StepProgress[];
}) {
  const { campaign, balance, progress } = input;
  const priceOf = new Map(campaign.steps.map(({ id, uses }) => [id, campaign.costs[uses] ?? 0]));
  // A job in doubt counts as paid until a person decides: the run does the same.
  const spentBefore = progress.reduce(
    (sum, { step, counts }) => sum + (counts.accepted + counts.inDoubt) * (priceOf.get(step) ?? 0),
    0,
  );
  const { budget } = campaign.limits;
  const funds: { -readonly [key in keyof Funds]: Funds[key] }[] = [
    ...(budget === undefined ? [] : [{ of: 'budget' as const, amount: budget, spent: roundMoney(spentBefore) }]),
    ...(balance === undefined ? [] : [{ of: 'balance' as const, amount: balance, spent: 0 }]),
  ];
  let spent = 0;
  return {
    /** An earlier attempt may have been paid for, and it is too late to retry. */
    inDoubt(step: string): void {
      for (const one of funds) if (one.of === 'budget') one.spent = roundMoney(one.spent + (priceOf.get(step) ?? 0));
    },
    note(step: string, job: number, at: Instant): void {
      const price = priceOf.get(step) ?? 0;
      if (price === 0) return;
      spent += price;
      for (const one of funds) {
        if (one.ends === undefined && roundMoney(one.spent + spent) > one.amount) one.ends = { at, step, job };
      }
    },
    funds: (): readonly Funds[] => funds,
  };
}
