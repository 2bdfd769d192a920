import type { RecipientKey } from '../../job/address.ts';
import { latestStarts } from '../../job/history.ts';
import type { Claim } from '../../ledger/contacts/facts.ts';
import type { HeldContact, PlannedContacts } from '../../ledger/contacts/judge-contact.ts';
import type { Instant } from '../../platform/ports.ts';
import { mostRemembered, resumedPace } from '../../schedule/pace.ts';
import type { AccountPace } from '../../schedule/scheduler.ts';
import { operations } from '../../service/operations/operations.ts';
import type { Rate } from '../../time/duration.ts';
import { roundMoney } from '../budget.ts';
import { planOf, startsAndEnds } from '../make-plan.ts';
import type { Plan, PlanCampaignInput, PlannedJob } from '../plan.ts';
import { createStepPlanner, type StepPlanner } from '../plan-steps.ts';
import { type PlannedDay, plannedDays } from './planned-days.ts';
import { createRoomMade, type RoomMade } from './room-made.ts';

/** Several campaigns in one virtual time, as their runs would share people, account and money. */
export interface PlanTogether {
  /** When the first of them is planned from. */
  readonly now: Instant;
  /** Of the campaigns; UTC where they have several. */
  readonly timezone: string;
  /** In the order given. */
  readonly campaigns: readonly PlannedCampaign[];
  readonly totals: TotalsTogether;
  readonly starts: Instant | undefined;
  readonly ends: Instant | undefined;
  /** Days of `timezone` with a start. */
  readonly days: readonly PlannedDay[];
  /** Who waits for whom, or is left out, because a cap has no room for both. */
  readonly roomMade: readonly RoomMade[];
  readonly accounts: readonly SharedAccount[];
  /** How far the account's balance reaches, if it was queried. */
  readonly balance: BalanceTogether | undefined;
}

interface PlannedCampaign {
  readonly plan: Plan;
  /** Undefined where the project has no contact rules. */
  readonly priority: number | undefined;
}

interface TotalsTogether extends Pick<Plan['totals'], 'people' | (typeof summed)[number]> {
  /** Who gets something from more than one of them. */
  readonly shared: number;
}

interface BalanceTogether {
  readonly amount: number;
  /** The first job that it does not pay for. */
  readonly ends: { readonly at: Instant; readonly campaign: string; readonly step: string } | undefined;
}

interface CampaignAmong {
  readonly input: PlanCampaignInput;
  /** Names the contact ledger: campaigns with the same one count each other's contacts. */
  readonly ledger: string;
}

interface PlanTogetherInput {
  readonly campaigns: readonly CampaignAmong[];
  /** Whether their runs share the limits of an account, which they do through a store. */
  readonly sharesAccounts: boolean;
  readonly balance: number | undefined;
  /** Every job, in the order of the starts. */
  readonly onJob?: ((campaign: string, job: PlannedJob) => void) | undefined;
}

interface Player {
  readonly input: PlanCampaignInput;
  readonly planner: StepPlanner;
  readonly priority: number;
  /** Undefined when nothing more of it will start. */
  wakes: Instant | undefined;
  startedAt: Instant;
}

export function planTogether(given: PlanTogetherInput): PlanTogether {
  const { campaigns, balance } = given;
  const inputs = withClaims(campaigns);
  const zones = new Set(inputs.map(({ campaign }) => campaign.timezone));
  const timezone = zones.size === 1 ? inputs[0]!.campaign.timezone : 'UTC';
  const { accounts, paceOf } = sharedAccounts(inputs, given.sharesAccounts);
  const days = plannedDays(timezone);
  const priorities = new Map(inputs.map(({ campaign: { id, contacts } }) => [id, contacts?.priority ?? 0]));
  const capsOf = new Map(inputs.map(({ campaign: { id, contacts } }) => [id, contacts?.caps.map(({ name }) => name)]));
  const room = createRoomMade((campaign, other, cap) => {
    const isLower = (priorities.get(other) ?? Number.POSITIVE_INFINITY) < priorities.get(campaign)!;
    return !isLower || capsOf.get(other)?.includes(cap.name) !== true;
  });
  const ids = new Set(priorities.keys());
  const ledgers = new Map<string, PlannedContacts>();
  let spent = 0;
  let balanceEnds: BalanceTogether['ends'];

  const players = inputs.map((alone, index): Player => {
    const { id, costs } = alone.campaign;
    const { ledger } = campaigns[index]!;
    const planned = ledgers.get(ledger) ?? new Map();
    ledgers.set(ledger, planned);
    const onHeld = (held: HeldContact): void => room.held(id, held, alone.campaign.contacts!.caps[held.verdict.cap]!);
    const onJob = (job: PlannedJob): void => {
      given.onJob?.(id, job);
      alone.onJob?.(job);
      room.decided(id, job);
      if (job.at === undefined) return;
      player.startedAt = job.at;
      const step = alone.campaign.steps.find((one) => one.id === job.id.step)!;
      days.note(id, job.at, operations[step.uses].channel === undefined ? undefined : job.id.key);
      spent += costs[step.uses] ?? 0;
      if (balance !== undefined && balanceEnds === undefined && roundMoney(spent) > balance)
        balanceEnds = { at: job.at, campaign: id, step: step.id };
    };
    const input = { ...alone, among: { campaigns: ids, planned, onHeld }, accountPace: paceOf(id), onJob };
    const player: Player = {
      input,
      planner: createStepPlanner(input),
      priority: priorities.get(id)!,
      wakes: alone.now,
      startedAt: Number.NEGATIVE_INFINITY,
    };
    return player;
  });

  for (let next = firstOf(players); next !== undefined; next = firstOf(players)) {
    next.wakes = next.planner.advance(next.wakes!);
  }

  const plans = players.map(({ input, planner }) => planOf(input, planner.planned()));
  const { starts, ends } = startsAndEnds(plans);
  return {
    now: Math.min(...inputs.map(({ now }) => now)),
    timezone,
    campaigns: plans.map((plan, index) => ({ plan, priority: inputs[index]!.campaign.contacts?.priority })),
    totals: { ...sumsOf(plans), people: days.people(), shared: days.shared() },
    starts,
    ends,
    days: days.list(),
    roomMade: room.list(),
    accounts,
    balance: balance === undefined ? undefined : { amount: balance, ends: balanceEnds },
  };
}

/**
 * At one instant the greater priority goes first, and then who has waited longest: so they take turns at a rate that they share. The order in
 * which they are given changes nothing.
 */
function firstOf(players: readonly Player[]): Player | undefined {
  let first: Player | undefined;
  for (const player of players) {
    if (player.wakes !== undefined && (first === undefined || isBefore(player, first))) first = player;
  }
  return first;
}

function isBefore(a: Player, b: Player): boolean {
  if (a.wakes !== b.wakes) return a.wakes! < b.wakes!;
  if (a.priority !== b.priority) return a.priority > b.priority;
  return a.startedAt === b.startedAt ? a.input.campaign.id < b.input.campaign.id : a.startedAt < b.startedAt;
}

const summed = ['jobs', 'toSend', 'done', 'skipped', 'inDoubt', 'cost'] as const;

function sumsOf(plans: readonly Plan[]): Pick<TotalsTogether, (typeof summed)[number]> {
  const sum = (of: (typeof summed)[number]): number => plans.reduce((total, { totals }) => total + totals[of], 0);
  return Object.fromEntries(summed.map((of) => [of, roundMoney(sum(of))])) as Record<(typeof summed)[number], number>;
}

/**
 * What each campaign knows of the contacts that campaigns of a greater priority are going to make: these claim them when they start, each by
 * its own plan. In the order given.
 */
function withClaims(campaigns: readonly CampaignAmong[]): readonly PlanCampaignInput[] {
  const own = new Set(campaigns.map(({ input }) => input.campaign.id));
  const claims = new Map<string, Map<RecipientKey, Claim[]>>();
  const knowing = new Map<CampaignAmong, PlanCampaignInput>();
  const priorityOf = ({ input }: CampaignAmong): number => input.campaign.contacts?.priority ?? 0;
  const lowest = Math.min(...campaigns.map(priorityOf));
  for (const one of [...campaigns].sort((a, b) => priorityOf(b) - priorityOf(a))) {
    const { input, ledger } = one;
    const made = claims.get(ledger) ?? new Map<RecipientKey, Claim[]>();
    claims.set(ledger, made);
    const { contactFacts } = input;
    const planned = contactFacts && {
      ...input,
      contactFacts: (key: RecipientKey) => {
        const facts = contactFacts(key);
        // Of the campaigns that are planned, the plan has what they are going to do.
        const others = facts.claims.filter(({ campaign }) => !own.has(campaign));
        return { ...facts, claims: [...others, ...(made.get(key) ?? [])] };
      },
    };
    knowing.set(one, planned ?? input);
    if (planned === undefined || priorityOf(one) === lowest) continue;
    for (const claim of claimsOf(planned)) made.set(claim.key, [...(made.get(claim.key) ?? []), claim]);
  }
  return campaigns.map((one) => knowing.get(one)!);
}

/** Campaigns that use one account and its rate. */
export interface SharedAccount {
  readonly appId: string;
  readonly campaigns: readonly string[];
  readonly rate: Rate;
  /** Whether they keep the rate together, as they do through a store. Otherwise each keeps it for itself. */
  readonly isShared: boolean;
}

/** The rates of accounts that several campaigns use, as their runs keep them. */
function sharedAccounts(
  inputs: readonly PlanCampaignInput[],
  isShared: boolean,
): { readonly accounts: readonly SharedAccount[]; paceOf(campaign: string): AccountPace | undefined } {
  const groups = new Map<
    string,
    { readonly appId: string; readonly rate: Rate; readonly inputs: PlanCampaignInput[] }
  >();
  for (const input of inputs) {
    const { account, limits } = input.campaign;
    const { appId } = account;
    const rate = limits.account?.rate;
    if (appId === undefined || rate === undefined) continue;
    // Other limits for the same account contradict these: with a store, only one of the campaigns would run.
    const name = JSON.stringify([appId, limits.account]);
    const group = groups.get(name) ?? { appId, rate, inputs: [] };
    groups.set(name, group);
    group.inputs.push(input);
  }
  const shared = [...groups.values()].filter((group) => group.inputs.length > 1);
  const paces = new Map<string, AccountPace>();
  for (const { rate, inputs: sharing } of isShared ? shared : []) {
    const starts = sharing.flatMap(({ history }) => latestStarts(history.starts, mostRemembered)).sort((a, b) => a - b);
    const pace = resumedPace(rate, starts, Math.max(...sharing.map(({ now }) => now)));
    for (const { campaign } of sharing) paces.set(campaign.id, pace);
  }
  return {
    accounts: shared.map(({ appId, rate, inputs: sharing }) => ({
      appId,
      campaigns: sharing.map(({ campaign }) => campaign.id),
      rate,
      isShared,
    })),
    paceOf: (campaign) => paces.get(campaign),
  };
}

interface PersonClaim extends Claim {
  readonly key: RecipientKey;
}

/** The contacts that a campaign is going to make, by a plan of it alone. It is made while they are read: there may be a million. */
export function* claimsOf(input: PlanCampaignInput): Generator<PersonClaim> {
  const { campaign, run } = input;
  const priority = campaign.contacts?.priority ?? 0;
  const steps = new Map(campaign.steps.map((step) => [step.id, step]));
  let claims: PersonClaim[] = [];
  const planner = createStepPlanner({
    ...input,
    onJob({ id: { step: name, key }, at }) {
      const { uses, forEach, purpose } = steps.get(name)!;
      const { channel } = operations[uses];
      if (key === undefined || at === undefined || channel === undefined || forEach === undefined) return;
      claims.push({ campaign: campaign.id, run, step: name, key, at, channel, purpose, priority });
    },
  });
  for (let now: Instant | undefined = input.now; now !== undefined; ) {
    now = planner.advance(now);
    yield* claims;
    claims = [];
  }
}
