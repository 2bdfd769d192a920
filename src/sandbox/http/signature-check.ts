import { timingSafeEqual } from 'node:crypto';
import { type Credentials, sign } from '../../service/http/signature.ts';

/**
 * Whether `given` is the signature of these credentials, in a time that does not depend on how much of it is right. A client signs
 * many requests with one timestamp, so the last right signature is kept.
 */
export function isSignedBy(credentials: Credentials, timestamp: string, given: string): boolean {
  const { apiKey, apiSecret } = credentials;
  if (last.timestamp !== timestamp || last.apiKey !== apiKey || last.apiSecret !== apiSecret) {
    last = { apiKey, apiSecret, timestamp, right: Buffer.from(sign(credentials, timestamp), 'latin1') };
  }
  // A signature of another length is wrong, and the length is not a secret. 'latin1' makes bytes of characters that have more.
  const bytes = Buffer.from(given, 'latin1');
  return bytes.length === last.right.length && timingSafeEqual(bytes, last.right) && /^[0-9a-f]*$/.test(given);
}

let last = { apiKey: '', apiSecret: '', timestamp: '', right: Buffer.alloc(0) };
