import type { Binding } from '../ledger/world.ts';
import type { Decide } from './decision.ts';
import { pageOf, paramsOf, passes } from './page.ts';

/** Section "8. Query AXB binding list". */
export const listBindings: Decide = ({ world, body }) => {
  const { appId } = paramsOf(body);
  const found = world.bindings.filter((binding) => appId === '' || passes(appId, binding.appId)).map(recordOf);
  return { fields: { data: pageOf(found, body) }, facts: [] };
};

/** Section "AXB binding record": it has no appId, which only filters. */
function recordOf({ bindId, phoneA, phoneB, pnsNumberA, pnsNumberB, expireTime }: Binding): Omit<Binding, 'appId'> {
  return { bindId, phoneA, phoneB, pnsNumberA, pnsNumberB, expireTime };
}
