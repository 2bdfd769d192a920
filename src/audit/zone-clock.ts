import type { Instant } from '../platform/ports.ts';

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
