import type { ControlRoute } from '../../../control/server/route.ts';
import { campaignsView } from '../../../control/shown/campaigns-view.ts';
import { overviewView } from '../../../control/shown/overview-view.ts';
import type { RoomView } from '../../../control/shown/views.ts';
import { lacksApproval } from '../approved-path.ts';
import { type ControlRoom, readsCampaign } from '../control-room.ts';

/** What is shown while somebody looks: campaigns, and one of them. */
export function liveRoutes(room: ControlRoom): readonly ControlRoute[] {
  const { files, looks, plans, live, inboxes, options, host } = room;
  const { sandbox } = options;
  const shared = (mayAct: boolean) => ({ sandbox, allowActions: mayAct, service: room.sendsTo() });
  const lookAt = async (file: string, starts: 'known' | 'new') => {
    const look = await looks.look(file, starts);
    const known = plans.of(file, look);
    return { file, look, known, lacksApproval: await lacksApproval(room, file, { look, known }) };
  };
  return [
    {
      method: 'GET',
      path: '/api/room',
      async handle({ mayAct, seesNumbers, account }) {
        const campaigns = [];
        for (const file of files) {
          const found = await looks.textOf(file);
          campaigns.push({ file, title: found?.title ?? found?.campaign ?? file });
        }
        return { json: { campaigns, sandbox, allowActions: mayAct, seesNumbers, account } satisfies RoomView };
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
    readsCampaign(room, '/api/overview', async (_, file, { signal, mayAct, seesNumbers }) => ({
      events: live.follow(async (starts) => {
        const seen = await lookAt(file, starts);
        const failed = room.failedStarts.get(file);
        const { ended } = seen.look;
        // Of another process, which has come to its end since, there is more to say.
        const isPast = ended !== undefined && ended.at !== failed?.endedBefore;
        const failedStart = isPast ? undefined : failed?.words;
        const inbox = seesNumbers && (await inboxes.isThere(file, seen.look));
        return overviewView({ ...shared(mayAct), ...seen, failedStart, inbox, now: host.clock.now() });
      }, signal),
    })),
  ];
}
