import { leastDelayMs } from './delay.ts';

/** What workers send in about a second: what was handed out must not get old. */
const mostOfAll = 4_000;

/**
 * How many jobs workers may have at once: some for each of their slots, or as many as they settled in the last second. `delayMs`: how
 * long after its slot each request leaves, where there is a rate.
 */
export function handedOutMost(given: {
  readonly slots: number;
  readonly lastSecond: number;
  readonly delayMs: number | undefined;
}): number {
  const { slots, lastSecond, delayMs } = given;
  const aheadSeconds = delayMs === undefined ? 1 : 1 + (2 * delayMs) / 1_000;
  const perSlot = delayMs === undefined ? 2 : (2 * delayMs) / leastDelayMs;
  return Math.min(mostOfAll, Math.max(perSlot * slots, Math.ceil(aheadSeconds * lastSecond)));
}
