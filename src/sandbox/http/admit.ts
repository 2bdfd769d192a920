import { createHash } from 'node:crypto';
import type { Instant } from '../../platform/ports.ts';
import { sign as signatureOf } from '../../service/http/signature.ts';
import { type Admission, generalAdmission } from '../../service/operations/definition/operation.ts';
import { type OperationId, operations } from '../../service/operations/operations.ts';
import type { LoggedRequest } from '../admin-api/shown.ts';
import type { World } from '../ledger/world.ts';
import type { Refusal } from '../operations/decision.ts';

/** A request of the service, as it came. */
export interface ServiceRequest extends Pick<LoggedRequest, 'method' | 'path' | 'headers'> {
  readonly operation: OperationId;
  readonly body: Uint8Array | undefined;
  /** Of its sender, IPv4 in its short form. */
  readonly ip: string;
}

/**
 * Section "Authentication": headers present, key, state of workspace and key, address, age of the timestamp, signature.
 * Undefined if the request is admitted.
 */
export function admit(
  world: World,
  { operation, headers, ip }: Pick<ServiceRequest, 'operation' | 'headers' | 'ip'>,
  now: Instant,
): Refusal | undefined {
  const { 'api-key': apiKey = '', timestamp = '', sign = '' } = headers;
  const refuse = (rule: keyof Admission, detail?: string): Refusal => ({
    status: operations[operation].admission?.[rule] ?? generalAdmission[rule],
    rule,
    ...(detail === undefined ? {} : { detail }),
  });
  if (sign === '') return refuse('auth.sign.present', 'Sign is empty');
  if (timestamp === '') return refuse('auth.timestamp.present', 'Timestamp is empty');
  if (apiKey === '') return refuse('auth.apiKey.present', 'Api-Key is empty');
  const known = world.keys.find(({ key }) => key === apiKey);
  if (known === undefined) return refuse('auth.apiKey.known');
  if (world.account.workspace === 'disabled') return refuse('auth.workspace.enabled');
  if (known.state === 'disabled') return refuse('auth.apiKey.enabled');
  if (world.ip.deny.includes(ip)) return refuse('auth.ip.unrestricted');
  if (world.ip.allow.length > 0 && !world.ip.allow.includes(ip)) return refuse('auth.ip.listed');
  if (!isCurrent(timestamp, world.timestampValidMs, now)) return refuse('auth.timestamp.current');
  return sign === signatureOf({ apiKey, apiSecret: known.secret }, timestamp) ? undefined : refuse('auth.sign.right');
}

/** Both ends of the validity are included. */
function isCurrent(timestamp: string, validMs: number, now: Instant): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(Number(timestamp) * 1000 - Math.floor(now / 1000) * 1000) <= validMs;
}

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
