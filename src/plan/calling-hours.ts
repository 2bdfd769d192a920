import type { Step } from '../campaign/campaign.ts';
import { periodsOf } from '../campaign/request/default-fields.ts';
import type { LocalTime } from '../time/wall-clock.ts';
import { minuteMs, timeOf } from '../time/wall-clock.ts';

export interface CallingPeriod {
  readonly from: LocalTime;
  readonly to: LocalTime;
}

/**
 * The hours in which the service may call for this redial (`allowSendTime`, section "Voice group call redial task"):
 * the step's own periods, narrowed to its window; without any, the window itself. Undefined when nothing limits them.
 * These are hours of the service's own clock, whose zone its document does not show.
 */
export function callingHours(step: Step): readonly CallingPeriod[] | undefined {
  const own = ownPeriods(step.with.allowSendTime);
  if (step.window === 'always') return own;
  const allowed = periodsOf(step.window).map(({ strTime, endTime }) => ({ from: strTime, to: endTime }));
  if (own === undefined) return allowed;
  return own.flatMap((period) => allowed.flatMap((window) => intersect(period, window)));
}

function ownPeriods(written: unknown): readonly CallingPeriod[] | undefined {
  if (!Array.isArray(written) || written.length === 0) return undefined;
  return written.flatMap((period: unknown) => {
    if (typeof period !== 'object' || period === null) return [];
    const { strTime, endTime } = period as { readonly strTime?: unknown; readonly endTime?: unknown };
    return typeof strTime === 'string' && typeof endTime === 'string' ? [{ from: strTime, to: endTime }] : [];
  });
}

function intersect(a: CallingPeriod, b: CallingPeriod): readonly CallingPeriod[] {
  const from = timeOf(a.from) > timeOf(b.from) ? a.from : b.from;
  const to = timeOf(a.to) < timeOf(b.to) ? a.to : b.to;
  return timeOf(to) - timeOf(from) >= minuteMs ? [{ from, to }] : [];
}
