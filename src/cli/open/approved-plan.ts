import { createReadStream } from 'node:fs';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { formatCount } from '../../diagnostic/count-words.ts';
import { formatAddress, type JobAddress, parseAddress } from '../../job/address.ts';
import type { History } from '../../job/history.ts';
import { comparePeople } from '../../plan/difference/plan-difference.ts';
import { planCampaign, planInputs } from '../../plan/make-plan.ts';
import { variableDigests } from '../../plan/saved/digests.ts';
import {
  approvalIn,
  doneJobs,
  readSavedPlan,
  type SavedJob,
  type SavedPlan,
  staleness,
  startedOutside,
} from '../../plan/saved/saved-plan.ts';
import { tzdata } from '../../platform/clocks.ts';
import { type Host, type Instant, isUnreadable } from '../../platform/ports.ts';
import type { PlanJson } from '../../report/plan/json.ts';
import { plannedReason } from '../../report/reason-text.ts';
import { clockToText, type WhyGone } from '../../report/run/changes-text.ts';
import { runPlanInput } from '../../run/claim-contacts.ts';
import { approvalState } from '../../run/operator/approve-plan.ts';
import { type CommandContext, formatCommand, formatService, shellWord } from '../messages/format-command.ts';
import type { OpenedRun } from './opened-run.ts';

/** The plan that was approved, or in words why it is not the plan of these files. */
export async function readApproved(
  path: string,
  loaded: LoadedCampaign,
  run: string,
  host: Host,
  done: Done = 'sent',
): Promise<SavedPlan | string> {
  const text = await host.files.readText(path);
  if (text === undefined) return `There is no file ${path}. Nothing was ${done}.`;
  if (isUnreadable(text)) return `${path} ${text.words}. Nothing was ${done}.`;
  const saved = readSavedPlan(text);
  if ('wrong' in saved) return `${path} is not a plan that can be run: ${saved.wrong}. Nothing was ${done}.`;
  return formatStale(path, changesSince(saved, loaded, run), `Nothing was ${done}.`) ?? saved;
}

/** Why a run that needs an approval would be refused, as far as the plan says it before its jobs; undefined where it may go on. */
export async function staleApproval(path: string, loaded: LoadedCampaign, run: string): Promise<string | undefined> {
  try {
    return formatStale(
      path,
      changesSince(await readPlanHead(path), loaded, run),
      'Until then a run of this plan is refused.',
    );
  } catch {
    // It is missing, or cannot be read: the run says it.
    return undefined;
  }
}

function changesSince(
  saved: Pick<SavedPlan, 'campaign' | 'run' | 'inputs'>,
  { fileHashes, inputs: values, campaign, env }: LoadedCampaign,
  run: string,
): readonly string[] {
  const inputs = planInputs({ fileHashes, tzdata, values, variables: variableDigests(campaign.id, env) });
  return staleness(saved, { campaign: campaign.id, run, inputs });
}

/** A run that stopped half-way goes on under its plan; one that did something else in between does not. */
export function refuseOtherStarts(
  path: string,
  saved: SavedPlan,
  { campaign }: LoadedCampaign,
  history: History,
  now: Instant,
  done: Done = 'sent',
): string | undefined {
  const steps = campaign.steps.map(({ id }) => id);
  const outside = startedOutside(saved, steps, history, now).length;
  const jobs = outside === 1 ? '1 job was' : `${formatCount(outside)} jobs were`;
  return outside === 0
    ? undefined
    : formatStale(path, [`since it was made, ${jobs} started that it does not include`], `Nothing was ${done}.`);
}

/** What the clock makes different from the approved plan, by planning the rest of it again as of now. Undefined where nothing is. */
export async function clockWords(
  approved: SavedPlan,
  opened: Pick<OpenedRun, 'loaded' | 'lease' | 'run' | 'clock' | 'part' | 'contacts' | 'host'>,
): Promise<string | undefined> {
  const input = await runPlanInput(opened, opened.host);
  const { campaign, history, rosters } = input;
  const present = new Map<JobAddress, SavedJob>();
  planCampaign({
    ...input,
    approvalOf: (job) => approvalIn(approved, job),
    onJob: (job) =>
      present.set(formatAddress(job.id), job.at === undefined ? { reason: plannedReason(job) ?? '' } : { at: job.at }),
  });
  const done = doneJobs(campaign.steps, history);
  const audienceOf = new Map(campaign.steps.map(({ id, forEach }) => [id, forEach?.audience]));
  const isForgotten = (address: JobAddress): boolean => {
    const { step = '', key } = parseAddress(address) ?? {};
    const roster = rosters.get(audienceOf.get(step) ?? '');
    return roster !== undefined && key !== undefined && roster.indexOf(key) === undefined;
  };
  // With `--first` or `--only` the others are left for a later run.
  const isLater = (address: JobAddress): boolean =>
    opened.part !== undefined && !present.has(address) && !isForgotten(address);
  const isDone = (address: JobAddress): boolean => done.has(address) || isLater(address);
  const toDo = new Map([...approved.jobs].filter(([address, { at }]) => at !== undefined && !isDone(address)));
  const steps = comparePeople({
    before: toDo,
    after: present,
    isDone: () => false,
    textNow: () => undefined,
    whyGone: (address): WhyGone => (isForgotten(address) ? 'personForgotten' : 'stepBlocked'),
    steps: campaign.steps.map(({ id }) => id),
  });
  return clockToText(steps, toDo.size, campaign.timezone);
}

/** Why a run that needs an approval may not carry out this plan; undefined where it may. */
export async function refuseUnapproved(
  path: string,
  saved: SavedPlan,
  { lease, run, service }: Pick<OpenedRun, 'lease' | 'run' | 'service'>,
  options: CommandContext,
): Promise<string | undefined> {
  const found = approvalState(await lease.approvals(), saved, service);
  if (found.kind === 'approved') return undefined;
  const command = formatCommand({ ...options, plan: undefined });
  const approve = `Approve it with \`${command('approve', `--plan ${shellWord(path)}`)}\`. Nothing was sent.`;
  switch (found.kind) {
    case 'unapproved':
      return `${path} has the plan ${saved.hash.slice(0, 12)}, and nobody has approved it for run ${run}. ${approve}`;
    case 'edited':
      return `${path} was edited after ${found.by} approved its plan. ${approve}`;
    case 'otherService':
      return `${found.by} approved ${path} for ${formatService(found.service)}, and this run sends to ${service}. Make and approve a plan for it with \`${command('plan', '--out plan.json')}\`. Nothing was sent.`;
    default:
      return found satisfies never;
  }
}

/** Of a run that needs an approval, on a machine that keeps no approved plan. */
export function nothingApproved(options: CommandContext): string {
  const command = formatCommand({ ...options, plan: undefined });
  return `No approved plan is kept here. Save a plan with \`${command('plan', '--out plan.json')}\` and approve it with \`${command('approve', '--plan plan.json')}\`; if it was approved on another machine, pass it with --plan. Nothing was sent.`;
}

/** What has not been done with a plan that is refused. */
type Done = 'sent' | 'approved';

function formatStale(path: string, changes: readonly string[], then: string): string | undefined {
  if (changes.length === 0) return undefined;
  return `${path} is stale: ${changes.join('; ')}. Make a new one with \`callsheet plan --out plan.json\`, and approve it with \`callsheet approve --plan plan.json\`. ${then}`;
}

/** What a saved plan says before its jobs. */
export interface PlanHead extends PlanJson {
  /** Undefined where the settings do not have it. */
  readonly service?: string | undefined;
}

const jobsBegin = ',\n  "jobs": [';

/** Without the jobs, which may be millions, as `plan --out` lays it out; in another layout all of it is read. */
export async function readPlanHead(path: string): Promise<PlanHead> {
  let text = '';
  for await (const part of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const from = Math.max(0, text.length - jobsBegin.length);
    text += part;
    const end = text.indexOf(jobsBegin, from);
    if (end >= 0) return JSON.parse(`${text.slice(0, end)}}`) as PlanHead;
  }
  const { jobs: _, ...head } = JSON.parse(text) as PlanHead & { readonly jobs: unknown };
  return head;
}
