import type { ControlRoute } from '../../../control/server/route.ts';
import type { ControlRoom } from '../control-room.ts';
import { masked } from '../replies.ts';
import { actionRoutes } from './action-routes.ts';
import { approvalRoutes } from './approval-routes.ts';
import { doubtRoutes, rejectedRoutes } from './doubt-routes.ts';
import { liveRoutes } from './live-routes.ts';
import { pageRoutes } from './page-routes.ts';
import { leaveRoutes, personRoutes } from './person-routes.ts';

/** Everything that the page asks for. Why something is refused is what a command said, and may name a number. */
export function controlRoutes(room: ControlRoom): readonly ControlRoute[] {
  return [
    liveRoutes,
    actionRoutes,
    approvalRoutes,
    doubtRoutes,
    rejectedRoutes,
    personRoutes,
    leaveRoutes,
    pageRoutes,
  ].flatMap((routes) => routes(room).map(withMaskedRefusals));
}

function withMaskedRefusals(route: ControlRoute): ControlRoute {
  return {
    ...route,
    async handle(request) {
      const reply = await route.handle(request);
      return 'refused' in reply ? masked(reply, false) : reply;
    },
  };
}
