import { createHmac } from 'node:crypto';

/** Stands for a forgotten number wherever it was written: no telephone number begins with 0 or has so many digits. */
export function forgottenToken(pepper: Uint8Array, digits: string): string {
  const random = createHmac('sha256', pepper).update(`forgotten ${digits}`).digest().readBigUInt64BE();
  return `0${(random % 9_000_000_000_000_000_000n) + 1_000_000_000_000_000_000n}`;
}
