import { createHmac, randomBytes } from 'node:crypto';

/** Names for people and jobs that the page can send back, and that say nothing about anybody: numbers are in no address and no list. */
export interface Handles {
  of(key: string): string;
  /** Remembers what a list calls somebody; empty where it has no name. */
  named(key: string, name: string): string;
  /** Empty where it is not known. */
  nameOf(key: string): string;
  /** Undefined for those of an earlier process, and for those that were named long before the latest. */
  key(handle: unknown): string | undefined;
}

/** A control room may go on for months. */
const keptMost = 200_000;

export function createHandles(): Handles {
  const secret = randomBytes(32);
  const keys = new Map<string, string>();
  const names = new Map<string, string>();
  const of = (key: string): string => {
    const handle = createHmac('sha256', secret).update(key).digest('base64url').slice(0, 16);
    // The latest last.
    keys.delete(handle);
    keys.set(handle, key);
    const [oldest] = keys;
    if (keys.size > keptMost && oldest !== undefined) {
      keys.delete(oldest[0]);
      names.delete(oldest[1]);
    }
    return handle;
  };
  return {
    of,
    named(key, name) {
      if (name !== '') names.set(key, name);
      return of(key);
    },
    nameOf: (key) => names.get(key) ?? '',
    key: (handle) => (typeof handle === 'string' ? keys.get(handle) : undefined),
  };
}
