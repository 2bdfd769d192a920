import { didYouMean } from '../diagnostic/did-you-mean.ts';
import { zoneMeantBy } from './zone-nicknames.ts';

const known = new Map<string, boolean>();

/** Whether Node's time zone data has a zone of this name. Abbreviations such as `EST` or `IST` are refused: each means several zones. */
export function isZone(name: string): boolean {
  let answer = known.get(name);
  if (answer === undefined) {
    answer = name === 'UTC' || (/^[A-Z][A-Za-z0-9_+-]*(\/[A-Z][A-Za-z0-9_+-]*)+$/.test(name) && isAccepted(name));
    if (known.size < 10_000) known.set(name, answer);
  }
  return answer;
}

/** Former names, such as `Asia/Calcutta`, are accepted but not listed; a new format costs ten times as much as the list. */
function isAccepted(name: string): boolean {
  if (Intl.supportedValuesOf('timeZone').includes(name)) return true;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The zone that a mistyped name most likely meant: by what people call it, by its city alone or by its letters. */
export function nearestZone(name: string): string | undefined {
  const meant = zoneMeantBy(name);
  if (meant !== undefined) return meant;
  const zones = Intl.supportedValuesOf('timeZone');
  const city = name.split('/').at(-1)!.replaceAll(' ', '_').toLowerCase();
  const sameCity = zones.find((zone) => zone.split('/').at(-1)!.toLowerCase() === city);
  return sameCity ?? didYouMean(name, zones);
}

/** `Asia/Kolkata` and `Asia/Calcutta` are one zone. */
export function canonicalZone(zone: string): string {
  if (!isZone(zone)) return zone;
  return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
}
