import { formatAddress } from '../../job/address.ts';
import type { Plan, PlannedJob, PlannedSource, PlannedStep, Segment } from '../../plan/plan.ts';
import type { SavedLine } from '../../plan/saved/saved-plan.ts';
import { dependingJobs } from '../../plan/unsent-jobs.ts';
import type { Instant } from '../../platform/ports.ts';
import { dropText } from '../../schedule/reasons.ts';
import { formatInstant } from '../../time/local-time.ts';
import { diagnosticJson } from '../diagnostics/printers.ts';
import { type PlanMessages, sampleToJson } from '../messages.ts';
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
  const when = at === undefined ? null : formatInstant(at, zone);
  return { address: formatAddress(id), at: when, reason: plannedReason(job) };
}

/** The plan as `schemas/plan.schema.json` has it. */
export function planJson(plan: Plan, refused: readonly string[] = []) {
  const at = instantIn(plan.timezone);
  return {
    version: 1,
    ...plan,
    now: at(plan.now),
    totals: totalsJson(plan),
    audiences: plan.audiences?.map((one) => sourceJson(one, at)),
    starts: at(plan.starts),
    ends: at(plan.ends),
    money: plan.money?.map(({ ends, ...funds }) => ({ ...funds, ends: ends && { ...ends, at: at(ends.at) } })),
    steps: plan.steps.map((step) => stepJson(step, at)),
    diagnostics: plan.diagnostics.map(diagnosticJson),
    refused: refused.length === 0 ? undefined : refused,
  };
}

export type PlanJson = ReadBack<ReturnType<typeof planJson>>;

interface At {
  (instant: Instant): string;
  (instant: Instant | undefined): string | undefined;
}

function instantIn(zone: string): At {
  return ((instant) => (instant === undefined ? undefined : formatInstant(instant, zone))) as At;
}

function sourceJson({ takenAt, since, note, ...source }: PlannedSource, at: At) {
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

function stepJson({ problem, callingHours, sendTime, fits, ...step }: PlannedStep, at: At) {
  const { rejected: _, cancelled: __, unanswered: ___, ...counts } = step.jobs;
  return {
    ...step,
    jobs: {
      ...counts,
      skipped: Object.fromEntries(counts.skipped.map(({ reason, jobs }) => [dropText(reason), jobs])),
    },
    starts: at(step.starts),
    ends: at(step.ends),
    segments: segmentsJson(step.segments, at),
    // A zone's lane has that zone's local times.
    zones: step.zones?.map((lane) => ({ ...lane, segments: segmentsJson(lane.segments, instantIn(lane.zone)) })),
    waves: step.waves?.map(({ from, ...wave }) => ({ ...wave, from: at(from) })),
    callingHours,
    sendTime,
    fits,
    reason: problem && formatProblem(problem),
  };
}

function segmentsJson(segments: readonly Segment[], at: At) {
  return segments.map((segment) => ({ ...segment, from: at(segment.from), to: at(segment.to) }));
}
