import type { ControlRoute } from '../../../control/server/route.ts';
import { campaignsView } from '../../../control/shown/campaigns-view.ts';
import { nowView } from '../../../control/shown/now-view.ts';
import type { BriefView, RoomView } from '../../../control/shown/views.ts';
import { lacksApproval as lacksApprovalOf } from '../approved-path.ts';
import { type ControlRoom, fileOf, noSuchCampaign } from '../control-room.ts';

/** What is shown while somebody looks: campaigns, and one of them. */
export function liveRoutes(room: ControlRoom): readonly ControlRoute[] {
  const { files, looks, plans, live, inboxes, options, host } = room;
  const { sandbox } = options;
  const shared = (mayAct: boolean) => ({ sandbox, allowActions: mayAct, service: room.service() });
  const lookAt = async (file: string, starts: 'known' | 'new') => {
    const look = await looks.look(file, starts);
    return { file, look, known: plans.of(file, look) };
  };
  return [
    {
      method: 'GET',
      path: '/api/room',
      async handle({ mayAct, account }) {
        const campaigns = [];
        for (const file of files) {
          const { campaign, found } = await looks.textOf(file);
          campaigns.push({ file, title: campaign?.title ?? found?.campaign ?? file });
        }
        return { json: { campaigns, sandbox, allowActions: mayAct, account } satisfies RoomView };
      },
    },
    {
      method: 'GET',
      path: '/api/campaigns',
      handle: async ({ signal, mayAct }) => ({
        events: live.follow(async (starts) => {
          const campaigns = [];
          for (const file of files) campaigns.push(await lookAt(file, starts));
          return campaignsView({ ...shared(mayAct), campaigns, now: host.clock.now() });
        }, signal),
      }),
    },
    {
      method: 'GET',
      path: '/api/brief',
      async handle({ query, mayAct }) {
        const file = fileOf(room, query.get('file'));
        if (file === undefined) return noSuchCampaign;
        const look = await looks.look(file);
        const now = host.clock.now();
        const { title, run, sentence } = nowView({ ...shared(mayAct), file, look, known: undefined, now });
        return { json: { title, run, sentence } satisfies BriefView };
      },
    },
    {
      method: 'GET',
      path: '/api/now',
      async handle({ query, signal, mayAct, seesNumbers }) {
        const file = fileOf(room, query.get('file'));
        if (file === undefined) return noSuchCampaign;
        return {
          events: live.follow(async (starts) => {
            const failedStart = room.failedStarts.get(file);
            const seen = await lookAt(file, starts);
            const inbox = seesNumbers && (await inboxes.isThere(file, seen.look));
            const lacksApproval = await lacksApprovalOf(room, file);
            const now = host.clock.now();
            return nowView({ ...shared(mayAct), ...seen, failedStart, lacksApproval, inbox, now });
          }, signal),
        };
      },
    },
  ];
}
