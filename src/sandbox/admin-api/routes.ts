import type { Accounts } from '../account/accounts.ts';
import { inboxRoutes } from '../inbox/inbox-routes.ts';
import { lookingRoutes } from './looking.ts';
import { movingRoutes } from './moving.ts';
import type { SteeringRoute } from './route.ts';

export function steeringRoutes(accounts: Accounts, closing: AbortSignal): readonly SteeringRoute[] {
  return [...lookingRoutes(closing), ...movingRoutes(accounts), ...inboxRoutes()];
}
