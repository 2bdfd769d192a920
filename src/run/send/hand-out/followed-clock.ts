import type { Clock, Instant } from '../../../platform/ports.ts';

/** The time of a leader on another machine. */
export interface FollowedClock extends Clock {
  /** The leader's time was this when our own clocks showed `since`. */
  follow(leaderTime: Instant, since: ClockMoment): void;
  moment(): ClockMoment;
}

/** Of both clocks: the monotonic one may stop while a machine sleeps, the other one may be set. */
interface ClockMoment {
  readonly steady: number;
  readonly wall: Instant;
}

export function createFollowedClock(own: Clock): FollowedClock {
  const moment = (): ClockMoment => {
    const wall = own.now();
    return { steady: own.steadyMs?.() ?? wall, wall };
  };
  let since = moment();
  let leaderTime = since.wall;
  const now = (): Instant => {
    const { steady, wall } = moment();
    return leaderTime + Math.max(0, steady - since.steady, wall - since.wall);
  };
  return {
    ...own,
    now,
    moment,
    sleepUntil: (until, signal) => own.sleepUntil(own.now() + (until - now()), signal),
    follow(time, at) {
      leaderTime = time;
      since = at;
    },
  };
}
