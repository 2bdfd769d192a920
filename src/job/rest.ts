import type { Instant } from '../platform/ports.ts';

/** Nothing of the run, or of one of its steps, starts before: the service asked for a pause. */
export interface Rest {
  /** Absent where the whole run rests. */
  readonly step?: string | undefined;
  readonly until: Instant;
  /** A visible line for people, without their numbers. */
  readonly reason: string;
}

/** A service that asks for a longer pause does not get it. */
export const longestRestMs = 15 * 60_000;

/** Whether a pause until then lasts. */
export function lasts(until: Instant, now: Instant): boolean {
  return until > now && !isTooLong(until, now);
}

/** A pause that would last longer than any is from before the clock was set back. */
export function isTooLong(until: Instant, now: Instant): boolean {
  return until > now + longestRestMs;
}

/** Of what is recorded, the rest that holds this step the longest. */
export function restOf(rests: readonly Rest[], step: string, now: Instant): Rest | undefined {
  return rests
    .filter((rest) => (rest.step === undefined || rest.step === step) && lasts(rest.until, now))
    .toSorted((a, b) => b.until - a.until)[0];
}

/** Those that last, with a new one in the place of the earlier one of the same step, or of the whole run. */
export function withRest(rests: readonly Rest[], rest: Rest, now: Instant): readonly Rest[] {
  return [...rests.filter(({ step, until }) => step !== rest.step && lasts(until, now)), rest];
}
