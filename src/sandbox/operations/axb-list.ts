import { fieldsOf } from '../../service/operations/definition/message.ts';
import type { Binding } from '../ledger/world.ts';
import type { Decide } from './decision.ts';
import { pageOf, passes } from './page.ts';

/** Section "8. Query AXB binding list". */
export const listBindings: Decide = ({ world, body }) => {
  const { appId } = fieldsOf(body.params);
  const found = world.bindings.filter((binding) => appId === '' || passes(appId, binding.appId)).map(recordOf);
  return { fields: { data: pageOf(found, body) }, facts: [] };
};

/** Section "AXB binding record": it has no appId, which only filters. */
function recordOf({ bindId, phoneA, phoneB, pnsNumberA, pnsNumberB, expireTime }: Binding): Omit<Binding, 'appId'> {
  return { bindId, phoneA, phoneB, pnsNumberA, pnsNumberB, expireTime };
}
