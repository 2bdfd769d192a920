import { dayText, minuteText, secondText, yearText } from '../../../web/page/clock-text.ts';
import { useTick } from '../../../web/page/hooks.ts';
import type { Clock } from './sandbox-data.ts';

/** Wall-clock texts in the sandbox's zone. */
export interface Times {
  time(at: string | number): string;
  second(at: string | number): string;
  day(at: string | number): string;
  full(at: string | number): string;
  /** Minutes since midnight. */
  minute(at: string | number): number;
  readonly zone: string;
}

export function timesIn(zone: string): Times {
  const inZone = (text: typeof secondText) => (at: string | number) => text(new Date(at).getTime(), zone);
  const [time, second] = [inZone(minuteText), inZone(secondText)];
  const day = inZone((at) => `${dayText(at, zone)} ${yearText(at, zone)}`);
  return {
    zone,
    time,
    second,
    day,
    full: (at) => `${day(at)}, ${second(at)}`,
    minute(at) {
      const [hours = 0, minutes = 0] = time(at).split(':').map(Number);
      return hours * 60 + minutes;
    },
  };
}

/** Sandbox time, ticking as fast as the sandbox's own clock does. */
export function useNow(clock: Clock | undefined): number {
  useTick(1_000);
  return clock === undefined ? Date.now() : Date.parse(clock.now) + (Date.now() - clock.readAt) * clock.speed;
}
