import type { Campaign, Limits, Step } from '../campaign/campaign.ts';
import type { Instant } from '../platform/ports.ts';
import type { Verdict } from './retry.ts';
import type { JobCounts } from './summary.ts';

/** What stops a run though there is work left: the campaign's own limits, and a service that is not there. */
export interface Brakes {
  /** Why this step's next job may not start. */
  beforeStart(step: Step): string | undefined;
  /** Why the run halts after this. */
  after(step: Step, verdict: Verdict, now: Instant): string | undefined;
  /** Attempts in a row that did not reach the service. */
  streak(): number;
  /** Nothing may start before: the service, or the network, asked for rest. */
  restUntil(): Instant;
}

/** Silence this long ends a run: short while nothing was ever answered (a wrong address), long later (an outage). */
const unreachableMsMax = { atFirst: 10_000, later: 300_000 } as const;

export function createBrakes(campaign: Campaign, counts: JobCounts): Brakes {
  const { limits } = campaign;
  let spent = spentSoFar(campaign, counts);
  let doubts = 0;
  let streak = 0;
  let streakSince: Instant = 0;
  let answered = false;
  let rest: Instant = 0;
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
      const notReached = verdict.kind === 'again' && (verdict.why === 'unsent' || verdict.why === 'throttled');
      if (notReached) {
        if (streak === 0) streakSince = now;
        // Those that were under way together count as one: they say nothing new.
        if (now >= rest) streak++;
        rest = Math.max(rest, verdict.notBefore);
      } else {
        streak = 0;
        answered ||= verdict.kind !== 'again' && verdict.kind !== 'inDoubt';
      }
      if (verdict.kind !== 'accepted' && verdict.kind !== 'inDoubt')
        spent -= limits.budget === undefined ? 0 : priceOf(step);
      const silence = answered ? unreachableMsMax.later : unreachableMsMax.atFirst;
      if (verdict.kind === 'again' && verdict.why === 'unsent' && now - streakSince >= silence) {
        return `the service cannot be reached: ${verdict.reason}`;
      }
      if (verdict.kind === 'inDoubt') {
        doubts++;
        if (doubts >= limits.doubts) return `${doubts} jobs came to be in doubt (limits.doubts)`;
      }
      if (verdict.kind === 'halt') return `the service answered ${verdict.code}: ${verdict.reason}`;
      if (verdict.kind === 'accepted' || verdict.kind === 'rejected') return failures.note(verdict.kind === 'rejected');
      return undefined;
    },
    streak: () => streak,
    restUntil: () => rest,
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
