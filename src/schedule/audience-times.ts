import type { Roster } from '../audience/roster.ts';
import type { Audience, Campaign } from '../campaign/campaign.ts';
import type { Instant } from '../platform/ports.ts';
import { instantOf, readInstant } from '../time/local-time.ts';
import { isZone } from '../time/time-zone.ts';
import { hourMs, minuteMs } from '../time/wall-clock.ts';

/** Time zones and WhatsApp sessions of an audience's recipients, in columns: ten bytes a recipient. */
export interface AudienceTimes {
  readonly zones: readonly string[];
  /** Index into `zones`, or `noZone`, or `unknownZone`. */
  readonly zoneOf: Uint16Array;
  /** When the recipient's WhatsApp session ends: NaN when it cannot be read, -Infinity when it never began. */
  readonly sessionEnd?: Float64Array;
}

export const noZone = 0xffff;
export const unknownZone = 0xfffe;

/** Section "Limits": a custom message only within 24 hours after the recipient's last message. */
export const sessionMs = 24 * hourMs;

export function audienceTimes(input: {
  readonly audience: Audience;
  readonly roster: Roster;
  readonly timezone: string;
}): AudienceTimes {
  const { audience, roster, timezone } = input;
  const { zones, zoneOf } = zonesOf(audience, roster);
  if (audience.lastInbound === undefined) return { zones, zoneOf };
  const sessionEnd = new Float64Array(roster.size);
  for (let index = 0; index < roster.size; index++) {
    sessionEnd[index] = sessionEndOf(roster.value(index, audience.lastInbound), timezone);
  }
  return { zones, zoneOf, sessionEnd };
}

export function sessionEndOf(lastInbound: string | number | boolean | undefined, timezone: string): Instant {
  if (lastInbound === undefined || lastInbound === '') return Number.NEGATIVE_INFINITY;
  const at = readInstant(lastInbound, timezone);
  return at === undefined ? Number.NaN : at + sessionMs;
}

/** The list's author may have another clock. A larger difference is a mistake: a wrong year, zone or unit. */
const clocksDifferMs = 5 * minuteMs;

/** Whether the message that opened this session cannot have been written yet at `now`: a mistake permits no contact. */
export function beginsAfter(sessionEnd: Instant, now: Instant): boolean {
  return sessionEnd - sessionMs > now + clocksDifferMs;
}

/** The same for a cell, before anything is planned: nothing starts before the campaign does. */
export function isInFuture({ starts, timezone }: Campaign, now: Instant): (lastInbound: string) => boolean {
  const from = starts === undefined ? now : Math.max(now, instantOf(starts, timezone));
  return (lastInbound) => beginsAfter(sessionEndOf(lastInbound, timezone), from);
}

function zonesOf(audience: Audience, roster: Roster): { readonly zones: string[]; readonly zoneOf: Uint16Array } {
  const zoneOf = new Uint16Array(roster.size);
  if ('zone' in audience.timezone) return { zones: [audience.timezone.zone], zoneOf };
  const { column } = audience.timezone;
  const zones: string[] = [];
  const indices = new Map<string, number>();
  for (let index = 0; index < roster.size; index++) {
    const name = String(roster.value(index, column) ?? '').trim();
    let zone = indices.get(name);
    if (zone === undefined) {
      zone = name === '' ? noZone : isZone(name) ? zones.push(name) - 1 : unknownZone;
      indices.set(name, zone);
    }
    zoneOf[index] = zone;
  }
  return { zones, zoneOf };
}
