import type { ControlRoute } from '../../control/server/route.ts';
import { actionRoutes } from './action-routes.ts';
import type { ControlRoom } from './control-room.ts';
import { liveRoutes } from './live-routes.ts';

/** Everything that the page asks for. */
export function controlRoutes(room: ControlRoom): readonly ControlRoute[] {
  return [...liveRoutes(room), ...actionRoutes(room)];
}
