import type { ControlReply, ControlRoute } from '../../../control/server/route.ts';
import type { ForgetView } from '../../../control/shown/people-views.ts';
import type { NumberPlaces } from '../../../report/number-places.ts';
import type { ControlRoom } from '../control-room.ts';
import { digestOf } from '../control-room.ts';
import { masked } from '../replies.ts';
import { foldersOf, nobody, projectsOf } from './person-routes.ts';

/** Nobody contacts them any more: `suppress`, and `forget` in two steps. */
export function leaveRoutes(room: ControlRoom): readonly ControlRoute[] {
  return [
    {
      method: 'POST',
      path: '/api/suppress',
      acts: true,
      async handle({ body, account }) {
        const [key, project, reason] = [room.handles.key(body['handle']), body['project'], body['reason']];
        const known = (await projectsOf(room)).find((one) => one === project);
        if (key === undefined || known === undefined) return nobody;
        if (typeof reason !== 'string' || reason.trim() === '')
          return { refused: 'Say why: it is kept with the suppression.' };
        const words = [`+${key}`, '--project', known, `--reason=${signedReason(reason, account)}`];
        const { code, out, err } = await room.commands.suppress(words);
        return code === 0 ? { json: masked({ words: out.trim() }, false) } : { refused: (err || out).trim() };
      },
    },
    {
      method: 'POST',
      path: '/api/prepare-forget',
      acts: true,
      async handle({ body }) {
        const asked = whom(room, body);
        return asked === undefined ? nobody : prepareForget(room, asked);
      },
    },
    {
      method: 'POST',
      path: '/api/forget',
      acts: true,
      async handle({ body, account }) {
        const asked = whom(room, body);
        return asked === undefined ? nobody : forget(room, asked, body['confirms'], account);
      },
    },
  ];
}

/** Suppressions have no field for a name. */
function signedReason(reason: string, account: string | undefined): string {
  return account === undefined ? reason.trim() : `${reason.trim()} (${account})`;
}

interface Asked {
  readonly key: string;
  readonly folder: string;
}

function whom(room: ControlRoom, body: Readonly<Record<string, unknown>>): Asked | undefined {
  const key = room.handles.key(body['handle']);
  const folder = foldersOf(room).find((one) => one === body['folder']);
  return key === undefined || folder === undefined ? undefined : { key, folder };
}

const [asJson, dry] = [
  ['--format', 'json'],
  ['--format', 'json', '--dry-run'],
];

async function prepareForget(room: ControlRoom, { key, folder }: Asked): Promise<ControlReply> {
  const { code, out, err } = await room.commands.forget(key, folder, dry);
  if (code !== 0) return { refused: (err || out).trim() };
  const view: ForgetView = { ...(JSON.parse(out) as NumberPlaces), confirms: digestOf([key, folder, out]) };
  return { json: { ...masked(view, false), confirms: view.confirms } };
}

/** Only what was shown is done: a file that has come since is looked at first. */
async function forget(
  room: ControlRoom,
  { key, folder }: Asked,
  confirms: unknown,
  account: string | undefined,
): Promise<ControlReply> {
  const before = await room.commands.forget(key, folder, dry);
  if (before.code !== 0 || digestOf([key, folder, before.out]) !== confirms)
    return { refused: 'What it would do has changed: look at it again. Nothing was changed.' };
  const { code, out, err } = await room.commands.forget(key, folder, asJson);
  // Plans that were made before have them still.
  await room.shownPlans.drop();
  if (code !== 0) return { refused: (err || out).trim() };
  // What is left of them must not name them; that somebody was forgotten, the log of this process says.
  if (account !== undefined) room.host.console.err(`${account} took a person out of ${folder}\n`);
  return { json: masked(JSON.parse(out) as NumberPlaces, false) };
}
