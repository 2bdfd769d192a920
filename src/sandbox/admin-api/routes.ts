import type { Accounts } from '../account/accounts.ts';
import { inboxRoutes } from '../inbox/inbox-routes.ts';
import { readRoutes } from './looking.ts';
import { writeRoutes } from './moving.ts';
import type { AdminRoute } from './route.ts';

export function adminRoutes(accounts: Accounts, closing: AbortSignal): readonly AdminRoute[] {
  return [...readRoutes(closing), ...writeRoutes(accounts), ...inboxRoutes()];
}
