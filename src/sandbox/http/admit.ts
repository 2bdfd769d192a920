import type { Instant } from '../../platform/ports.ts';
import type { OperationId } from '../../service/operations/operations.ts';
import type { World } from '../ledger/world.ts';
import type { Refusal } from '../operations/decision.ts';
import { isSignedBy } from './signature-check.ts';

/** The parts of a request that identify its sender. */
export interface Credentials {
  readonly operation: OperationId;
  readonly apiKey: string;
  readonly timestamp: string;
  readonly sign: string;
  /** Address of the sender, IPv4 in its short form. */
  readonly ip: string;
}

/**
 * Section "Authentication": headers present, key, state of workspace and key, address, age of the timestamp, signature.
 * Undefined if the request is admitted.
 */
export function admit(world: World, credentials: Credentials, now: Instant): Refusal | undefined {
  const { operation, apiKey, timestamp, sign, ip } = credentials;
  const ai = operation === 'aivoice.pause';
  const axb = operation === 'axb.list';
  if (sign === '') return { status: ai ? '-57' : '-1', rule: 'auth.sign.present', detail: 'Sign is empty' };
  if (timestamp === '')
    return { status: ai ? '-58' : '-1', rule: 'auth.timestamp.present', detail: 'Timestamp is empty' };
  if (apiKey === '') return { status: ai ? '-59' : '-1', rule: 'auth.apiKey.present', detail: 'Api-Key is empty' };
  const known = world.keys.find(({ key }) => key === apiKey);
  // The same work for unknown keys, so that the time does not reveal them.
  const signed = isSignedBy({ apiKey, apiSecret: known?.secret ?? '' }, timestamp, sign);
  if (known === undefined) return { status: '-1', rule: 'auth.apiKey.known' };
  if (world.account.workspace === 'disabled') return { status: axb ? '-29' : '-1', rule: 'auth.workspace.enabled' };
  if (known.state === 'disabled') return { status: axb ? '-30' : '-1', rule: 'auth.apiKey.enabled' };
  if (world.ip.deny.includes(ip)) return { status: ai ? '-6' : '-2', rule: 'auth.ip.unrestricted' };
  if (world.ip.allow.length > 0 && !world.ip.allow.includes(ip)) {
    return { status: ai ? '-6' : axb ? '-31' : '-2', rule: 'auth.ip.listed' };
  }
  if (!isCurrent(timestamp, world.timestampValidMs, now)) {
    return { status: ai ? '-4' : '-16', rule: 'auth.timestamp.current' };
  }
  return signed ? undefined : { status: '-1', rule: 'auth.sign.right' };
}

/** Both ends of the validity are included. */
function isCurrent(timestamp: string, validMs: number, now: Instant): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(Number(timestamp) * 1000 - Math.floor(now / 1000) * 1000) <= validMs;
}
