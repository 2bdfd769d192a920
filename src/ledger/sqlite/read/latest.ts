import type { Instant } from '../../../platform/ports.ts';

/** Keeps the latest of many instants. */
export interface Latest {
  add(at: Instant | undefined): void;
  /** Oldest first. */
  value(): readonly Instant[];
}

/** To drop the older ones of twice as many, now and then, takes less than to keep them all in order. */
export function createLatest(limit: number): Latest {
  let kept: Instant[] = [];
  let oldest = Number.NEGATIVE_INFINITY;
  const drop = (): void => {
    kept = kept.sort((a, b) => a - b).slice(Math.max(0, kept.length - limit));
    if (kept.length === limit) oldest = kept[0] ?? oldest;
  };
  return {
    add(at) {
      if (at === undefined || at <= oldest) return;
      kept.push(at);
      if (kept.length > 2 * limit) drop();
    },
    value() {
      drop();
      return kept;
    },
  };
}
