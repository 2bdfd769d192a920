import type { ContactCap } from '../../campaign/contact-rules.ts';
import type { Instant } from '../../platform/ports.ts';
import { wallAt } from '../../time/local-time.ts';
import { dayMs } from '../../time/wall-clock.ts';
import type { Touch } from './facts.ts';
import { allowedFrom, isInScope } from './judge-contact.ts';

/** How much of a cap one person's contacts use. */
export interface CapUse {
  readonly cap: ContactCap;
  /** The contacts that count now. */
  readonly used: number;
  /** The first instant at which it allows one more. */
  readonly freeAt: Instant;
}

export function capUse(cap: ContactCap, touches: readonly Touch[], at: Instant, zone: string): CapUse {
  const { per } = cap;
  const dayOf = (instant: Instant): number => Math.floor(wallAt(instant, zone) / dayMs);
  const counts = (touch: Touch): boolean => (per === 'day' ? dayOf(touch.at) === dayOf(at) : touch.at > at - per);
  // One that is under way counts, whatever the clock of its process shows.
  const isThere = (touch: Touch): boolean => touch.at <= at || touch.isReserved === true;
  const used = touches.filter((touch) => isInScope(cap, touch) && isThere(touch) && counts(touch)).length;
  return { cap, used, freeAt: allowedFrom(cap, touches, at, zone).until };
}
