import type { Accounts } from '../account/accounts.ts';
import { inboxRoutes } from '../inbox/inbox-routes.ts';
import { readRoutes } from './read-routes.ts';
import type { AdminRoute } from './route.ts';
import { writeRoutes } from './write-routes.ts';

export function adminRoutes(accounts: Accounts, closing: AbortSignal): readonly AdminRoute[] {
  return [...readRoutes(closing), ...writeRoutes(accounts), ...inboxRoutes()];
}
