import { createHmac, randomBytes } from 'node:crypto';

/** Names for people and jobs that the page can send back, and that say nothing about anybody: numbers are in no address and no list. */
export interface Handles {
  of(key: string): string;
  /** Undefined for those of an earlier process. */
  key(handle: unknown): string | undefined;
}

export function createHandles(): Handles {
  const secret = randomBytes(32);
  const keys = new Map<string, string>();
  return {
    of(key) {
      const handle = createHmac('sha256', secret).update(key).digest('base64url').slice(0, 16);
      keys.set(handle, key);
      return handle;
    },
    key: (handle) => (typeof handle === 'string' ? keys.get(handle) : undefined),
  };
}
