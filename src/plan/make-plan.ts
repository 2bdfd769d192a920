import { createHash } from 'node:crypto';
import { saidNoWords } from '../campaign/audiences/audience-findings.ts';
import { judgedByNumber } from '../campaign/audiences/judged-hours.ts';
import { countRecipients, forgottenRows, leftOutRows, selectionCounts } from '../campaign/audiences/left-out-rows.ts';
import { idleWords, otherLetters } from '../campaign/audiences/mismatch.ts';
import type { Campaign, Step } from '../campaign/campaign.ts';
import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import { lacksSessions, sessionHint, sessionWords } from '../campaign/rules/recipients.ts';
import { warning } from '../campaign/rules/rule.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { leavesDoubt } from '../schedule/step-jobs.ts';
import { operations } from '../service/operations/operations.ts';
import { hasBegunIn, renameFindings } from './begun.ts';
import { roundMoney } from './budget.ts';
import type { Plan, PlanCampaignInput, PlanInputs, PlannedSource, PlannedStep, PlanTotals } from './plan.ts';
import { findTrouble } from './plan-findings.ts';
import { type PlannedSteps, planSteps } from './plan-steps.ts';

export function planCampaign(input: PlanCampaignInput): Plan {
  return planOf(input, planSteps(input));
}

export function planOf(input: PlanCampaignInput, { steps, money, people, sendTimes }: PlannedSteps): Plan {
  const { campaign, now, run, edited = [], renames = [] } = input;
  const head = {
    campaign: campaign.id,
    title: campaign.title,
    timezone: campaign.timezone,
    now,
    run,
    inputs: planInputs(input),
    totals: totalsOf(campaign, steps, people),
    editedInDoubt: unlessEmpty(edited),
  };
  const leftOut = unlessEmpty(leftOutRows(input));
  const jobs = { ...startsAndEnds(steps), money: unlessEmpty(money), steps };
  // In the order of the plan as JSON.
  return {
    ...head,
    audiences: unlessEmpty(plannedSources(input)),
    leftOut,
    forgotten: unlessEmpty(forgottenRows(input)),
    selection: unlessEmpty(selectionCounts(input)),
    hours: unlessEmpty(judgedByNumber(input)),
    ...jobs,
    // The inputs have the digests of lists and snapshots, and the jobs come of them.
    hash: hashOf({ ...head, leftOut, ...jobs }),
    diagnostics: [
      ...renameFindings(campaign, renames),
      ...listFindings(input, steps),
      ...findTrouble({ campaign, begun: hasBegun(input), sendTimes, plan: { ...head, ...jobs } }),
    ],
  };
}

/** A list without anything has no place in a plan. */
function unlessEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** The first start of some steps or plans, and the last. */
export function startsAndEnds(all: readonly Pick<Plan, 'starts' | 'ends'>[]): Pick<Plan, 'starts' | 'ends'> {
  const starts = all.flatMap((one) => one.starts ?? []);
  const ends = all.flatMap((one) => one.ends ?? []);
  return starts.length === 0 ? {} : { starts: Math.min(...starts), ends: Math.max(...ends) };
}

/** What `check` says of the lists of those who are sent to, and a person who approves a plan must see as well. */
function listFindings(
  { campaign, rosters }: PlanCampaignInput,
  planned: readonly PlannedStep[],
): readonly Diagnostic[] {
  return campaign.audiences.flatMap((audience) => {
    const { name, span } = audience;
    const steps = campaign.steps.filter(
      ({ forEach }, index) => forEach?.audience === name && planned[index]?.jobs.toSend,
    );
    if (steps.length === 0) return [];
    const hint = '`callsheet check` names the rows, and how to leave them out';
    const roster = rosters.get(name);
    const ofRows = roster?.conditions ?? [];
    const ofSteps = steps.flatMap(({ forEach }) => (roster && forEach ? countRecipients(forEach.where, roster) : []));
    const idle = new Set([
      ...ofRows.flatMap((count) => idleWords(count, 'row') ?? []),
      ...ofSteps.flatMap((count) => idleWords(count, 'recipient') ?? []),
    ]);
    const alike = new Set([...ofRows, ...ofSteps].flatMap((count) => otherLetters(count) ?? []));
    const isToSend = (id: string): boolean => steps.some((step) => step.id === id);
    const saidNo = (roster?.saidNo ?? []).filter((one) => one.steps?.some(isToSend) ?? true);
    return [
      ...saidNo.map((one) => warning('CS6047', span, saidNoWords(one), hint)),
      ...[...idle].map((words) =>
        warning('CS6021', span, words, '`callsheet check` says where, and what may be meant'),
      ),
      ...[...alike].map((words) => warning('CS6023', span, words, '`callsheet check` says where')),
      ...(lacksSessions(audience, steps) ? [warning('CS5010', span, sessionWords(audience), sessionHint)] : []),
    ];
  });
}

/** Also one that a process carries out, and that waits. */
function hasBegun({ campaign, inFlight, history }: PlanCampaignInput): boolean {
  return inFlight !== undefined || hasBegunIn(campaign, history.steps);
}

export function planInputs({
  fileHashes,
  tzdata,
  values,
  variables,
}: Pick<PlanCampaignInput, 'fileHashes' | 'tzdata' | 'values' | 'variables'>): PlanInputs {
  const given = hasKeys(values) ? { values: hashOf(sortKeys(values)) } : {};
  const read = hasKeys(variables) ? { variables: sortKeys(variables) } : {};
  return { files: sortKeys(fileHashes), tzdata, ...given, ...read };
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

function totalsOf(campaign: Campaign, steps: readonly PlannedStep[], people: number): PlanTotals {
  const { limits } = campaign;
  const sum = (count: (step: PlannedStep) => number) => steps.reduce((total, step) => total + count(step), 0);
  const atMost = (isLeft: (step: Step) => boolean) => {
    const ids = new Set(campaign.steps.filter(isLeft).map(({ id }) => id));
    return Math.min(
      limits.concurrency,
      limits.account?.concurrency ?? limits.concurrency,
      sum(({ id, jobs }) => (ids.has(id) ? jobs.toSend + (jobs.inFlight ?? 0) : 0)),
    );
  };
  const inDoubtAtMost = atMost(cannotBeRetried);
  const inDoubtIfLate = atMost((step) => cannotBeRetried(step) || (leavesDoubt(step) && canBeLate(campaign, step)));
  const inDoubtIfEdited = atMost(() => true);
  return {
    jobs: sum((step) => step.jobs.total),
    toSend: sum((step) => step.jobs.toSend),
    people,
    done: sum((step) => step.jobs.done),
    skipped: sum((step) => step.jobs.skipped.reduce((total, { jobs }) => total + jobs, 0)),
    inDoubt: sum((step) => step.jobs.inDoubt),
    cost: roundMoney(sum((step) => step.cost)),
    ...(campaign.currency === undefined ? {} : { currency: campaign.currency }),
    inDoubtAtMost,
    ...(inDoubtIfLate > inDoubtAtMost ? { inDoubtIfLate } : {}),
    ...(inDoubtIfEdited > inDoubtAtMost ? { inDoubtIfEdited } : {}),
  };
}

/** An upload under the campaign's own file name: its rejection as a duplicate does not say whose upload was first. */
function cannotBeRetried({ uses, onUnknown, with: { fileName } }: Step): boolean {
  const { recovery } = operations[uses];
  return (recovery === 'manual' && onUnknown === 'hold') || (recovery === 'rename' && fileName !== undefined);
}

/** Whether there is a time after which none of the step's jobs is retried. */
function canBeLate({ ends }: Campaign, { uses, expiresMs, until }: Step): boolean {
  return expiresMs !== undefined || until !== undefined || ends !== undefined || operations[uses].needsSession === true;
}

function hasKeys<T extends object>(values: T | undefined): values is T {
  return values !== undefined && Object.keys(values).length > 0;
}

function sortKeys<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** In the order of the campaign, without audiences that are read as they are. */
export function plannedSources({
  campaign,
  rosters,
}: Pick<LoadedCampaign, 'campaign' | 'rosters'>): readonly PlannedSource[] {
  return campaign.audiences.flatMap(({ name, source, snapshot }) => {
    const roster = rosters.get(name);
    if (source === undefined || snapshot === undefined || roster === undefined) return [];
    const { digest, takenAt, rows, unreadable, recipients, since, kept, note } = snapshot;
    const { where, exclude } = roster.left;
    // Those who were in the snapshot when they asked are no longer in its rows.
    const forgotten = roster.left.forgotten + Math.max(0, rows - unreadable + kept - recipients);
    return [
      {
        audience: name,
        source: snapshot.source,
        digest,
        takenAt,
        refresh: source.refresh,
        rows,
        ...(kept === 0 ? {} : { kept }),
        recipients: roster.size,
        left: { unreadable, where, exclude, ...(forgotten === 0 ? {} : { forgotten }) },
        ...(since === undefined ? {} : { since }),
        ...(note === undefined ? {} : { note }),
      },
    ];
  });
}
