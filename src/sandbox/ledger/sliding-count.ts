import type { Instant } from '../../platform/ports.ts';

/** How often something happened in the last `perMs`, by key. Only this period is kept in memory. */
export interface SlidingCount {
  add(at: Instant, key: string): void;
  of(key: string, now: Instant): number;
}

export function createSlidingCount(perMs: number): SlidingCount {
  let times: Instant[] = [];
  let keys: string[] = [];
  let first = 0;
  const counts = new Map<string, number>();
  const lessOf = (key: string): void => {
    const left = counts.get(key)! - 1;
    if (left === 0) counts.delete(key);
    else counts.set(key, left);
  };
  const forget = (now: Instant): void => {
    // The clock may have been set back.
    while (times.length > first && times.at(-1)! > now) {
      times.pop();
      lessOf(keys.pop()!);
    }
    for (; first < times.length && times[first]! <= now - perMs; first++) lessOf(keys[first]!);
    if (first > 1024 && first * 2 > times.length) {
      times = times.slice(first);
      keys = keys.slice(first);
      first = 0;
    }
  };
  return {
    add(at, key) {
      forget(at);
      times.push(at);
      keys.push(key);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    of(key, now) {
      forget(now);
      return counts.get(key) ?? 0;
    },
  };
}
