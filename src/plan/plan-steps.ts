import type { Campaign, Step } from '../campaign/campaign.ts';
import { formatAddress } from '../job/address.ts';
import type { Instant } from '../platform/ports.ts';
import { createScheduler } from '../schedule/create-scheduler.ts';
import type { DropReason } from '../schedule/drop-reason.ts';
import type { Decision, ScheduledJob, StepProgress } from '../schedule/scheduler.ts';
import { describeBlock } from '../schedule/step-state.ts';
import { createBudgetTracker, type Funds, roundMoney } from './budget.ts';
import { callingHours } from './calling-hours.ts';
import type { PlanCampaignInput, PlannedJob, PlannedStep } from './plan.ts';
import { anyChange, isOpenNow, smallestChange } from './smallest-change.ts';
import { createTimeline, type Timeline } from './timeline.ts';

/** Turns the scheduler with a virtual clock: every job is accepted in the moment in which it starts. */
export function planSteps(input: PlanCampaignInput): {
  readonly steps: readonly PlannedStep[];
  readonly money: readonly Funds[];
} {
  const { campaign } = input;
  const records = new Map(campaign.steps.map((step) => [step.id, createRecord(campaign, step)]));
  const { before, after, money } = turn(input, records);
  let searches = campaign.steps.length > searchedSteps ? 0 : mostSearches;
  const reasonOf = (step: Step, { late }: StepRecord, progress: StepProgress): string | undefined => {
    if (late.ends + late.sessions === 0) return blockedBecause(progress);
    return searches-- > 0 ? smallestChange({ plan: input, step, late }) : anyChange(campaign, step, late);
  };
  const steps = campaign.steps.map((step, index) => {
    const record = records.get(step.id)!;
    const [earlier, progress] = [before[index]!, after[index]!];
    const reason = reasonOf(step, record, progress);
    return plannedStep({ input, step, record, before: earlier, after: progress, reason });
  });
  return { steps, money };
}

/** What would make everything fit is searched for by planning again: for the first steps, in campaigns of not too many. */
const mostSearches = 10;
const searchedSteps = 200;

interface StepRecord {
  readonly timeline: Timeline;
  readonly skipped: Record<string, number>;
  toSend: number;
  /** An earlier attempt may have counted, and it is too late to repeat it. */
  inDoubt: number;
  /** Dropped only because the time did not suffice. */
  readonly late: { ends: number; sessions: number };
}

function createRecord(campaign: Campaign, step: Step): StepRecord {
  return {
    timeline: createTimeline(campaign, step),
    skipped: {},
    toSend: 0,
    inDoubt: 0,
    late: { ends: 0, sessions: 0 },
  };
}

function turn(input: PlanCampaignInput, records: ReadonlyMap<string, StepRecord>) {
  const { campaign, onJob } = input;
  const scheduler = createScheduler(input);
  const before = scheduler.progress();
  const purses = createBudgetTracker({ campaign, balance: input.balance, progress: before });
  for (let now = input.now; ; ) {
    const decision = scheduler.next(now);
    switch (decision.kind) {
      case 'start':
        purses.note(decision.job.step.id, noteStart(records.get(decision.job.step.id)!, decision, now), now);
        scheduler.settle(decision.job, { kind: 'settled', state: 'accepted' }, now);
        onJob?.(plannedJob(decision, now));
        break;
      case 'drop':
        noteDrop(input, records.get(decision.job.step.id)!, decision);
        onJob?.(plannedJob(decision, undefined));
        break;
      case 'wait':
        now = decision.until;
        break;
      case 'inFlight':
      case 'finished':
        return { before, after: scheduler.progress(), money: purses.purses() };
      default: {
        const never: never = decision;
        return never;
      }
    }
  }
}

function noteStart(record: StepRecord, decision: Decision & { kind: 'start' }, now: Instant): number {
  record.toSend++;
  record.timeline.note(now, decision.job.zone, decision.heldBy);
  return record.toSend;
}

function noteDrop(input: PlanCampaignInput, record: StepRecord, decision: Decision & { kind: 'drop' }): void {
  const { job, reason, state } = decision;
  if (state === 'inDoubt') record.inDoubt++;
  else record.skipped[reason] = (record.skipped[reason] ?? 0) + 1;
  const late = lateBy(input, job, reason);
  if (late !== undefined) record.late[late]++;
}

/** A session that had closed before anything could be planned is not a matter of time. */
function lateBy(input: PlanCampaignInput, job: ScheduledJob, reason: DropReason): 'ends' | 'sessions' | undefined {
  if (reason === 'ends' || reason === 'until' || reason === 'noOpening') return 'ends';
  return reason === 'sessionClosed' && isOpenNow(input, job.step, job.recipient) ? 'sessions' : undefined;
}

function plannedJob(decision: Decision & { kind: 'start' | 'drop' }, at: Instant | undefined): PlannedJob {
  const { step, key, recipient, zone } = decision.job;
  const reason = decision.kind === 'start' ? decision.heldBy : decision.reason;
  return {
    address: formatAddress({ step: step.id, ...(key === undefined ? {} : { key }) }),
    step: step.id,
    ...(recipient === undefined ? {} : { recipient }),
    zone,
    ...(at === undefined ? {} : { at }),
    ...(reason === undefined ? {} : { reason }),
  };
}

function plannedStep(given: {
  readonly input: PlanCampaignInput;
  readonly step: Step;
  readonly record: StepRecord;
  readonly before: StepProgress;
  readonly after: StepProgress;
  readonly reason: string | undefined;
}): PlannedStep {
  const { input, step, record, before, after, reason } = given;
  const segments = record.timeline.segments();
  const done = before.counts.accepted + before.counts.rejected + before.counts.cancelled;
  const inDoubt = before.counts.inDoubt + record.inDoubt;
  const { pending } = after.counts;
  const skipped = Object.fromEntries(Object.entries(record.skipped).sort(([a], [b]) => (a < b ? -1 : 1)));
  const skippedCount = Object.values(skipped).reduce((total, count) => total + count, 0);
  const fits = record.late.ends + record.late.sessions === 0;
  const first = segments[0];
  const last = segments.at(-1);
  const hours = step.uses === 'voice.redial' ? callingHours(step) : undefined;
  return {
    id: step.id,
    ...(step.title === undefined ? {} : { title: step.title }),
    uses: step.uses,
    needs: step.needs,
    state: stateOf({ step, record, after, done, inDoubt }),
    jobs: {
      total: record.toSend + done + inDoubt + pending + skippedCount,
      toSend: record.toSend,
      done,
      inDoubt,
      pending,
      skipped,
      deferred: record.timeline.deferred(),
    },
    cost: roundMoney(record.toSend * (input.campaign.costs[step.uses] ?? 0)),
    ...(first === undefined ? {} : { starts: first.from }),
    ...(last === undefined ? {} : { ends: last.to }),
    segments,
    ...(step.forEach === undefined ? {} : { zones: record.timeline.zones() }),
    ...(hours === undefined ? {} : { callingHours: hours }),
    fits,
    ...(reason === undefined ? {} : { reason }),
  };
}

function stateOf(given: {
  readonly step: Step;
  readonly record: StepRecord;
  readonly after: StepProgress;
  readonly done: number;
  readonly inDoubt: number;
}): PlannedStep['state'] {
  const { step, record, after, done, inDoubt } = given;
  if (after.state === 'blocked' || after.state === 'stopped') return 'blocked';
  if (record.toSend > 0) return done + inDoubt > 0 ? 'started' : 'pending';
  if (done + inDoubt > 0) return 'done';
  const onlyIf = step.forEach?.onlyIf?.outcome;
  if (after.state === 'notNeeded' || (onlyIf !== undefined && onlyIf !== 'accepted')) return 'conditional';
  return 'done';
}

function blockedBecause({ state, reason }: StepProgress): string | undefined {
  return state === 'blocked' && reason !== undefined ? describeBlock(reason) : undefined;
}
