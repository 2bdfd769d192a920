import { comparable } from '../audience/comparable.ts';
import type { Roster } from '../audience/roster.ts';
import { recipientClocks } from '../campaign/audiences/judged-hours.ts';
import type { Audience, Campaign, LastInbound } from '../campaign/campaign.ts';
import type { Instant } from '../platform/ports.ts';
import { instantOf, instantOfWall } from '../time/local-time.ts';
import type { Clock } from '../time/time-zone.ts';
import { hourMs, minuteMs } from '../time/wall-clock.ts';
import { readTime } from '../time/written-time.ts';

/** Time zones and WhatsApp sessions of an audience's recipients, in columns: twelve bytes a recipient. */
export interface AudienceTimes {
  readonly zones: readonly Clock[];
  /** Index into `zones`, or `noZone`, or `unknownZone`. */
  readonly zoneOf: Uint32Array;
  /** Beside `zones`, where the country of a number decides which holidays are kept. */
  readonly countries?: readonly (string | undefined)[];
  /** When the recipient's WhatsApp session ends: NaN when it cannot be read, -Infinity when it never began. */
  readonly sessionEnd?: Float64Array;
}

export const noZone = 0xffff_ffff;
export const unknownZone = 0xffff_fffe;

/** Section "Limits": a custom message only within 24 hours after the recipient's last message. */
export const sessionMs = 24 * hourMs;

export function audienceTimes(input: {
  readonly audience: Audience;
  readonly roster: Roster;
  readonly timezone: string;
  /** Whether the country of a number decides which holidays are kept. */
  readonly byCountry: boolean;
}): AudienceTimes {
  const { audience, roster, timezone } = input;
  const found = zonesOf(input);
  const { lastInbound } = audience;
  if (lastInbound === undefined) return found;
  const sessionEnd = new Float64Array(roster.size);
  for (let index = 0; index < roster.size; index++) {
    sessionEnd[index] = sessionEndOf(roster.value(index, lastInbound.column), lastInbound, timezone);
  }
  return { ...found, sessionEnd };
}

export function sessionEndOf(
  cell: string | number | boolean | undefined,
  { format, zone }: LastInbound,
  campaignZone: string,
): Instant {
  const written = comparable(String(cell ?? ''));
  if (written === '') return Number.NEGATIVE_INFINITY;
  const time = readTime(written, format);
  if (time === undefined) return Number.NaN;
  const at = 'instant' in time ? time.instant : instantOfWall(time.wall, zone ?? campaignZone);
  return at + sessionMs;
}

/** The list's author may have another clock. A larger difference is a mistake: a wrong year, zone or unit. */
const clocksDifferMs = 5 * minuteMs;

/** Whether the message that opened this session cannot have been written yet at `now`: a mistake permits no contact. */
export function beginsAfter(sessionEnd: Instant, now: Instant): boolean {
  return sessionEnd - sessionMs > now + clocksDifferMs;
}

/** The same for a cell, before anything is planned: nothing starts before the campaign does. */
export function isInFuture(
  { starts, timezone }: Campaign,
  now: Instant,
): (cell: string, lastInbound: LastInbound) => boolean {
  const from = starts === undefined ? now : Math.max(now, instantOf(starts, timezone));
  return (cell, lastInbound) => beginsAfter(sessionEndOf(cell, lastInbound, timezone), from);
}

/** With `byCountry`, a zone for each pair of clock and country. */
function zonesOf({ audience, roster, timezone, byCountry }: Parameters<typeof audienceTimes>[0]): AudienceTimes {
  const zoneOf = new Uint32Array(roster.size);
  if ('zone' in audience.timezone && !byCountry) return { zones: [audience.timezone.zone], zoneOf };
  const judgedBy = recipientClocks(roster, audience.timezone, timezone);
  const zones: Clock[] = [];
  const countries: (string | undefined)[] = [];
  const places = new Map<string, number>();
  for (let index = 0; index < roster.size; index++) {
    const { clock } = judgedBy(index);
    if (clock === 'none' || clock === 'unknown') {
      zoneOf[index] = clock === 'none' ? noZone : unknownZone;
      continue;
    }
    const country = byCountry ? roster.country?.(index) : undefined;
    const name = country === undefined ? clock : `${clock} ${country}`;
    let place = places.get(name);
    if (place === undefined) {
      places.set(name, (place = zones.push(clock) - 1));
      countries.push(country);
    }
    zoneOf[index] = place;
  }
  return byCountry ? { zones, zoneOf, countries } : { zones, zoneOf };
}
