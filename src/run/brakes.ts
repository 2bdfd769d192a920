import type { Campaign, Limits, Step } from '../campaign/campaign.ts';
import type { Instant } from '../platform/ports.ts';
import type { Easing } from './easing.ts';
import type { Verdict } from './retry.ts';
import type { JobCounts } from './summary.ts';

/** What stops a run though there is work left: the campaign's own limits, the service's word, and a service that is not there. */
export interface Brakes {
  /** Why this step's next job may not start. */
  beforeStart(step: Step): string | undefined;
  /** Why the run halts after this. */
  after(step: Step, verdict: Verdict, now: Instant): string | undefined;
}

/** Silence this long ends a run: short while nothing was ever answered (a wrong address), long later (an outage). */
const silenceMsMax = { atFirst: 10_000, later: 300_000 } as const;

export function createBrakes(campaign: Campaign, counts: JobCounts, easing: Easing): Brakes {
  const { limits } = campaign;
  let spent = spentSoFar(campaign, counts);
  let doubts = 0;
  let answered = false;
  const failures = createFailureWindow(limits);
  const priceOf = (step: Step): number => campaign.costs[step.uses] ?? 0;

  return {
    beforeStart(step) {
      const price = priceOf(step);
      if (limits.budget === undefined || price === 0) return undefined;
      if (spent + price > limits.budget + 1e-9)
        return `the budget of ${limits.budget} is used up (${round(spent)} spent)`;
      spent += price;
      return undefined;
    },
    after(step, verdict, now) {
      const { kind } = verdict;
      if (limits.budget !== undefined && kind !== 'accepted' && kind !== 'inDoubt') spent -= priceOf(step);
      if (kind === 'halt') return `the service answered ${verdict.code}: ${verdict.reason}`;
      if (kind === 'inDoubt') {
        doubts++;
        return doubts >= limits.doubts ? `${doubts} jobs came to be in doubt (limits.doubts)` : undefined;
      }
      if (kind === 'again') {
        const since = easing.silentSince();
        const longest = answered ? silenceMsMax.later : silenceMsMax.atFirst;
        if (verdict.why !== 'unsent' || since === undefined || now - since < longest) return undefined;
        return `the service cannot be reached: ${verdict.reason}`;
      }
      answered = true;
      return kind === 'accepted' || kind === 'rejected' ? failures.note(kind === 'rejected') : undefined;
    },
  };
}

function spentSoFar(campaign: Campaign, counts: JobCounts): number {
  let spent = 0;
  for (const step of campaign.steps) {
    const { accepted = 0, inDoubt = 0 } = counts.get(step.id) ?? {};
    spent += (accepted + inDoubt) * (campaign.costs[step.uses] ?? 0);
  }
  return spent;
}

/** `stopAfter`: at least this share of the last `of` jobs, or this number in all. */
function createFailureWindow({ stopAfter }: Limits): { note(failed: boolean): string | undefined } {
  if (stopAfter === undefined) return { note: () => undefined };
  const { failures, of } = stopAfter;
  const latest: boolean[] = [];
  let failed = 0;
  return {
    note(one) {
      latest.push(one);
      if (one) failed++;
      if (latest.length > of && latest.shift()) failed--;
      const limit = 'count' in failures ? failures.count : Math.max(1, Math.ceil(failures.share * of));
      if (!one || failed < limit) return undefined;
      return `${failed} of the last ${latest.length} jobs were rejected (limits.stopAfter)`;
    },
  };
}

function round(amount: number): number {
  return Math.round(amount * 1e6) / 1e6;
}
