import { fieldsOf } from '../../service/operations/definition/message.ts';
import type { Decide } from './decision.ts';
import { pageOf, passes } from './page.ts';

/** Section "7. Query agent list". */
export const listAgents: Decide = ({ world, body }) => {
  const { enable, name, voiceGroupId, status } = fieldsOf(body.params);
  const wanted = typeof name === 'string' ? name.toLowerCase() : '';
  const found = world.agents.filter(
    (agent) =>
      passes(enable, agent.enable) &&
      passes(voiceGroupId, agent.voiceGroupId) &&
      passes(status, agent.status) &&
      agent.name.toLowerCase().includes(wanted),
  );
  return { fields: { data: pageOf(found, body) }, facts: [] };
};
