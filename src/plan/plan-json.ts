import type { Instant } from '../platform/ports.ts';
import { formatInstant } from '../time/local-time.ts';
import type { Plan, PlannedStep, Segment, ZoneLane } from './plan.ts';

export type Unsigned = Omit<Plan, 'hash' | 'diagnostics'>;

/** A plan's value as `schemas/plan.schema.json` has it, without its hash, which is taken of exactly this. */
export function planJson(plan: Unsigned): Readonly<Record<string, unknown>> {
  const at = (instant: Instant): string => formatInstant(instant, plan.timezone);
  return {
    version: 1,
    campaign: plan.campaign,
    title: plan.title,
    timezone: plan.timezone,
    now: at(plan.now),
    run: plan.run,
    inputs: plan.inputs,
    totals: plan.totals,
    ...(plan.editedInDoubt === undefined ? {} : { editedInDoubt: plan.editedInDoubt }),
    ...(plan.leftOut === undefined ? {} : { leftOut: plan.leftOut }),
    ...(plan.starts === undefined ? {} : { starts: at(plan.starts) }),
    ...(plan.ends === undefined ? {} : { ends: at(plan.ends) }),
    ...(plan.money === undefined
      ? {}
      : {
          money: plan.money.map(({ ends, ...purse }) => ({
            ...purse,
            ...(ends === undefined ? {} : { ends: { ...ends, at: at(ends.at) } }),
          })),
        }),
    steps: plan.steps.map((step) => stepJson(step, plan.timezone)),
  };
}

function stepJson(step: PlannedStep, timezone: string): Readonly<Record<string, unknown>> {
  const { id, title, uses, needs, state, jobs, cost, starts, ends, segments, zones, callingHours, fits, reason } = step;
  return {
    id,
    ...(title === undefined ? {} : { title }),
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
