import type { Campaign } from '../../campaign/campaign.ts';
import { formatAddress, parseAddress } from '../../job/address.ts';
import type { History } from '../../job/history.ts';
import { campaignSettings } from '../../plan/difference/campaign-settings.ts';
import type { ComparedPlan, PlanDifference } from '../../plan/difference/plan-difference.ts';
import { planFacts } from '../../plan/difference/plan-facts.ts';
import { planCampaign } from '../../plan/make-plan.ts';
import type { Plan, PlanCampaignInput, PlannedJob } from '../../plan/plan.ts';
import { doneJobs } from '../../plan/saved/done-jobs.ts';
import type { SavedJob } from '../../plan/saved/saved-plan.ts';
import { savedPlanPrinter } from '../../plan/saved/saved-plan-printer.ts';
import { createTextDigest } from '../../plan/saved/text-digest.ts';
import type { VariableDigests } from '../../plan/saved/variable-digests.ts';
import type { Host } from '../../platform/ports.ts';
import { shownFinding } from '../../report/diagnostics/shown-finding.ts';
import type { Words } from '../../report/document.ts';
import { formatAnswerTime } from '../../report/plan/answer-time.ts';
import type { DifferenceOptions } from '../../report/plan/difference/document.ts';
import { lineOf, planJson } from '../../report/plan/json.ts';
import { plannedReason } from '../../report/reason-text.ts';
import { stepWords } from '../../report/step-name.ts';
import type { OpenedCampaign } from './open-campaign.ts';

/** A plan's jobs with a digest of their text, to be compared with those of another. */
export type SavedJobs = ReturnType<typeof createSavedJobs>;

export function createSavedJobs(opened: OpenedCampaign, variables: VariableDigests) {
  const digest = createTextDigest({ ...opened, variables });
  const jobs = new Map<string, SavedJob>();
  return {
    jobs,
    digest,
    note(job: PlannedJob): void {
      const { at } = job;
      const reason = plannedReason(job);
      const text = textOf(job, digest);
      jobs.set(formatAddress(job.id), {
        ...(at === undefined ? {} : { at }),
        ...(reason === undefined ? {} : { reason }),
        ...(text === undefined ? {} : { text }),
      });
    },
  };
}

/**
 * Writes the plan with every job, as they come: laid out twice, as the first lines hold the sums of all. False when the state has
 * changed in between; nothing is written then.
 */
export async function writeSavedPlan(given: {
  readonly path: string;
  readonly plan: Plan;
  readonly input: PlanCampaignInput;
  readonly opened: OpenedCampaign;
  readonly service: string | undefined;
  readonly host: Host;
}): Promise<boolean> {
  const { path, plan, input, opened, service, host } = given;
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
    await host.files.writePieces(path, work, 0o600);
    return true;
  } catch (error) {
    if (error === changed) return false;
    throw error;
  }
}

function textOf({ at, id, recipient }: PlannedJob, digest: ReturnType<typeof createTextDigest>): string | undefined {
  return at === undefined ? undefined : digest(id.step, recipient);
}

/** What a plan that was just made is compared by. */
export function comparedPlan(plan: Plan, campaign: Campaign, jobs: ComparedPlan['jobs']): ComparedPlan {
  const { now, hash, diagnostics, leftOut = [] } = plan;
  const findings = diagnostics.map(shownFinding).map(({ code, message }) => ({ code, message }));
  return { now, hash, facts: planFacts(plan), findings, settings: campaignSettings(campaign), jobs, leftOut };
}

/** What changes when the plan takes the place of an earlier one. */
export async function differenceTo(given: {
  readonly before: ComparedPlan;
  readonly after: ComparedPlan;
  /** Which inputs differ, in words. */
  readonly inputs: readonly string[];
  readonly saved: SavedJobs;
  readonly opened: OpenedCampaign;
  /** As the new plan takes it. */
  readonly history: History;
}): Promise<PlanDifference> {
  const { saved, opened, history } = given;
  const { campaign, rosters } = opened;
  const { comparePlans } = await import('../../plan/difference/compare-plans.ts');
  const done = doneJobs(campaign.steps, history);
  const find = (address: string) => {
    const { step: name, key } = parseAddress(address) ?? {};
    const step = campaign.steps.find(({ id }) => id === name);
    const audience = step?.forEach?.audience;
    return { step, key, audience, index: key === undefined ? undefined : rosters.get(audience ?? '')?.indexOf(key) };
  };
  const textNow = (address: string): string | undefined => {
    const { step, key, index } = find(address);
    return step === undefined || (key !== undefined && index === undefined) ? undefined : saved.digest(step.id, index);
  };
  const whyGone = (address: string): string => {
    const { step, key, audience, index } = find(address);
    if (step === undefined) return 'stepGone';
    return key !== undefined && audience !== undefined && index === undefined ? `notInAudience:${audience}` : 'gone';
  };
  const steps = campaign.steps.map(({ id }) => id);
  return comparePlans({ ...given, isDone: (address) => done.has(address), textNow, whyGone, steps });
}

export function differenceOptions(
  { campaign, run }: Pick<OpenedCampaign, 'campaign' | 'run'>,
  plan: Plan,
  showNumbers: boolean,
): DifferenceOptions {
  const { id, title, timezone, steps } = campaign;
  const { money = [] } = plan;
  const answerTime = formatAnswerTime(campaign, plan);
  const names = new Map(steps.map((step) => [step.id, stepWords(step)]));
  const spent = money.find(({ of }) => of === 'budget')?.spent ?? 0;
  const stepName = (step: string): Words => names.get(step) ?? step;
  return { campaign: id, title, run, timezone, spent, answerTime, stepName, showNumbers };
}
