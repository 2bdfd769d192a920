import type { ControlRoute } from '../../../control/server/route.ts';
import type { ControlRoom } from '../control-room.ts';
import { actionRoutes } from './action-routes.ts';
import { approvalRoutes } from './approval-routes.ts';
import { doubtRoutes } from './doubt-routes.ts';
import { liveRoutes } from './live-routes.ts';
import { pageRoutes } from './page-routes.ts';
import { personRoutes } from './person-routes.ts';
import { rehearsalRoutes } from './rehearsal-routes.ts';

/** Everything that the page asks for. */
export function controlRoutes(room: ControlRoom): readonly ControlRoute[] {
  return [liveRoutes, actionRoutes, approvalRoutes, doubtRoutes, personRoutes, pageRoutes, rehearsalRoutes].flatMap(
    (routes) => routes(room),
  );
}
