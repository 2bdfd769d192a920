import { useTick } from '../../../web/page/use-tick.ts';
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

const made = new Map<string, Times>();

export function timesIn(zone: string): Times {
  let times = made.get(zone);
  if (times === undefined) {
    const format = (options: Intl.DateTimeFormatOptions): ((at: string | number) => string) => {
      const formatter = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hourCycle: 'h23', ...options });
      return (at) => formatter.format(new Date(at));
    };
    const time = format({ hour: '2-digit', minute: '2-digit' });
    const second = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
    const day = format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
    times = {
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
    made.set(zone, times);
  }
  return times;
}

/** Sandbox time, ticking as fast as the sandbox's own clock does. */
export function useNow(clock: Clock | undefined): number {
  useTick(1_000);
  return clock === undefined ? Date.now() : Date.parse(clock.now) + (Date.now() - clock.readAt) * clock.speed;
}
