import type { ContactCap } from '../../campaign/contact-rules.ts';
import type { Instant } from '../../platform/ports.ts';
import { wallAt } from '../../time/local-time.ts';
import { dayMs } from '../../time/wall-clock.ts';
import { type ContactFacts, claimsLeft, type Touch } from './facts.ts';
import { allowedFrom, isInScope } from './judge-contact.ts';

/** How much of a cap one person's contacts use. */
export interface CapUse {
  readonly cap: ContactCap;
  /** The contacts that count now. */
  readonly used: number;
  /** Contacts that runs with a priority are going to make. */
  readonly planned: number;
  /** The first instant at which it allows one more. */
  readonly freeAt: Instant;
}

export function capUse(
  cap: ContactCap,
  { touches, claims }: Pick<ContactFacts, 'touches' | 'claims'>,
  at: Instant,
  zone: string,
): CapUse {
  const { per } = cap;
  const dayOf = (instant: Instant): number => Math.floor(wallAt(instant, zone) / dayMs);
  const counts = (touch: Touch): boolean => (per === 'day' ? dayOf(touch.at) === dayOf(at) : touch.at > at - per);
  // One that is under way counts, whatever the clock of its process shows.
  const isThere = (touch: Touch): boolean => touch.at <= at || touch.isReserved === true;
  const used = touches.filter((touch) => isInScope(cap, touch) && isThere(touch) && counts(touch)).length;
  const planned = claimsLeft(claims, touches).filter((claim) => isInScope(cap, claim)).length;
  return { cap, used, planned, freeAt: allowedFrom(cap, touches, at, zone).until };
}
