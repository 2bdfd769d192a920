import { timingSafeEqual } from 'node:crypto';
import { type Credentials, sign } from '../../service/http/signature.ts';

/** Whether `given` is the signature of these credentials, in a time that does not depend on how much of it is right. */
export function isSignedBy(credentials: Credentials, timestamp: string, given: string): boolean {
  const right = Buffer.from(sign(credentials, timestamp), 'latin1');
  // A signature of another length is wrong, and the length is not a secret. 'latin1' makes bytes of characters that have more.
  const bytes = Buffer.from(given, 'latin1');
  return bytes.length === right.length && timingSafeEqual(bytes, right) && /^[0-9a-f]*$/.test(given);
}
