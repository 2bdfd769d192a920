import type { Instant } from '../../platform/ports.ts';

/** Counts wrong tokens over a minute. */
export interface WrongTokens {
  /** True once there were too many. */
  note(): boolean;
}

const most = 20;
const periodMs = 60_000;

export function createWrongTokens(now: () => Instant, log: (line: string) => void): WrongTokens {
  let [since, count] = [Number.NEGATIVE_INFINITY, 0];
  return {
    note() {
      if (now() - since >= periodMs) [since, count] = [now(), 0];
      count++;
      if (count === most + 1) log('Somebody tries wrong tokens: more than 20 in a minute.');
      return count > most;
    },
  };
}
