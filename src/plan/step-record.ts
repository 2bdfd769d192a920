import type { Campaign, Step } from '../campaign/campaign.ts';
import type { RecipientKey } from '../job/address.ts';
import { forEachJob, type History, someRow } from '../job/history.ts';
import type { JobState } from '../job/job.ts';
import type { BegunWave } from '../job/waves.ts';
import type { Instant } from '../platform/ports.ts';
import { type DropReason, isConditional } from '../schedule/reasons.ts';
import type { Decision } from '../schedule/scheduler.ts';
import type { HeldBy } from '../schedule/trace.ts';
import { minuteMs } from '../time/wall-clock.ts';
import type { LeftOutAs, PlanCampaignInput, Segment, ZoneLane } from './plan.ts';
import { lateBy } from './smallest-change.ts';

/** What a plan notes of one step. */
export function createRecord({ campaign, history, inFlight }: PlanCampaignInput, step: Step) {
  const isAskedAbout = campaign.steps.some(
    ({ forEach, reads }) => forEach?.onlyIf?.step === step.id || reads.steps.includes(step.id),
  );
  return {
    timeline: createTimeline(campaign, step),
    /** Whose results are not known yet: those that the plan starts, those in flight, and those that depend on others. Only where a step asks about them. */
    open: isAskedAbout ? new Set<RecipientKey>(inFlight?.get(step.id)) : undefined,
    toSend: 0,
    depending: 0,
    skipped: new Map<DropReason, number>(),
    /** Jobs that are recorded so, by key (empty for a step that runs once). */
    leftOut: leftOutOf(history, step),
    /** Of those to send, the ones among them. */
    again: { skipped: 0, expired: 0 },
    /** Of those that are left out, the ones among them, by what this plan makes of them. */
    before: { skipped: 0, expired: 0 },
    /** An earlier attempt may have counted, and it is too late to retry. */
    inDoubt: 0,
    /** Dropped only for lack of time. */
    late: { jobs: 0, sessions: 0 },
    /** Those that begin. */
    waves: [] as BegunWave[],
  };
}

export type StepRecord = ReturnType<typeof createRecord>;

export function noteStart(record: StepRecord, decision: Decision & { kind: 'start' }, now: Instant): number {
  record.toSend++;
  record.open?.add(decision.job.key ?? '');
  const leftOutAs = record.leftOut.get(decision.job.key ?? '');
  if (leftOutAs !== undefined) record.again[leftOutAs]++;
  record.timeline.note(now, decision.job.zone, decision.trace.heldBy());
  return record.toSend;
}

export function noteDrop(input: PlanCampaignInput, record: StepRecord, decision: Decision & { kind: 'drop' }): void {
  const { job, reason, state } = decision;
  if (state === 'inDoubt') record.inDoubt++;
  else {
    if (isConditional(reason)) {
      record.depending++;
      record.open?.add(job.key ?? '');
    }
    record.skipped.set(reason, (record.skipped.get(reason) ?? 0) + 1);
    if (record.leftOut.has(job.key ?? '')) record.before[state]++;
  }
  const late = lateBy(input, job, reason);
  if (late !== undefined) record.late[late]++;
}

/** Jobs of a step that are recorded as skipped or expired. */
function leftOutOf(history: History, { id, was }: Step): ReadonlyMap<RecipientKey, LeftOutAs> {
  const found = new Map<RecipientKey, LeftOutAs>();
  for (const name of was === undefined ? [id] : [was, id]) {
    const jobs = history.steps.get(name);
    if (jobs === undefined || !someRow(jobs, ({ state }) => isLeftOut(state))) continue;
    forEachJob(history, name, ({ key = '', state }) => {
      if (isLeftOut(state)) found.set(key, state);
    });
  }
  return found;
}

function isLeftOut(state: JobState): state is LeftOutAs {
  return state === 'skipped' || state === 'expired';
}

interface Lane {
  readonly segments: { -readonly [key in keyof Segment]: Segment[key] }[];
  /** That of the last segment. */
  wave: number;
}

/** Groups the starts of one step, in order of time, into periods without a pause. */
export function createTimeline(campaign: Campaign, step: Step) {
  // A gap between starts is a pause if no rate explains it; it is never shorter than a quarter of an hour.
  const pauseMs = Math.max(15 * minuteMs, 4 * longestGap(campaign, step));
  const whole: Lane = { segments: [], wave: 0 };
  const lanes = new Map<string, Lane>();
  const deferred: Partial<Record<HeldBy, number>> = {};
  let wave = 0;

  const grow = (lane: Lane, at: Instant, heldBy: HeldBy | undefined): void => {
    const last = lane.segments.at(-1);
    if (last !== undefined && lane.wave === wave && at - last.to <= pauseMs) {
      last.to = at;
      last.jobs++;
    } else {
      lane.segments.push({ from: at, to: at, jobs: 1, ...(heldBy === undefined ? {} : { deferredBy: heldBy }) });
      lane.wave = wave;
    }
  };
  return {
    /** What starts from now on is another period: a person may have the last word before it, however short the pause is. */
    beginWave: () => void wave++,
    note(at: Instant, zone: string, heldBy: HeldBy | undefined): void {
      grow(whole, at, heldBy);
      const lane = lanes.get(zone) ?? { segments: [], wave };
      lanes.set(zone, lane);
      grow(lane, at, heldBy);
      if (heldBy !== undefined) deferred[heldBy] = (deferred[heldBy] ?? 0) + 1;
    },
    segments: (): readonly Segment[] => whole.segments,
    /** By zone, in order of their first start. */
    zones: (): readonly ZoneLane[] =>
      [...lanes].map(([zone, { segments }]) => ({
        zone,
        jobs: segments.reduce((total, segment) => total + segment.jobs, 0),
        segments,
      })),
    deferred: (): Readonly<typeof deferred> => deferred,
  };
}

/** Between two starts, of those that a rate explains. */
function longestGap(campaign: Campaign, step: Step): number {
  const gaps = [campaign.limits.rate, campaign.limits.account?.rate, step.rate, campaign.limits.perRecipient].map(
    (rate) => (rate === undefined ? 0 : rate.perMs / rate.count),
  );
  return Math.max(...gaps);
}
