import { IANAZone } from 'luxon';
import { isZone } from './time-zone.ts';
import { dayMs } from './wall-clock.ts';

/**
 * By which clock somebody's hours are judged: an IANA zone; or a country with several, as its two letters, where nobody knows in
 * which of its zones they are. Hours of a country are open while those of all its zones are.
 */
export type Clock = string;

/** Undefined for any other text. */
export function zonesOfClock(clock: string): readonly string[] | undefined {
  const found = known.get(clock);
  if (found !== undefined) return found;
  const zones = isZone(clock) ? [clock] : isCountry.test(clock) ? zonesOfCountry(clock) : [];
  if (zones.length === 0) return undefined;
  if (known.size < 10_000) known.set(clock, zones);
  return zones;
}

const known = new Map<string, readonly string[]>();
const isCountry = /^[A-Z]{2}$/;

/** As Node's time zone data has them; none for a country that it does not know. */
export function zonesOfCountry(country: string): readonly string[] {
  const locale = new Intl.Locale(`und-${country}`) as unknown as WithZones;
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

/** A method, or a property before it was one. */
interface WithZones {
  getTimeZones?(): readonly string[] | undefined;
  readonly timeZones?: readonly string[];
}

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
  const [one, two] = [IANAZone.create(zone), IANAZone.create(other)];
  for (let at = Date.UTC(2025, 0); at < Date.UTC(2030, 0); at += 7 * dayMs)
    if (one.offset(at) !== two.offset(at)) return false;
  return true;
}

/** `Asia/Kolkata` and `Asia/Calcutta` are one zone. */
function canonicalZone(zone: string): string {
  if (!isZone(zone)) return zone;
  return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
}

/** "India", for `IN`. */
export function countryName(country: string): string {
  return names.of(country) ?? country;
}

const names = new Intl.DisplayNames('en', { type: 'region' });
