import type { Roster } from '../audience/roster.ts';
import type { Part } from '../campaign/audiences/part.ts';
import type { Campaign, Step } from '../campaign/campaign.ts';
import { createStepHistory, emptyHistory, forEachJob, type History } from '../job/history.ts';
import { sessionEndOf } from '../schedule/audience-times.ts';
import { createScheduler } from '../schedule/create-scheduler.ts';
import type { DropReason } from '../schedule/reasons.ts';
import type { ScheduledJob } from '../schedule/scheduler.ts';
import type { Rate } from '../time/duration.ts';
import { formatWall, instantOf } from '../time/local-time.ts';
import { dayMs, wallOf } from '../time/wall-clock.ts';
import type { Change, PlanCampaignInput, Remedy } from './plan.ts';
import { plannedContacts } from './planned-contacts.ts';

/*
 * Finds what would make everything fit by planning again with a higher rate or a later end. A large audience is sampled:
 * every n-th recipient at an n-th of the rate.
 */

interface Sampled extends PlanCampaignInput {
  readonly stride: number;
}

const sampleSize = 4000;
const farthestDays = 14;

/** The smallest changes that would make all jobs of this step fit, or as many as any change would. */
export function smallestChange(input: PlanCampaignInput, step: Step): Remedy {
  const plan = sampled(input);
  const lateUnder = (campaign: Campaign): number => lateJobs({ ...plan, campaign }, step);
  const now = lateUnder(plan.campaign);
  const trials = [higherRate(plan, step, lateUnder), laterEnd(plan, step, lateUnder)]
    .filter((trial) => trial !== undefined)
    .filter(({ leaves }) => leaves < now);
  const least = Math.min(...trials.map(({ leaves }) => leaves));
  const changes = trials.filter(({ leaves }) => leaves === least).map(({ change }) => change);
  return { changes, leaves: changes.length === 0 ? 0 : least * plan.stride };
}

interface Trial {
  readonly change: Change;
  /** Jobs of the sample that would still be late. */
  readonly leaves: number;
}

/** Jobs of this step that are dropped for lack of time. */
function lateJobs(plan: PlanCampaignInput, step: Step): number {
  const scheduler = createScheduler({ ...plan, promotes: 'all', contacts: plannedContacts(plan) });
  let late = 0;
  for (let now = plan.now; ; ) {
    const decision = scheduler.next(now);
    if (decision.kind === 'start') scheduler.settle(decision.job, { kind: 'settled', state: 'accepted' }, now);
    else if (decision.kind === 'wait') now = decision.until;
    else if (decision.kind === 'wave') continue;
    else if (decision.kind !== 'drop') return late;
    else if (decision.job.step.id === step.id && lateBy(plan, decision.job, decision.reason) !== undefined) late++;
  }
}

/** Whether a job was dropped for lack of time, and which. A session that closed before `now` lacks no time. */
export function lateBy(
  input: PlanCampaignInput,
  job: ScheduledJob,
  { word }: DropReason,
): 'jobs' | 'sessions' | undefined {
  if (word === 'ends' || word === 'until') return 'jobs';
  return word === 'sessionClosed' && isOpenNow(input, job.step, job.recipient) ? 'sessions' : undefined;
}

/** Whether the recipient's session is open at `now`, so that an earlier start would reach them. */
function isOpenNow(plan: PlanCampaignInput, step: Step, recipient: number | undefined): boolean {
  const { campaign, rosters, now } = plan;
  const audience = campaign.audiences.find(({ name }) => name === step.forEach?.audience);
  const roster = rosters.get(audience?.name ?? '');
  if (audience?.lastInbound === undefined || roster === undefined || recipient === undefined) return false;
  const { lastInbound } = audience;
  return sessionEndOf(roster.value(recipient, lastInbound.column), lastInbound, campaign.timezone) > now;
}

/** The lowest rate, to two digits, that leaves no more jobs late than no limit would; undefined when no rate limits the step. */
function higherRate(plan: Sampled, step: Step, lateUnder: (campaign: Campaign) => number): Trial | undefined {
  const { campaign } = plan;
  const rates = [campaign.limits.rate, campaign.limits.account?.rate, step.rate].filter((rate) => rate !== undefined);
  if (rates.length === 0) return undefined;
  const isThis = ({ id }: Step): boolean => id === step.id;
  const leaves = lateUnder(withRates(campaign, isThis, () => undefined));
  // Raises both limits to the same rate, unless one is higher already.
  const suffices = (perSecond: number) =>
    lateUnder(withRates(campaign, isThis, (rate) => (perSecondOf(rate) >= perSecond ? rate : rateOf(perSecond)))) <=
    leaves;
  let low = Math.min(...rates.map(perSecondOf));
  let high = low * 2;
  for (let doublings = 0; !suffices(high); doublings++) {
    if (doublings === 24) return undefined;
    low = high;
    high *= 2;
  }
  for (let halvings = 0; halvings < 6; halvings++) {
    const middle = (low + high) / 2;
    if (suffices(middle)) high = middle;
    else low = middle;
  }
  return { change: { kind: 'rate', perSecond: high * plan.stride }, leaves };
}

function perSecondOf(rate: Rate): number {
  return (rate.count * 1000) / rate.perMs;
}

/** Even starts, one at a time: a sample has small rates. */
function rateOf(perSecond: number): Rate {
  return { count: 1, perMs: 1000 / perSecond };
}

/** Of the campaign, its account and these steps. */
function withRates(
  campaign: Campaign,
  isMeant: (step: Step) => boolean,
  change: (rate: Rate) => Rate | undefined,
): Campaign {
  const changed = <T extends { readonly rate?: Rate }>({ rate, ...rest }: T) => {
    const next = rate && change(rate);
    return next === undefined ? rest : { ...rest, rate: next };
  };
  const { account, ...limits } = changed(campaign.limits);
  return {
    ...campaign,
    limits: { ...limits, ...(account && { account: changed(account) }) },
    steps: campaign.steps.map((step) => (isMeant(step) ? (changed(step) as Step) : step)),
  };
}

/**
 * The fewest days to add to the campaign's and the step's end that leave no more jobs late than two weeks would. Where an end has
 * passed, the days until now come first.
 */
function laterEnd(
  { campaign, now }: Sampled,
  step: Step,
  lateUnder: (campaign: Campaign) => number,
): Trial | undefined {
  const ends = [campaign.ends, step.until].filter((at) => at !== undefined);
  if (ends.length === 0) return undefined;
  const passedMs = Math.max(0, ...ends.map((at) => now - instantOf(at, campaign.timezone)));
  let days = 1 + Math.floor(passedMs / dayMs);
  const farthest = days - 1 + farthestDays;
  const leaves = lateUnder(prolonged(campaign, step, farthest));
  while (days < farthest && lateUnder(prolonged(campaign, step, days)) > leaves) days++;
  return { change: { kind: 'end', days }, leaves };
}

function prolonged(campaign: Campaign, step: Step, days: number): Campaign {
  const later = (at: string) => formatWall(wallOf(at) + days * dayMs);
  return {
    ...campaign,
    ...(campaign.ends === undefined ? {} : { ends: later(campaign.ends) }),
    steps: campaign.steps.map((other) =>
      other.id === step.id && other.until !== undefined ? { ...other, until: later(other.until) } : other,
    ),
  };
}

/**
 * The recipients of the part alone, where the plan is limited to one; and of an audience that is larger than a sample every n-th, at an n-th
 * of the rates. A trial takes no slot of the account, and starts what nobody has approved yet.
 */
function sampled(given: PlanCampaignInput): Sampled {
  const { accountPace: _, approvalOf: __, ...input } = given;
  const { part } = input;
  const plan =
    part === undefined ? input : { ...picked(input, part.includes), part: { ...part, includes: () => true } };
  const largest = Math.max(0, ...[...plan.rosters.values()].map(({ size }) => size));
  const stride = Math.max(1, Math.ceil(largest / sampleSize));
  if (stride === 1) return { ...plan, stride };
  const slower = (rate: Rate): Rate => ({ count: 1, perMs: (rate.perMs / rate.count) * stride });
  const campaign = withRates(plan.campaign, () => true, slower);
  return { ...picked(plan, (_, index) => index % stride === 0), campaign, stride };
}

function picked(input: PlanCampaignInput, isPicked: Part['includes']): PlanCampaignInput {
  const rosters = new Map(
    [...input.rosters].map(([name, roster]) => [name, pick(roster, (index) => isPicked(roster, index))]),
  );
  return { ...input, rosters, history: pickedHistory(input.history, [...rosters.values()]) };
}

/** The records of these recipients, read once for all trials. */
function pickedHistory(history: History, rosters: readonly Roster[]): History {
  const steps = new Map(
    [...history.steps.keys()].map((step) => {
      const sample = createStepHistory();
      forEachJob(history, step, (job) => {
        const { key } = job;
        if (key === undefined || rosters.some((roster) => roster.indexOf(key) !== undefined)) sample.add(job);
      });
      return [step, sample.value()] as const;
    }),
  );
  return { ...emptyHistory, steps, begunAt: history.begunAt };
}

function pick(roster: Roster, isPicked: (index: number) => boolean): Roster {
  const indices: number[] = [];
  const places = new Map<number, number>();
  for (let index = 0; index < roster.size; index++) if (isPicked(index)) places.set(index, indices.push(index) - 1);
  return {
    ...roster,
    size: indices.length,
    key: (index) => roster.key(indices[index]!),
    number: (index) => roster.number(indices[index]!),
    indexOf: (key) => places.get(roster.indexOf(key) ?? -1),
    value: (index, column) => roster.value(indices[index]!, column),
    line: (index) => roster.line(indices[index]!),
    ...(roster.country && { country: (index) => roster.country!(indices[index]!) }),
    ...(roster.clock && { clock: (index) => roster.clock!(indices[index]!) }),
  };
}
