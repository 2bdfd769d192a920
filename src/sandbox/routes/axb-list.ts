import type { Decide } from './decision.ts';
import { pageOf, paramsOf, passes } from './page.ts';

/** Section "8. Query AXB binding list". */
export const listBindings: Decide = ({ world, body }) => {
  const { appId } = paramsOf(body);
  const found = world.bindings
    .filter((binding) => appId === '' || passes(appId, binding.appId))
    .map(({ appId: _, ...record }) => record);
  return { fields: { data: pageOf(found, body) }, facts: [] };
};
