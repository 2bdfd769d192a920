import type { ControlReply, ControlRequest, ControlRoute } from '../../../control/server/route.ts';
import type { ForgetView } from '../../../control/shown/people-views.ts';
import type { NumberPlaces } from '../../../report/number-places.ts';
import type { ControlRoom } from '../control-room.ts';
import { digestOf } from '../control-room.ts';
import { masked } from '../replies.ts';
import { foldersOf, nobody, projectsOf } from './person-routes.ts';

/** Nobody contacts them any more: `suppress`, and `forget` in two steps. */
export function leaveRoutes(room: ControlRoom): readonly ControlRoute[] {
  const acts = (path: string, handle: typeof suppress): ControlRoute => {
    return { method: 'POST', path, acts: true, handle: (request) => handle(room, request) };
  };
  return [acts('/api/suppress', suppress), acts('/api/prepare-forget', prepareForget), acts('/api/forget', forget)];
}

async function suppress(room: ControlRoom, { body, account }: ControlRequest): Promise<ControlReply> {
  const [key, project, reason] = [room.handles.key(body['handle']), body['project'], body['reason']];
  const known = (await projectsOf(room)).find((one) => one === project);
  if (key === undefined || known === undefined) return nobody;
  if (typeof reason !== 'string' || reason.trim() === '')
    return { refused: 'Say why: it is kept with the suppression.' };
  const words = [`+${key}`, '--project', known, `--reason=${signedReason(reason, account)}`];
  const { code, out, err } = await room.commands.suppress(words);
  return code === 0 ? { json: masked({ words: out.trim() }, false) } : { refused: (err || out).trim() };
}

/** Suppressions have no field for a name. */
function signedReason(reason: string, account: string | undefined): string {
  return account === undefined ? reason.trim() : `${reason.trim()} (${account})`;
}

/** The person and the folder; undefined where one of them is not known any more. */
function askedIn(room: ControlRoom, body: ControlRequest['body']): readonly [key: string, folder: string] | undefined {
  const key = room.handles.key(body['handle']);
  const folder = foldersOf(room).find((one) => one === body['folder']);
  return key === undefined || folder === undefined ? undefined : [key, folder];
}

const [asJson, dry] = [
  ['--format', 'json'],
  ['--format', 'json', '--dry-run'],
];

async function prepareForget(room: ControlRoom, { body }: ControlRequest): Promise<ControlReply> {
  const asked = askedIn(room, body);
  if (asked === undefined) return nobody;
  const { code, out, err } = await room.commands.forget(...asked, dry);
  if (code !== 0) return { refused: (err || out).trim() };
  const found = masked(JSON.parse(out) as NumberPlaces, false);
  return { json: { ...found, confirms: digestOf([...asked, out]) } satisfies ForgetView };
}

/** Only what was shown is done: a file that has come since is looked at first. */
async function forget(room: ControlRoom, { body, account }: ControlRequest): Promise<ControlReply> {
  const asked = askedIn(room, body);
  if (asked === undefined) return nobody;
  const before = await room.commands.forget(...asked, dry);
  if (before.code !== 0 || digestOf([...asked, before.out]) !== body['confirms'])
    return { refused: 'What it would do has changed: look at it again. Nothing was changed.' };
  const { code, out, err } = await room.commands.forget(...asked, asJson);
  // Plans that were made before have them still.
  await room.shownPlans.drop();
  if (code !== 0) return { refused: (err || out).trim() };
  // What is left of them must not name them; that somebody was forgotten, the log of this process says.
  if (account !== undefined) room.host.console.err(`${account} took a person out of ${asked[1]}\n`);
  return { json: masked(JSON.parse(out) as NumberPlaces, false) };
}
