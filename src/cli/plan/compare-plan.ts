import type { Campaign } from '../../campaign/campaign.ts';
import { formatAddress, parseAddress } from '../../job/address.ts';
import type { History } from '../../job/history.ts';
import { campaignSettings } from '../../plan/difference/campaign-settings.ts';
import type { ComparedPlan } from '../../plan/difference/plan-difference.ts';
import { planCampaign } from '../../plan/make-plan.ts';
import type { Plan, PlanCampaignInput, PlannedJob } from '../../plan/plan.ts';
import { createTextDigest, type VariableDigests } from '../../plan/saved/digests.ts';
import {
  doneJobs,
  planFacts,
  type SavedJob,
  type SavedPlan,
  savedPlanPrinter,
  staleness,
} from '../../plan/saved/saved-plan.ts';
import { shownFinding } from '../../report/diagnostics/report.ts';
import type { Words } from '../../report/document.ts';
import { formatAnswerTime } from '../../report/plan/answer-time.ts';
import type { DifferenceOptions } from '../../report/plan/difference.ts';
import { lineOf, planJson } from '../../report/plan/json.ts';
import { stepWords } from '../../report/plan/words.ts';
import { plannedReason } from '../../report/reason-text.ts';
import type { OpenedCampaign } from '../open/open-campaign.ts';

/** A plan with all that another one of the same campaign is compared with. */
export type ComparablePlan = ComparedPlan & Pick<SavedPlan, 'campaign' | 'run' | 'inputs'>;

/** Compares a plan, whose jobs are noted as it is made, with an earlier one. */
export function createComparison(opened: OpenedCampaign, variables: VariableDigests) {
  const { campaign, rosters } = opened;
  const digest = createTextDigest({ ...opened, variables });
  const jobs = new Map<string, SavedJob>();
  const find = (address: string) => {
    const { step: name, key } = parseAddress(address) ?? {};
    const step = campaign.steps.find(({ id }) => id === name);
    const audience = step?.forEach?.audience;
    return { step, key, audience, index: key === undefined ? undefined : rosters.get(audience ?? '')?.indexOf(key) };
  };
  const textNow = (address: string): string | undefined => {
    const { step, key, index } = find(address);
    return step === undefined || (key !== undefined && index === undefined) ? undefined : digest(step.id, index);
  };
  const whyGone = (address: string): string => {
    const { step, key, audience, index } = find(address);
    if (step === undefined) return 'stepGone';
    return key !== undefined && audience !== undefined && index === undefined ? `notInAudience:${audience}` : 'gone';
  };
  const comparable = (plan: Plan): ComparablePlan => {
    const { now, hash, run, inputs, diagnostics, leftOut = [] } = plan;
    const findings = diagnostics.map(shownFinding).map(({ code, message }) => ({ code, message }));
    const of = { campaign: campaign.id, run, inputs, now, hash };
    return { ...of, facts: planFacts(plan), findings, settings: campaignSettings(campaign), jobs, leftOut };
  };
  return {
    note(job: PlannedJob): void {
      jobs.set(formatAddress(job.id), { at: job.at, reason: plannedReason(job), text: textOf(job, digest) });
    },
    /** What a later plan is compared with. */
    comparable,
    /** What changes when this plan takes the place of an earlier one, and how that is shown. `history`: as this plan takes it. */
    async since(before: ComparablePlan, plan: Plan, history: History, showNumbers: boolean) {
      const { comparePlans } = await import('../../plan/difference/compare-plans.ts');
      const { differenceDocument } = await import('../../report/plan/difference.ts');
      const after = comparable(plan);
      const done = doneJobs(campaign.steps, history);
      const steps = campaign.steps.map(({ id }) => id);
      const isDone = (address: string): boolean => done.has(address);
      const inputs = staleness(before, after);
      const difference = comparePlans({ before, after, inputs, isDone, textNow, whyGone, steps });
      const about = differenceOptions(campaign, plan, showNumbers);
      return { difference, about, document: differenceDocument(difference, about) };
    },
  };
}

function differenceOptions(campaign: Campaign, plan: Plan, showNumbers: boolean): DifferenceOptions {
  const { id, title, timezone, steps } = campaign;
  const { run, money = [] } = plan;
  const answerTime = formatAnswerTime(campaign, plan);
  const names = new Map(steps.map((step) => [step.id, stepWords(step)]));
  const spent = money.find(({ of }) => of === 'budget')?.spent ?? 0;
  const stepName = (step: string): Words => names.get(step) ?? step;
  return { campaign: id, title, run, timezone, spent, answerTime, stepName, showNumbers };
}

/**
 * Writes the plan with every job, as they come: laid out twice, as the first lines hold the sums of all. False when the state has
 * changed in between; nothing is written then.
 */
export async function writeSavedPlan(
  path: string,
  plan: Plan,
  { opened, input, service }: { opened: OpenedCampaign; input: PlanCampaignInput; service: string | undefined },
): Promise<boolean> {
  const digest = createTextDigest({ ...opened, variables: plan.inputs.variables ?? {} });
  const changed = new Error('the state has changed');
  const work = (write: (piece: string) => void): void => {
    const head = { ...planJson(plan), service, settings: campaignSettings(opened.campaign) };
    const printer = savedPlanPrinter(head, write);
    const onJob = (job: PlannedJob): void => {
      const text = textOf(job, digest);
      printer.job({ ...lineOf(job), ...(text === undefined ? {} : { text }) });
    };
    if (planCampaign({ ...input, onJob }).hash !== plan.hash) throw changed;
    printer.end();
  };
  try {
    await opened.host.files.writeAtomically(path, work);
    return true;
  } catch (error) {
    if (error === changed) return false;
    throw error;
  }
}

function textOf({ at, id, recipient }: PlannedJob, digest: ReturnType<typeof createTextDigest>): string | undefined {
  return at === undefined ? undefined : digest(id.step, recipient);
}
