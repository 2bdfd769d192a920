import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { formatInstant } from '../../plan/local-time.ts';
import type { Plan, PlannedJob, PlannedStep, Segment, ZoneLane } from '../../plan/plan.ts';
import { positionAt } from '../../source/source-file.ts';

/** The plan as `schemas/plan.schema.json` has it. Same plan, same bytes. */
export function planToJson(plan: Plan): string {
  return `${JSON.stringify(planJson(plan), null, 2)}\n`;
}

export function planJson(plan: Plan): Readonly<Record<string, unknown>> {
  const at = (instant: number | undefined): string | undefined =>
    instant === undefined ? undefined : formatInstant(instant, plan.timezone);
  return {
    version: 1,
    campaign: plan.campaign,
    title: plan.title,
    timezone: plan.timezone,
    now: at(plan.now),
    run: plan.run,
    hash: plan.hash,
    inputs: plan.inputs,
    totals: plan.totals,
    starts: at(plan.starts),
    ends: at(plan.ends),
    steps: plan.steps.map((step) => stepJson(step, plan.timezone)),
    diagnostics: plan.diagnostics.map(diagnosticJson),
  };
}

function stepJson(step: PlannedStep, timezone: string): Readonly<Record<string, unknown>> {
  const { id, uses, needs, state, jobs, cost, starts, ends, segments, zones, callingHours, fits, reason } = step;
  return {
    id,
    uses,
    needs,
    state,
    jobs,
    cost,
    ...(starts === undefined ? {} : { starts: formatInstant(starts, timezone) }),
    ...(ends === undefined ? {} : { ends: formatInstant(ends, timezone) }),
    segments: segments.map((segment) => segmentJson(segment, timezone)),
    ...(zones === undefined ? {} : { zones: zones.map(laneJson) }),
    ...(callingHours === undefined ? {} : { callingHours }),
    fits,
    ...(reason === undefined ? {} : { reason }),
  };
}

/** A zone's own lane is told in its own time. */
function laneJson({ zone, jobs, segments }: ZoneLane): Readonly<Record<string, unknown>> {
  return { zone, jobs, segments: segments.map((segment) => segmentJson(segment, zone)) };
}

function segmentJson(segment: Segment, timezone: string): Readonly<Record<string, unknown>> {
  const { from, to, jobs, deferredBy } = segment;
  return {
    from: formatInstant(from, timezone),
    to: formatInstant(to, timezone),
    jobs,
    ...(deferredBy === undefined ? {} : { deferredBy }),
  };
}

/** One line of `plan --jobs`, in the recipient's own time; `at` is null when the job will not start. */
export function jobToLine({ address, at, zone, reason }: PlannedJob): string {
  const when = at === undefined ? null : formatInstant(at, zone);
  return `${JSON.stringify({ address, at: when, ...(reason === undefined ? {} : { reason }) })}\n`;
}

function diagnosticJson({ code, severity, message, span, hint }: Diagnostic): Readonly<Record<string, unknown>> {
  const range = { start: positionAt(span.file, span.start), end: positionAt(span.file, span.end) };
  return { code, severity, message, file: span.file.path, range, ...(hint === undefined ? {} : { hint }) };
}
