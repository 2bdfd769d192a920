import { createHmac, randomBytes } from 'node:crypto';

/** Names for people and jobs that the page can send back, and that say nothing about anybody: numbers are in no address and no list. */
export interface Handles {
  of(key: string): string;
  /** Undefined for those of an earlier process, and for those that were named long before the latest. */
  key(handle: unknown): string | undefined;
}

/** A control room may go on for months. */
const keptMost = 200_000;

export function createHandles(): Handles {
  const secret = randomBytes(32);
  const keys = new Map<string, string>();
  return {
    of(key) {
      const handle = createHmac('sha256', secret).update(key).digest('base64url').slice(0, 16);
      // The latest last.
      keys.delete(handle);
      keys.set(handle, key);
      const [oldest] = keys.keys();
      if (keys.size > keptMost && oldest !== undefined) keys.delete(oldest);
      return handle;
    },
    key: (handle) => (typeof handle === 'string' ? keys.get(handle) : undefined),
  };
}
