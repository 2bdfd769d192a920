import type { Instant } from '../platform/ports.ts';

/** Nothing of the run starts before: the service asked for a pause. */
export interface Rest {
  readonly until: Instant;
  /** A visible line for people, without their numbers. */
  readonly reason: string;
}

/** A service that asks for a longer pause does not get it. */
export const longestRestMs = 15 * 60_000;

/** The recorded rest, as long as it lasts. One that would last longer than any is from before the clock was set back. */
export function restAt(rest: Rest | undefined, now: Instant): Rest | undefined {
  return rest !== undefined && rest.until > now && rest.until <= now + longestRestMs ? rest : undefined;
}
