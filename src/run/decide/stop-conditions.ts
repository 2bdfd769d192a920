import type { Campaign, Limits, Step, StopAfter } from '../../campaign/campaign.ts';
import type { ListRule } from '../../campaign/contact-rules.ts';
import { formatAddress, type JobAddress, jobId } from '../../job/address.ts';
import type { RunReader } from '../../ledger/backend.ts';
import { type ContactLedger, firstStale } from '../../ledger/contacts/ledger.ts';
import { roundMoney } from '../../plan/budget.ts';
import type { Instant } from '../../platform/ports.ts';
import type { ScheduledJob } from '../../schedule/scheduler.ts';
import { leavesDoubt } from '../../schedule/step-jobs.ts';
import { jobsOf } from '../../schedule/waves.ts';
import type { HaltReason, Refusal, Rejections } from '../stop-reason.ts';
import { jobCounts } from '../summary.ts';
import type { Backpressure } from './backpressure.ts';
import type { Verdict } from './retry.ts';

/** After this much silence a run ends: early if nothing was ever answered (a wrong address), late otherwise (an outage). */
const silenceMsMax = { atFirst: 10_000, later: 300_000 } as const;

type Records = Pick<RunReader, 'counts' | 'jobs'>;

/** What halts a run: a limit of the campaign, an answer of the service, or a service that cannot be reached. */
export async function createStopConditions(
  campaign: Campaign,
  records: Records,
  /** Something was accepted in this run, by this process or an earlier one: the address is the service's. */
  acceptedBefore: boolean,
  backpressure: Backpressure,
  /** Jobs of a step that are not judged yet. */
  left: (step: string) => number,
) {
  const { limits } = campaign;
  let budgetTracker = await createBudgetTracker(campaign, records);
  let inDoubt = 0;
  let answered = false;
  let hasAccepted = acceptedBefore;
  const afterAnswer = createRefusalLimit(limits, left);

  return {
    /** Why this job may not start. */
    beforeStart: (job: ScheduledJob): HaltReason | undefined => budgetTracker.charge(job),
    /** The job was started, and the service has done nothing for it: its price goes back into the budget. */
    refund: (job: ScheduledJob): void => budgetTracker.refund(job),
    /** By `costs`; 0 without a budget. */
    budgetSpent: (): number => budgetTracker.spent(),
    /** While nothing is in flight: what was charged follows from what is recorded, which a person has changed. */
    async readAgain(): Promise<void> {
      budgetTracker = await createBudgetTracker(campaign, records);
    },
    /** Jobs that this process has left in doubt. */
    doubts: (): number => inDoubt,
    /** Why the run halts after this. */
    after(job: ScheduledJob, verdict: Verdict, now: Instant): HaltReason | undefined {
      const { kind } = verdict;
      budgetTracker.note(job, verdict);
      if ((kind === 'inDoubt' || kind === 'again') && verdict.turnedAway === true && !hasAccepted) {
        return { kind: 'turnedAway', reason: verdict.reason };
      }
      if (kind === 'halt')
        return { kind: 'answer', operation: job.step.uses, code: verdict.code, reason: verdict.reason };
      if (kind === 'resync') return { kind: 'clock', code: verdict.code, reason: verdict.reason };
      if (kind === 'inDoubt') {
        inDoubt++;
        if (inDoubt >= limits.doubts) return { kind: 'doubts', inDoubt };
        if (inDoubt >= (limits.account?.doubts ?? limits.doubts)) return { kind: 'accountDoubts', inDoubt };
        return afterAnswer(job, verdict);
      }
      if (kind === 'again') {
        const since = backpressure.silentSince();
        const longest = answered ? silenceMsMax.later : silenceMsMax.atFirst;
        if (verdict.why !== 'unsent' || since === undefined || now - since < longest) return undefined;
        return { kind: 'unreachable', reason: verdict.reason };
      }
      answered = true;
      hasAccepted ||= kind === 'accepted';
      return kind === 'accepted' || kind === 'rejected' ? afterAnswer(job, verdict) : undefined;
    },
  };
}

export type StopConditions = Awaited<ReturnType<typeof createStopConditions>>;

/** What was charged, and what may have been: a job whose answer was lost counts as charged until the service rejects it. */
interface BudgetTracker {
  /** Charges a job that starts, or returns why the budget does not cover it. */
  charge(job: ScheduledJob): HaltReason | undefined;
  refund(job: ScheduledJob): void;
  note(job: ScheduledJob, verdict: Verdict): void;
  spent(): number;
}

async function createBudgetTracker(campaign: Campaign, records: Records): Promise<BudgetTracker> {
  const { budget } = campaign.limits;
  if (budget === undefined) {
    return { charge: () => undefined, refund: () => undefined, note: () => undefined, spent: () => 0 };
  }
  const priceOf = ({ uses }: Step): number => campaign.costs[uses] ?? 0;
  const addressOf = ({ step, key }: ScheduledJob): JobAddress => formatAddress(jobId(step.id, key));
  const counts = await jobCounts(records);
  /** Pending, and possibly charged already: the retry costs nothing more. */
  const charged = new Set<JobAddress>();
  /** Charged jobs by price: a sum of a million prices would not be exact. */
  const jobsAt = new Map<number, number>();
  const add = (price: number, jobs: number): void => void jobsAt.set(price, (jobsAt.get(price) ?? 0) + jobs);
  const spent = (): number => roundMoney([...jobsAt].reduce((sum, [price, jobs]) => sum + price * jobs, 0));
  for (const step of campaign.steps) {
    const price = priceOf(step);
    if (price === 0) continue;
    const { accepted = 0, inDoubt = 0 } = counts.get(step.id) ?? {};
    add(price, accepted + inDoubt);
    if (!leavesDoubt(step)) continue;
    for await (const page of records.jobs({ step: step.id, state: 'pending' })) {
      for (const job of page) {
        if (job.doubtful !== true) continue;
        charged.add(formatAddress(job));
        add(price, 1);
      }
    }
  }
  const refund = (job: ScheduledJob): void => {
    if (!charged.has(addressOf(job))) add(priceOf(job.step), -1);
  };
  return {
    charge(job) {
      const price = priceOf(job.step);
      if (price === 0 || charged.has(addressOf(job))) return undefined;
      if (roundMoney(spent() + price) > budget) {
        const { currency } = campaign;
        return { kind: 'budget', budget, spent: spent(), ...(currency !== undefined && { currency }) };
      }
      add(price, 1);
      return undefined;
    },
    refund,
    spent,
    note(job, verdict) {
      const { kind } = verdict;
      if (kind === 'accepted' || kind === 'inDoubt') return;
      if (kind === 'again' && verdict.doubtful && leavesDoubt(job.step)) charged.add(addressOf(job));
      if (kind === 'rejected') charged.delete(addressOf(job));
      refund(job);
    },
  };
}

/** Halts a run whose requests the service refuses. It counts the answers of this process: who continues a halted run sends again. */
type RefusalLimit = (
  job: ScheduledJob,
  verdict: Extract<Verdict, { kind: 'accepted' | 'rejected' | 'inDoubt' }>,
) => HaltReason | undefined;

/** Without `limits.stopAfter` a step halts the run when all of its first answers are refusals with one code, or half of its latest are. */
const defaultLimit = {
  first: 20,
  /** Of a step that has no more people than this, each may be refused for one reason. */
  fewest: 5,
  latest: { failures: { share: 0.5 }, of: 100 },
} as const satisfies { first: number; fewest: number; latest: StopAfter };

/** `left`: jobs of a step that are not judged yet. */
function createRefusalLimit({ stopAfter }: Limits, left: (step: string) => number): RefusalLimit {
  if (stopAfter === 'never') return () => undefined;
  if (stopAfter !== undefined) {
    const note = createWindow(stopAfter);
    return (job, verdict) => {
      const rejected = verdict.kind === 'inDoubt' ? undefined : note(refusalOf(job, verdict));
      return rejected && { kind: 'rejections', ...rejected };
    };
  }
  const steps = new Map<string, RefusalLimit>();
  return (job, verdict) => {
    // A step that runs once is judged by the steps that need it.
    if (job.recipient === undefined) return undefined;
    const { id } = job.step;
    const known = steps.get(id) ?? createDefaultLimit(() => left(id));
    steps.set(id, known);
    return known(job, verdict);
  };
}

function createDefaultLimit(left: () => number): RefusalLimit {
  const note = createWindow(defaultLimit.latest);
  let answers = 0;
  /** What every answer so far was; undefined after another one. */
  let refusal: { readonly code: string; readonly reason: string } | undefined;
  return (job, verdict) => {
    const { step } = job;
    // An answer that was lost says nothing, but it may be the last of a step.
    const half = verdict.kind === 'inDoubt' ? undefined : note(refusalOf(job, verdict));
    if (verdict.kind !== 'inDoubt') answers++;
    if (verdict.kind === 'accepted') refusal = undefined;
    if (verdict.kind === 'rejected')
      refusal =
        answers === 1 || refusal?.code === verdict.code ? { code: verdict.code, reason: verdict.reason } : undefined;
    const isLast = answers >= defaultLimit.fewest && answers < defaultLimit.first && left() === 0;
    const isDecided = isLast || (answers === defaultLimit.first && verdict.kind === 'rejected');
    if (refusal !== undefined && isDecided)
      return { kind: 'oneCode', step: step.id, operation: step.uses, ...refusal, jobs: answers };
    return half && { kind: 'rejections', ...half, step: step.id };
  };
}

function refusalOf({ step }: ScheduledJob, verdict: Parameters<RefusalLimit>[1]): Refusal | undefined {
  if (verdict.kind !== 'rejected') return undefined;
  return { operation: step.uses, code: verdict.code, reason: verdict.reason };
}

/** Of the latest `of` jobs at least this share, or this number, was rejected. */
function createWindow({ failures, of }: StopAfter): (refusal: Refusal | undefined) => Rejections | undefined {
  const limit = jobsOf(failures, of);
  const latest: (Refusal | undefined)[] = [];
  let rejected = 0;
  return (refusal) => {
    latest.push(refusal);
    if (refusal !== undefined) rejected++;
    if (latest.length > of && latest.shift() !== undefined) rejected--;
    if (refusal === undefined || rejected < limit) return undefined;
    return { rejected, of: latest.length, most: mostFrequent(latest) ?? { ...refusal, jobs: 1 } };
  };
}

/** By code: a service may have words of its own for each job. */
function mostFrequent(refusals: readonly (Refusal | undefined)[]): Rejections['most'] | undefined {
  const found = new Map<string, Rejections['most']>();
  for (const one of refusals) {
    if (one === undefined) continue;
    const name = `${one.operation} ${one.code}`;
    found.set(name, { ...(found.get(name) ?? one), jobs: (found.get(name)?.jobs ?? 0) + 1 });
  }
  return [...found.values()].sort((one, other) => other.jobs - one.jobs)[0];
}

/** Why the run halts: a suppression list that the rules require has become too old, and was not imported again meanwhile. */
type ListAges = (now: Instant) => Promise<HaltReason | undefined>;

export function createListAges(rules: readonly ListRule[], ledger: Pick<ContactLedger, 'lists'>): ListAges | undefined {
  const limited = rules.filter(({ maxAgeMs }) => maxAgeMs !== undefined);
  if (limited.length === 0) return undefined;
  /** Until then they are young enough, whatever happens. */
  let freshUntil = Number.NEGATIVE_INFINITY;
  return async (now) => {
    if (now <= freshUntil) return undefined;
    const imported = await ledger.lists();
    freshUntil = Math.min(
      ...limited.map(({ list, maxAgeMs = 0 }) => (imported.get(list) ?? Number.NEGATIVE_INFINITY) + maxAgeMs),
    );
    const { list, maxAgeMs = 0 } = firstStale(limited, imported, now) ?? {};
    return list === undefined ? undefined : { kind: 'staleList', list, maxAgeMs };
  };
}
