import { randomBytes } from 'node:crypto';
import type { Instant } from '../../platform/ports.ts';

/** Pages for a frame or a tab, which cannot send the token: each is fetched once, within a minute, under a name that nobody can guess. */
export interface Tickets {
  add(page: string): string;
  take(name: string): string | undefined;
}

const validMs = 60_000;

export function createTickets(now: () => Instant): Tickets {
  const pages = new Map<string, { readonly page: string; readonly until: Instant }>();
  return {
    add(page) {
      for (const [name, { until }] of pages) if (until <= now()) pages.delete(name);
      const name = randomBytes(24).toString('base64url');
      pages.set(name, { page, until: now() + validMs });
      return name;
    },
    take(name) {
      const found = pages.get(name);
      pages.delete(name);
      return found === undefined || found.until <= now() ? undefined : found.page;
    },
  };
}
