import type { Step } from '../campaign/campaign.ts';
import type { WindowInput } from '../campaign/schema/campaign-input.gen.ts';
import type { Calendar } from '../time/holidays.ts';
import type { Window } from '../time/window.ts';

/** The windows as the campaign file has them. */
export interface WrittenWindows {
  readonly campaign: WindowInput | undefined;
  readonly steps: ReadonlyMap<string, WindowInput | 'always' | undefined>;
  readonly calendars: ReadonlyMap<string, Calendar>;
}

/** By the windows as they are written; without them, as in a rehearsal, by those of the step. */
export function judgedHours(step: Step, windows: WrittenWindows | undefined): Window | 'always' {
  return windows === undefined ? step.window : hoursOf(step, windows);
}

const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/**
 * The hours in which a step may start, from the windows as they are written. `lower.ts` narrows them for the planner and the engine;
 * the auditor does it again by its own code, so that a mistake there is found.
 */
export function hoursOf({ id, purpose }: Pick<Step, 'id' | 'purpose'>, written: WrittenWindows): Window | 'always' {
  const { open = '09:00', close = '20:00', days = everyDay, except = [] } = written.campaign ?? {};
  const campaign: Window = {
    open: open < '09:00' ? '09:00' : open,
    close: close > '20:00' ? '20:00' : close,
    days,
    except,
    holidays: holidaysOf(written.campaign, written),
  };
  const own = written.steps.get(id);
  if (own === undefined) return campaign;
  if (purpose === 'transactional') {
    if (own === 'always') return own;
    return {
      open: own.open ?? campaign.open,
      close: own.close ?? campaign.close,
      days: own.days ?? everyDay,
      except: own.except ?? [],
      holidays: holidaysOf(own, written),
    };
  }
  if (own === 'always') return campaign;
  return {
    open: own.open !== undefined && own.open > campaign.open ? own.open : campaign.open,
    close: own.close !== undefined && own.close < campaign.close ? own.close : campaign.close,
    days: campaign.days.filter((day) => own.days?.includes(day) ?? true),
    except: [...campaign.except, ...(own.except ?? [])],
    holidays: holidaysOf(own, written) ?? campaign.holidays,
  };
}

function holidaysOf(window: WindowInput | undefined, { calendars }: WrittenWindows): Window['holidays'] {
  const of = window?.holidays;
  return of === undefined ? undefined : { of: typeof of === 'string' ? of : 'number', calendars };
}
