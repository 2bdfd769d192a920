import type { ControlReply, ControlRequest, ControlRoute, MadePage } from '../../../control/server/route.ts';
import { type AuditView, auditView } from '../../../control/shown/audit-view.ts';
import { campaignsView } from '../../../control/shown/campaigns-view.ts';
import { overviewView } from '../../../control/shown/overview-view.ts';
import type { RehearsalProgress } from '../../../control/shown/people-views.ts';
import type { RoomView } from '../../../control/shown/views.ts';
import { scenarios } from '../../../rehearsal/scenarios.ts';
import type { AuditJson } from '../../../report/audit.ts';
import { framed } from '../../../report/render/html.ts';
import { type ControlRoom, noSuchCampaign, readsCampaign } from '../control-room.ts';
import { framedReply, hasErrors, masked, numbersWords, parsed, peopleWords } from '../replies.ts';
import { actionRoutes } from './action-routes.ts';
import { approvalRoutes, lacksApproval } from './approval-routes.ts';
import { doubtRoutes, rejectedRoutes } from './doubt-routes.ts';
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

/** What is shown while somebody looks: campaigns, and one of them. */
function liveRoutes(room: ControlRoom): readonly ControlRoute[] {
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

/** Pages that commands make: the report as it is, for a frame, the audit, and a rehearsal. */
function pageRoutes(room: ControlRoom): readonly ControlRoute[] {
  return [
    readsCampaign(room, '/api/report', async ({ commands }, file, request) =>
      framedReply(await commands.about('report', file, peopleWords(request), request)),
    ),
    readsCampaign(room, '/api/audit', audit),
    readsCampaign(room, '/api/rehearse', rehearse),
  ];
}

async function audit(room: ControlRoom, file: string, request: ControlRequest): Promise<ControlReply> {
  const { state, campaign } = await room.looks.look(file);
  const timezone = campaign?.timezone ?? 'UTC';
  if (state === 'new') return { json: { starts: 0, timezone, rules: [], note: '' } satisfies AuditView };
  const { out, err } = await room.commands.about('audit', file, ['--format', 'json'], request);
  const found = parsed(out) as Partial<AuditJson> | undefined;
  // Of a campaign with errors, it has the findings of the check.
  if (found?.checked === undefined) return { refused: err.trim() || hasErrors };
  return { json: masked(auditView(found as AuditJson, timezone), request.showNumbers) };
}

async function rehearse(room: ControlRoom, file: string, request: ControlRequest): Promise<ControlReply> {
  const { query } = request;
  const scenario = scenarios.find((one) => one === query.get('scenario'));
  const seed = query.get('seed') ?? '1';
  if (scenario === undefined) return noSuchCampaign;
  if (!/^\d{1,9}$/.test(seed)) return { refused: 'The seed is a whole number.' };
  const words = ['--format', 'html', '--scenario', scenario, '--seed', seed, ...numbersWords(request)];
  return { events: progressOf(room, file, words, request) };
}

const everyMs = 500;

/** Ends when nobody looks any more: how far it is, and then its report. */
async function* progressOf(
  { commands, host }: ControlRoom,
  file: string,
  words: readonly string[],
  { signal, seesNumbers }: ControlRequest,
): AsyncIterable<RehearsalProgress | MadePage> {
  let [lines, latest] = [0, ''];
  const onErr = (text: string): void => {
    const whole = text.split('\n').filter((line) => line !== '');
    lines += whole.length;
    latest = whole.at(-1) ?? latest;
  };
  const end: { done?: RehearsalProgress | MadePage } = {};
  const ended = commands.rehearse(file, words, { signal, seesNumbers, onErr }).then(({ code, out, err }) => {
    end.done = out.startsWith('<!doctype html>')
      ? { page: framed(out), facts: { kind: 'ended', code } }
      : masked({ kind: 'failed', words: err.trim() || out.trim() || hasErrors }, false);
  });
  while (end.done === undefined) {
    yield { kind: 'running', lines, latest };
    await Promise.race([ended, host.clock.sleepUntil(host.clock.now() + everyMs)]);
  }
  yield end.done;
}
