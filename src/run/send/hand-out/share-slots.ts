/** A process that sends: a worker, or the leader itself. */
export interface Sharer {
  readonly id: number;
  /** Requests that it can have in flight. */
  readonly most: number;
  readonly share: number;
  /** Slots that it may still be using. */
  readonly held: number;
}

/**
 * Divides the slots of a run evenly. A share is made smaller at once, but larger only with slots that nobody can still be using: never
 * are more requests in flight than there are slots.
 */
export function shareSlots(slots: number, sharers: readonly Sharer[]): ReadonlyMap<number, number> {
  const even = evenShares(slots, sharers);
  const shares = new Map(sharers.map(({ id, share }) => [id, Math.min(share, even.get(id) ?? 0)]));
  let free = slots - sharers.reduce((sum, { id, held }) => sum + Math.max(shares.get(id) ?? 0, held), 0);
  for (const { id, held } of sharers) {
    const share = shares.get(id) ?? 0;
    const wanted = even.get(id) ?? 0;
    // What it still holds is its own.
    const more = Math.min(wanted, Math.max(share, held) + Math.max(0, free));
    if (more <= share) continue;
    free -= Math.max(0, more - Math.max(share, held));
    shares.set(id, more);
  }
  return shares;
}

/** Each gets the same, up to what it can use; of what is left over, the first get one more. */
function evenShares(slots: number, sharers: readonly Sharer[]): ReadonlyMap<number, number> {
  const shares = new Map<number, number>();
  let left = slots;
  const bySize = sharers.toSorted((a, b) => a.most - b.most || b.id - a.id);
  bySize.forEach(({ id, most }, index) => {
    const share = Math.min(most, Math.floor(left / (bySize.length - index)));
    shares.set(id, share);
    left -= share;
  });
  return shares;
}
