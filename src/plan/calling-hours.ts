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
 * the periods that the step asks for, cut to its window; the window itself where it asks for none. Undefined when
 * nothing limits them. These are hours of the service's own clock, whose zone its document does not show.
 */
export function callingHours(step: Step): readonly CallingPeriod[] | undefined {
  const asked = askedPeriods(step.with.allowSendTime);
  if (step.window === 'always') return asked;
  const allowed = periodsOf(step.window).map(({ strTime, endTime }) => ({ from: strTime, to: endTime }));
  if (asked === undefined) return allowed;
  return asked.flatMap((period) => allowed.flatMap((window) => intersect(period, window)));
}

function askedPeriods(written: unknown): readonly CallingPeriod[] | undefined {
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
