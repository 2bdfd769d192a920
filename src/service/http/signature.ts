import { createHash } from 'node:crypto';
import type { Instant } from '../../platform/ports.ts';

export interface Credentials {
  readonly apiKey: string;
  readonly apiSecret: string;
}

export const contentType = 'application/json;charset=UTF-8';

/** Lower-case hexadecimal MD5 of key, secret and timestamp, without separators. It covers neither path nor body. */
export function sign(credentials: Credentials, timestamp: string): string {
  return createHash('md5')
    .update(credentials.apiKey + credentials.apiSecret + timestamp)
    .digest('hex');
}

/** The headers that every call carries (section "Authentication"). The timestamp is seconds since the epoch, in decimals. */
export function signHeaders(credentials: Credentials, now: Instant) {
  const timestamp = String(Math.floor(now / 1000));
  return {
    'Content-Type': contentType,
    'Api-Key': credentials.apiKey,
    Timestamp: timestamp,
    Sign: sign(credentials, timestamp),
  };
}
