import { type Clock, zonesOfClock } from './clock.ts';
import { offsetAt } from './local-time.ts';
import { canonicalZone } from './time-zone.ts';
import { dayMs } from './wall-clock.ts';

/**
 * The clock of somebody where only the country is known: the campaign's zone where the whole country has its time, as Germany has that
 * of Berlin. Undefined if the country has no zones that are known.
 */
export function clockOfCountry(country: string, campaignZone: string): Clock | undefined {
  const zones = zonesOfClock(country);
  if (zones === undefined) return undefined;
  const own = canonicalZone(campaignZone);
  const isOwn = zones.some((zone) => zone === campaignZone || canonicalZone(zone) === own);
  if (isOwn && zones.every((zone) => haveSameTime(zone, campaignZone))) return campaignZone;
  return zones.length === 1 ? zones[0] : country;
}

/** In each week of these years: what is known of later ones repeats the last of them. */
function haveSameTime(zone: string, other: string): boolean {
  for (let at = Date.UTC(2025, 0); at < Date.UTC(2030, 0); at += 7 * dayMs)
    if (offsetAt(at, zone) !== offsetAt(at, other)) return false;
  return true;
}
