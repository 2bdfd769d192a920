import type { Instant } from '../platform/ports.ts';

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
    zones = all === undefined || all.length === 0 || isOwn ? [campaignZone] : all;
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
