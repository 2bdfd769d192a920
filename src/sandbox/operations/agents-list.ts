import type { Decide } from './decision.ts';
import { pageOf, paramsOf, passes } from './page.ts';

/** Section "7. Query agent list". */
export const listAgents: Decide = ({ world, body }) => {
  const { enable, name, voiceGroupId, status } = paramsOf(body);
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
