import type { Step } from '../campaign/campaign.ts';
import type { WindowInput } from '../campaign/schema/campaign-input.gen.ts';
import type { Instant } from '../platform/ports.ts';
import { currentZone } from '../time/time-zone.ts';
import type { Calendar, Window } from '../time/window.ts';

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

/** The zones of somebody whose number belongs to this country: the campaign's if all have its time, otherwise all. */
export function zonesOfNumber(country: string | undefined, campaignZone: string): readonly string[] {
  if (country === undefined) return [campaignZone];
  const name = `${country} ${campaignZone}`;
  let zones = zonesByName.get(name);
  if (zones === undefined) {
    const locale = new Intl.Locale('und', { region: country }) as { timeZones?: string[]; getTimeZones?(): string[] };
    const all = typeof locale.getTimeZones === 'function' ? locale.getTimeZones() : locale.timeZones;
    const isOwn =
      all?.some((zone) => resolved(zone) === resolved(campaignZone)) === true &&
      all.every((zone) => isSameClock(zone, campaignZone));
    zones = all === undefined || all.length === 0 || isOwn ? [campaignZone] : all.map(currentZone);
    zonesByName.set(name, zones);
  }
  return zones;
}

/** At noon of each tenth day of four years. */
function isSameClock(zone: string, other: string): boolean {
  const [one, two] = [zone, other].map(
    (timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
  );
  for (let day = 0; day < 4 * 365; day += 10) {
    const noon = Date.UTC(2026, 0, 1 + day, 12);
    if (one!.format(noon) !== two!.format(noon)) return false;
  }
  return true;
}

const zonesByName = new Map<string, readonly string[]>();

function resolved(timeZone: string): string {
  return Intl.DateTimeFormat('sv-SE', { timeZone }).resolvedOptions().timeZone;
}

interface ZoneClock {
  readonly format: Intl.DateTimeFormat;
  /** The latest that was asked for: starts come in about the order of time. */
  second: number;
  text: string;
}

const clocks = new Map<string, ZoneClock>();

/** `2026-11-23 09:00:00`, or undefined for a zone that Intl does not know. */
export function wallClock(zone: string, at: Instant): string | undefined {
  let clock = clocks.get(zone);
  if (clock === undefined) {
    if (zone === '') return undefined;
    try {
      const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
      clock = { format, second: Number.NaN, text: '' };
    } catch {
      return undefined;
    }
    clocks.set(zone, clock);
  }
  const second = Math.floor(at / 1000);
  if (second !== clock.second) {
    clock.text = clock.format.format(at);
    clock.second = second;
  }
  return clock.text;
}
