import { formatAddress } from '../../job/address.ts';
import { dependingJobs } from '../../plan/later-jobs.ts';
import type { Plan, PlannedJob, PlannedStep, Segment, ZoneLane } from '../../plan/plan.ts';
import type { PlannedSource } from '../../plan/planned-sources.ts';
import type { SavedLine } from '../../plan/saved/saved-plan-printer.ts';
import type { Instant } from '../../platform/ports.ts';
import { dropText } from '../../schedule/reasons.ts';
import { formatInstant } from '../../time/local-time.ts';
import { diagnosticJson } from '../diagnostics/json.ts';
import { sampleToJson } from '../message/json.ts';
import type { PlanMessages } from '../message/shown-sample.ts';
import type { ReadBack } from '../read-back.ts';
import { formatProblem, plannedReason } from '../reason-text.ts';

/** The plan as `schemas/plan.schema.json` has it. Same plan, same bytes. `refused`: why a run would be, in sentences. */
export function planToJson(plan: Plan, messages?: PlanMessages, refused: readonly string[] = []): string {
  const value = { ...planJson(plan, refused), samples: messages?.samples.map(sampleToJson) };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** One line of `plan --jobs`, in the recipient's time; `at` is null when the job will not start. */
export function jobToLine(job: PlannedJob): string {
  return `${JSON.stringify(lineOf(job))}\n`;
}

export function lineOf(job: PlannedJob): SavedLine {
  const { id, at, zone } = job;
  const reason = plannedReason(job);
  const when = at === undefined ? null : formatInstant(at, zone);
  return { address: formatAddress(id), at: when, ...(reason === undefined ? {} : { reason }) };
}

/** The plan as `schemas/plan.schema.json` has it. */
export function planJson(plan: Plan, refused: readonly string[] = []) {
  const at = (instant: Instant | undefined) => optionalInstant(instant, plan.timezone);
  return {
    version: 1,
    campaign: plan.campaign,
    title: plan.title,
    timezone: plan.timezone,
    now: formatInstant(plan.now, plan.timezone),
    run: plan.run,
    inputs: plan.inputs,
    totals: totalsJson(plan),
    editedInDoubt: plan.editedInDoubt,
    audiences: plan.audiences?.map((one) => sourceJson(one, at)),
    leftOut: plan.leftOut,
    forgotten: plan.forgotten,
    selection: plan.selection,
    hours: plan.hours,
    starts: at(plan.starts),
    ends: at(plan.ends),
    money: plan.money?.map(({ ends, ...funds }) => ({ ...funds, ends: ends && { ...ends, at: at(ends.at) } })),
    steps: plan.steps.map((step) => stepJson(step, plan.timezone)),
    hash: plan.hash,
    diagnostics: plan.diagnostics.map(diagnosticJson),
    refused: refused.length === 0 ? undefined : refused,
  };
}

export type PlanJson = ReadBack<ReturnType<typeof planJson>>;

function optionalInstant(instant: Instant | undefined, zone: string): string | undefined {
  return instant === undefined ? undefined : formatInstant(instant, zone);
}

function sourceJson({ takenAt, since, note, ...source }: PlannedSource, at: (instant: Instant) => string | undefined) {
  return {
    ...source,
    takenAt: at(takenAt),
    since: since && { ...since, takenAt: at(since.takenAt) },
    note: note?.kind === 'frozen' ? { ...note, newer: at(note.newer) } : note,
  };
}

/** `asNeeded` is not in the plan's own totals, over which its hash goes. */
function totalsJson({ totals, steps }: Plan) {
  const asNeeded = dependingJobs(steps);
  return { ...totals, asNeeded: asNeeded === 0 ? undefined : asNeeded };
}

function stepJson(step: PlannedStep, timezone: string) {
  const { jobs, zones, waves, problem } = step;
  const { rejected: _, unanswered: __, ...counts } = jobs;
  return {
    id: step.id,
    title: step.title,
    uses: step.uses,
    needs: step.needs,
    state: step.state,
    jobs: {
      ...counts,
      skipped: Object.fromEntries(jobs.skipped.map(({ reason, jobs: count }) => [dropText(reason), count])),
    },
    cost: step.cost,
    starts: optionalInstant(step.starts, timezone),
    ends: optionalInstant(step.ends, timezone),
    segments: step.segments.map((segment) => segmentJson(segment, timezone)),
    zones: zones?.map(laneJson),
    holidays: step.holidays,
    waves: waves?.map(({ from, ...wave }) => ({ ...wave, from: formatInstant(from, timezone) })),
    callingHours: step.callingHours,
    sendTime: step.sendTime,
    fits: step.fits,
    reason: problem && formatProblem(problem),
  };
}

/** A zone's lane has that zone's local times. */
function laneJson({ zone, jobs, segments }: ZoneLane) {
  return { zone, jobs, segments: segments.map((segment) => segmentJson(segment, zone)) };
}

function segmentJson({ from, to, jobs, deferredBy }: Segment, timezone: string) {
  return { from: formatInstant(from, timezone), to: formatInstant(to, timezone), jobs, deferredBy };
}
