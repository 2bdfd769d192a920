import type { ControlRoute } from '../../../control/server/route.ts';
import { campaignsView } from '../../../control/shown/campaigns-view.ts';
import { nowView } from '../../../control/shown/now-view.ts';
import type { RoomView } from '../../../control/shown/views.ts';
import { type ControlRoom, fileOf, noSuchCampaign } from '../control-room.ts';
import { startFingerprint } from '../fingerprint.ts';

/** What is shown while somebody looks: campaigns, and one of them. */
export function liveRoutes(room: ControlRoom): readonly ControlRoute[] {
  const { files, looks, plans, live, options, host } = room;
  const { sandbox, allowActions } = options;
  const shared = () => ({ sandbox, allowActions, service: room.service() });
  const lookAt = async (file: string) => {
    const look = await looks.look(file);
    return { file, look, known: plans.of(file, look) };
  };
  return [
    {
      method: 'GET',
      path: '/api/room',
      async handle() {
        const campaigns = [];
        for (const file of files) {
          const { campaign, found } = await looks.textOf(file);
          campaigns.push({ file, title: campaign?.title ?? found?.campaign ?? file });
        }
        return { json: { campaigns, sandbox, allowActions } satisfies RoomView };
      },
    },
    {
      method: 'GET',
      path: '/api/campaigns',
      handle: async ({ signal }) => ({
        events: live.follow(async () => {
          const campaigns = [];
          for (const file of files) campaigns.push(await lookAt(file));
          return campaignsView({ ...shared(), campaigns, now: host.clock.now() });
        }, signal),
      }),
    },
    {
      method: 'GET',
      path: '/api/now',
      async handle({ query, signal }) {
        const file = fileOf(room, query.get('file'));
        if (file === undefined) return noSuchCampaign;
        return {
          events: live.follow(async () => {
            const [settings, seen] = [shared(), await lookAt(file)];
            const plan = seen.known?.plan;
            const confirms = plan && startFingerprint(plan, sandbox ? 'sandbox' : settings.service);
            return nowView({ ...settings, ...seen, confirms, now: host.clock.now() });
          }, signal),
        };
      },
    },
  ];
}
