import type { Campaign } from '../../campaign/campaign.ts';
import { formatMoney, roundMoney } from '../../plan/budget.ts';
import { nobodyCode } from '../../plan/unsent-jobs.ts';
import { recordedEnd } from '../../report/run/run-state-text.ts';
import { budgetOf, type KnownPlan } from './known-plan.ts';
import { type ActionInput, lateBy } from './run-actions.ts';
import { seenWith, sumCounts } from './run-sums.ts';
import { sendingNow } from './sending-now.ts';
import { statePill } from './state-pill.ts';
import { recordedLanes, stepLanes } from './step-lanes.ts';
import type { ShownCampaign, ShownCost, ShownCounts, StepLane } from './views.ts';
import { waveWaits } from './wave-waits.ts';

/** What every view says of one campaign at one moment, by its record and its plan. */
export function campaignNow(input: Omit<ActionInput, 'service'> & { readonly file: string }) {
  const { known } = input;
  const { campaign } = input.look;
  const now = runClock(input);
  const lanes = campaign === undefined ? recordedLanes(input.look) : stepLanes(campaign, input.look, known, now);
  const look = seenWith(input.look, known, lanes);
  const counts = sumCounts(lanes.map((lane) => lane.counts));
  const ended = recordedEnd(look, (at) => ({ at }));
  const promotable = waveWaits(input.look, known, now).map(({ words }) => words);
  const sending = sendingNow(look, known, lanes, now);
  const errors = known?.findings.filter(({ severity }) => severity === 'error').length ?? 0;
  /** Why nobody is contacted, as the plan says it. */
  const nobody = known?.findings.find(({ code }) => code === nobodyCode)?.message;
  /** Why a start would be. */
  const refused = known?.plan?.refused ?? [];
  const shown: ShownCampaign = {
    file: input.file,
    title: campaign?.title ?? look.name,
    state: look.state,
    now,
    counts,
    cost: shownCost(campaign, known, lanes),
    trouble: look.trouble ?? known?.trouble,
    pill: statePill({
      state: look.state,
      counts,
      errors,
      isLate: lateBy({ ...input, look }) !== undefined,
      lacksApproval: input.lacksApproval !== undefined,
      reachesNobody: nobody !== undefined,
      awaitsPerson: promotable.length > 0,
      isSending: sending.length > 0,
    }),
  };
  return { shown, look, lanes, ended, promotable, sending, errors, nobody, refused };
}

export type CampaignNow = ReturnType<typeof campaignNow>;

/** A sandbox run has a clock of its own, which skips waits. */
export function runClock({
  look,
  known,
  now,
  sandbox,
}: Pick<ActionInput, 'look' | 'known' | 'now' | 'sandbox'>): number {
  if (!sandbox) return now;
  const planned = known?.plan === undefined ? Number.NEGATIVE_INFINITY : Date.parse(known.plan.now);
  const latest = Math.max(planned, look.recent.at(-1)?.to ?? Number.NEGATIVE_INFINITY);
  return Number.isFinite(latest) ? latest : now;
}

/** By what is recorded now, which is newer than the plan. A job in doubt may have cost nothing, and so may one that was given up. */
export function shownCost(
  campaign: Pick<Campaign, 'steps' | 'costs'> | undefined,
  known: KnownPlan | undefined,
  lanes: readonly Pick<StepLane, 'id' | 'counts'>[],
): ShownCost | undefined {
  if (campaign === undefined || known?.plan === undefined) return undefined;
  const budget = budgetOf(known.plan);
  const { currency } = known.plan.totals;
  const sumOf = (jobsIn: (counts: ShownCounts) => number): number =>
    campaign.steps.reduce((sum, { id, uses }) => {
      const lane = lanes.find((one) => one.id === id);
      return sum + (lane === undefined ? 0 : jobsIn(lane.counts) * (campaign.costs[uses] ?? 0));
    }, 0);
  const shown = (sum: number): string => formatMoney(roundMoney(sum), currency);
  const spent = sumOf(({ accepted, inDoubt, sending, cancelled }) => accepted + inDoubt + sending + cancelled);
  const left = sumOf(({ pending = 0 }) => pending);
  if (budget === undefined && spent + left === 0) return undefined;
  return {
    spent: budget === undefined && spent === 0 ? undefined : shown(spent),
    isAtMost: lanes.some(({ counts }) => counts.inDoubt + counts.cancelled > 0),
    toCome: left > 0 ? shown(left) : undefined,
    budget: budget && shown(budget.amount),
  };
}
