import type { Campaign, Limits, Step } from '../../campaign/campaign.ts';
import { formatAddress, type JobAddress } from '../../job/address.ts';
import type { Instant } from '../../platform/ports.ts';
import type { ScheduledJob } from '../../schedule/scheduler.ts';
import { leavesDoubt } from '../../schedule/step-jobs.ts';
import type { Store } from '../../state/store.ts';
import { jobCounts } from '../summary.ts';
import type { Backpressure } from './backpressure.ts';
import type { Verdict } from './retry.ts';

/** What stops a run that has work left: the campaign's limits, an answer of the service, or a service that cannot be reached. */
export interface StopConditions {
  /** Why this job may not start. */
  beforeStart(job: ScheduledJob): string | undefined;
  /** Why the run halts after this. */
  after(job: ScheduledJob, verdict: Verdict, now: Instant): string | undefined;
  /** It was started, but no request was sent. */
  notSent(job: ScheduledJob): void;
}

/** Silence this long ends a run: short while nothing was ever answered (a wrong address), long later (an outage). */
const silenceMsMax = { atFirst: 10_000, later: 300_000 } as const;

type Records = Pick<Store, 'counts' | 'jobs'>;

export function createStopConditions(campaign: Campaign, records: Records, backpressure: Backpressure): StopConditions {
  const { limits } = campaign;
  const budgetTracker = createBudgetTracker(campaign, records);
  let doubts = 0;
  let answered = false;
  /** Ever, in this run: an address that has accepted something is the service's. */
  const hasAccepted = (): boolean => records.counts().some(({ state, jobs }) => state === 'accepted' && jobs > 0);
  const failures = createFailureWindow(limits);

  return {
    beforeStart: budgetTracker.pay,
    notSent: budgetTracker.payBack,
    after(job, verdict, now) {
      const { kind } = verdict;
      budgetTracker.note(job, verdict);
      if ((kind === 'inDoubt' || kind === 'again') && verdict.turnedAway === true && !hasAccepted()) {
        return `nothing was accepted yet, and the first answer is ${verdict.reason}: check CALLSHEET_BASE_URL, and whether a proxy or gateway blocks this machine`;
      }
      if (kind === 'halt') return `the service answered ${verdict.code}: ${verdict.reason}`;
      if (kind === 'inDoubt') {
        doubts++;
        return doubts >= limits.doubts ? `${doubts} jobs are in doubt (limits.doubts)` : undefined;
      }
      if (kind === 'again') {
        const since = backpressure.silentSince();
        const longest = answered ? silenceMsMax.later : silenceMsMax.atFirst;
        if (verdict.why !== 'unsent' || since === undefined || now - since < longest) return undefined;
        return `the service cannot be reached: ${verdict.reason}`;
      }
      answered = true;
      return kind === 'accepted' || kind === 'rejected' ? failures.note(kind === 'rejected') : undefined;
    },
  };
}

/** What has been paid, and what may have been: a job whose answer was lost is paid for until it is known that it is not. */
interface BudgetTracker {
  /** Why it cannot be paid. */
  pay(job: ScheduledJob): string | undefined;
  payBack(job: ScheduledJob): void;
  note(job: ScheduledJob, verdict: Verdict): void;
}

function createBudgetTracker(campaign: Campaign, records: Records): BudgetTracker {
  const { budget } = campaign.limits;
  if (budget === undefined) return { pay: () => undefined, payBack: () => undefined, note: () => undefined };
  const priceOf = ({ uses }: Step): number => campaign.costs[uses] ?? 0;
  const addressOf = ({ step, key }: ScheduledJob): JobAddress =>
    formatAddress(key === undefined ? { step: step.id } : { step: step.id, key });
  const counts = jobCounts(records);
  /** Pending, and perhaps charged for: the repeat costs nothing more. */
  const held = new Set<JobAddress>();
  let spent = 0;
  for (const step of campaign.steps) {
    const price = priceOf(step);
    if (price === 0) continue;
    const { accepted = 0, inDoubt = 0 } = counts.get(step.id) ?? {};
    spent += (accepted + inDoubt) * price;
    for (const job of records.jobs({ step: step.id, state: 'pending' })) {
      if (job.doubtful !== true || !leavesDoubt(step)) continue;
      held.add(formatAddress(job));
      spent += price;
    }
  }
  const payBack = (job: ScheduledJob): void => {
    if (!held.has(addressOf(job))) spent -= priceOf(job.step);
  };
  return {
    pay(job) {
      const price = priceOf(job.step);
      if (price === 0 || held.has(addressOf(job))) return undefined;
      if (spent + price > budget + 1e-9) return `the budget of ${budget} is used up (${round(spent)} spent)`;
      spent += price;
      return undefined;
    },
    payBack,
    note(job, verdict) {
      const { kind } = verdict;
      if (kind === 'accepted' || kind === 'inDoubt') return;
      if (kind === 'again' && verdict.doubtful && leavesDoubt(job.step)) held.add(addressOf(job));
      if (kind === 'rejected') held.delete(addressOf(job));
      payBack(job);
    },
  };
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
