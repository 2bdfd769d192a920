import { createHash } from 'node:crypto';
import type { Instant } from '../../platform/ports.ts';
import type { World } from '../ledger/world.ts';
import type { Refusal } from '../operations/decision.ts';
import type { ServiceRequest } from './admit.ts';

/**
 * The signature covers neither path nor body, and is valid as long as its timestamp: anybody who reads a request can send it
 * again. A world may refuse that; the service's document does not.
 */
export type ReplayGuard = (request: ServiceRequest, now: Instant) => Refusal | undefined;

export function createReplayGuard(world: World): ReplayGuard {
  if (world.replays === 'accepted') return () => undefined;
  /** Fingerprint to the end of its validity, oldest first. */
  const seen = new Map<string, Instant>();
  return ({ operation, headers, body = '' }, now) => {
    for (const [fingerprint, until] of seen) {
      if (until > now) break;
      seen.delete(fingerprint);
    }
    const fingerprint = createHash('sha256').update(`${headers.sign} ${operation} `).update(body).digest('base64');
    if (seen.has(fingerprint))
      return { status: '-1', rule: 'auth.replay', detail: 'this very request has been answered' };
    seen.set(fingerprint, now + 2 * world.timestampValidMs);
    return undefined;
  };
}
