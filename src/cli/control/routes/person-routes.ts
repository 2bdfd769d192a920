import { dirname, resolve } from 'node:path';
import type { ControlReply, ControlRoute } from '../../../control/server/route.ts';
import type { FoundPeople, FoundPerson, PersonCampaign, PersonView } from '../../../control/shown/people-views.ts';
import { personStory, type WhyJson } from '../../../control/shown/person-story.ts';
import { shownKey } from '../../../report/mask.ts';
import type { ControlRoom } from '../control-room.ts';
import { masked } from '../masked.ts';
import { parsed } from '../parsed.ts';

/** People: found by a part of their number, and everything about one of them over all campaigns. Numbers come in bodies, never in addresses. */
export function personRoutes(room: ControlRoom): readonly ControlRoute[] {
  return [
    {
      method: 'POST',
      path: '/api/people',
      handle: async ({ body }) => ({
        json: await findPeople(room, digitsIn(body['digits']), body['numbers'] === 'show'),
      }),
    },
    {
      method: 'POST',
      path: '/api/person',
      handle: async ({ body }) => personReply(room, body['handle'], body['numbers'] === 'show'),
    },
    {
      method: 'POST',
      path: '/api/suppress',
      acts: true,
      async handle({ body }) {
        const [key, project, reason] = [room.handles.key(body['handle']), body['project'], body['reason']];
        const known = (await projects(room)).find((one) => one === project);
        if (key === undefined || known === undefined) return nobody;
        if (typeof reason !== 'string' || reason.trim() === '')
          return { refused: 'Say why: it is kept with the suppression.' };
        const { code, out, err } = await room.commands.suppress([key, '--project', known, `--reason=${reason.trim()}`]);
        return code === 0 ? { json: masked({ words: out.trim() }, false) } : { refused: (err || out).trim() };
      },
    },
  ];
}

const nobody = { refused: 'This person is not known here any more: search again.' };

/** What people type around digits, and anything else, is not for a command line. */
function digitsIn(text: unknown): string {
  return typeof text === 'string' ? text.replace(/\D/g, '') : '';
}

async function findPeople(room: ControlRoom, digits: string, showNumbers: boolean): Promise<FoundPeople> {
  const found = new Map<string, { title: string; audiences: readonly string[] }[]>();
  const problems: string[] = [];
  let more = 0;
  const searches = room.files.map(async (file) => {
    const [{ campaign }, { code, out, err }] = await Promise.all([
      room.looks.textOf(file),
      room.commands.about('why', file, [digits, '--find', '--format', 'json']),
    ]);
    const title = campaign?.title ?? file;
    if (code !== 0) {
      problems.push(`${title}: ${err.trim() || 'the campaign has errors'}`);
      return;
    }
    const answer = JSON.parse(out) as {
      readonly people: readonly { number: string; audiences: string[] }[];
      more: number;
    };
    more += answer.more;
    for (const { number, audiences } of answer.people)
      found.set(number, [...(found.get(number) ?? []), { title, audiences }]);
  });
  await Promise.all(searches);
  const people = [...found].map(
    ([key, campaigns]): FoundPerson => ({
      handle: room.handles.of(key),
      number: shownKey(key, showNumbers),
      campaigns,
    }),
  );
  return { people, more, problems: masked(problems, showNumbers) };
}

async function personReply(room: ControlRoom, handle: unknown, showNumbers: boolean): Promise<ControlReply> {
  const key = room.handles.key(handle);
  if (key === undefined || typeof handle !== 'string') return nobody;
  const [campaigns, suppressions] = await Promise.all([
    Promise.all(room.files.map((file) => inCampaign(room, file, key))),
    suppressionsOf(room, key),
  ]);
  const view: PersonView = { handle, number: key, campaigns, suppressions };
  return { json: masked(view, showNumbers) };
}

async function inCampaign(room: ControlRoom, file: string, key: string): Promise<PersonCampaign> {
  const { campaign } = await room.looks.textOf(file);
  const { out, err } = await room.commands.about('why', file, [key, '--format', 'json']);
  const named = { file, title: campaign?.title ?? file };
  const why = parsed(out) as Partial<WhyJson> | undefined;
  // Of a campaign with errors, it has the findings.
  if (why?.steps === undefined) {
    const problem = err.trim() || (why === undefined ? undefined : 'The campaign has errors.');
    return { ...named, audiences: [], leftOut: [], steps: [], problem };
  }
  return { ...named, ...personStory(why as WhyJson), problem: undefined };
}

/** Folders of our campaigns that have contact rules. */
async function projects({ files, host }: ControlRoom): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of new Set(files.map((file) => dirname(file))))
    if ((await host.files.realPath(resolve(host.cwd, folder, 'contacts.yaml'))) !== undefined) found.push(folder);
  return found;
}

async function suppressionsOf(room: ControlRoom, key: string): Promise<PersonView['suppressions']> {
  const asked = (await projects(room)).map(async (project) => {
    const { out, err } = await room.commands.ofProject('suppress', [key, '--project', project]);
    return { project, lines: (out.trim() || err.trim()).split('\n') };
  });
  return Promise.all(asked);
}
