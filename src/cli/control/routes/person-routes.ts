import { dirname, resolve } from 'node:path';
import type { ControlReply, ControlRequest, ControlRoute } from '../../../control/server/route.ts';
import { runClock } from '../../../control/shown/campaign-now.ts';
import { decisionRow, digestOf } from '../../../control/shown/doubts-view.ts';
import type {
  ForgetView,
  FoundPeople,
  FoundPerson,
  PersonCampaign,
  PersonView,
} from '../../../control/shown/people-views.ts';
import { personStory } from '../../../control/shown/person-story.ts';
import { nameInText } from '../../../control/shown/words.ts';
import { formatAddress, jobId } from '../../../job/address.ts';
import { shownKey } from '../../../report/mask.ts';
import type { NumberPlaces } from '../../../report/number-places.ts';
import type { WhyJson } from '../../../report/plan/why.ts';
import { isTooShort, tooShort } from '../../commands/why.ts';
import { aboutCampaign, type ControlRoom } from '../control-room.ts';
import { masked, parsed } from '../replies.ts';

/** People: found by their number or a part of it, and everything about one of them over all campaigns. Numbers come in bodies, never in addresses. */
export function personRoutes(room: ControlRoom): readonly ControlRoute[] {
  return [
    {
      method: 'POST',
      path: '/api/people',
      async handle(request) {
        const { body, seesNumbers } = request;
        const text = typeof body['text'] === 'string' ? body['text'].trim().slice(0, longestText) : '';
        if (!seesNumbers && !/\p{Nd}/u.test(text))
          return { refused: 'You can look for a person by their whole number only.' };
        if (seesNumbers && isTooShort(text)) return { refused: tooShort };
        // Who sees masked numbers only could find out the rest with searches for its parts.
        const part = seesNumbers ? [] : ['--whole'];
        const found = await findPeople(room, [...part, '--', text], request);
        if (!seesNumbers && found.people.length === 0 && found.problems.length === 0)
          return { refused: 'No recipient of these campaigns has this number. Give all of its digits.' };
        return { json: found };
      },
    },
    {
      method: 'POST',
      path: '/api/person',
      handle: (request) => personReply(room, request),
    },
    {
      method: 'POST',
      path: '/api/inbox',
      handle: aboutCampaign(room, async (_, file, { body, seesNumbers }) => {
        if (!seesNumbers) return { refused: 'The inbox shows whole numbers: ask an operator.' };
        const opened = await room.inboxes.open(file);
        if ('refused' in opened) return opened;
        const key = room.handles.key(body['person']);
        return { json: { url: `${opened.url}#conversations${key === undefined ? '' : `/${key}`}` } };
      }),
    },
  ];
}

const nobody = { refused: 'This person is not known here any more: search again.' };

/** In any notation. */
const longestText = 100;

/** Of those who are found over all campaigns. */
const listedMost = 50;

async function findPeople(room: ControlRoom, words: readonly string[], request: ControlRequest): Promise<FoundPeople> {
  const { showNumbers } = request;
  const found = new Map<string, { title: string; audiences: readonly string[] }[]>();
  const names = new Map<string, string>();
  const problems: string[] = [];
  let mostOfOne = 0;
  const searches = room.files.map(async (file) => {
    const [known, { code, out, err }] = await Promise.all([
      room.looks.textOf(file),
      room.commands.about('why', file, ['--find', '--format', 'json', ...words], request),
    ]);
    const title = known?.title ?? file;
    if (code !== 0) {
      problems.push(`${nameInText(title)}: ${err.trim() || 'the campaign has errors'}`);
      return;
    }
    const answer = JSON.parse(out) as {
      readonly people: readonly { number: string; name: string; audiences: string[] }[];
      more: number;
    };
    mostOfOne = Math.max(mostOfOne, answer.people.length + answer.more);
    for (const { number, name, audiences } of answer.people) {
      found.set(number, [...(found.get(number) ?? []), { title, audiences }]);
      if (request.seesNumbers && name !== '') names.set(number, name);
    }
  });
  await Promise.all(searches);
  const people = [...found].slice(0, listedMost).map(
    ([key, campaigns]): FoundPerson => ({
      handle: room.handles.named(key, names.get(key) ?? ''),
      name: names.get(key) ?? '',
      number: shownKey(key, showNumbers),
      campaigns,
    }),
  );
  // Campaigns may have the same people.
  const more = Math.max(found.size, mostOfOne) - people.length;
  return { people: masked(people, showNumbers), more, problems: masked(problems, showNumbers) };
}

async function personReply(room: ControlRoom, request: ControlRequest): Promise<ControlReply> {
  const { handle } = request.body;
  const key = room.handles.key(handle);
  if (key === undefined || typeof handle !== 'string') return nobody;
  const folders = foldersOf(room);
  const [found, suppressions] = await Promise.all([
    Promise.all(folders.map((folder) => inFolder(room, folder, key, request))),
    suppressionsOf(room, key, request),
  ]);
  const name = request.seesNumbers ? room.handles.nameOf(key) : '';
  const { sandbox } = room.options;
  const view: PersonView = { handle, name, number: key, sandbox, campaigns: found.flat(), suppressions, folders };
  return { json: masked(view, request.showNumbers) };
}

/** What `why NUMBER --format json` says of all campaigns of a folder. */
interface WhyPersonJson {
  readonly campaigns: readonly ({ readonly file: string } & WhyJson)[];
  readonly unread: readonly string[];
}

/** Our campaigns of one folder. Where one of them cannot be opened, each is asked by itself. */
async function inFolder(
  room: ControlRoom,
  folder: string,
  key: string,
  request: ControlRequest,
): Promise<readonly PersonCampaign[]> {
  const person = parsed((await room.commands.whyPerson(key, folder, request)).out) as WhyPersonJson | undefined;
  const isSame = (one: string, other: string): boolean => resolve(room.host.cwd, one) === resolve(room.host.cwd, other);
  const ask = async (file: string): Promise<Known> => {
    if (person === undefined) return askCampaign(room, file, key, request);
    const why = person.campaigns.find((one) => isSame(one.file, file));
    return { why, problem: person.unread.some((one) => isSame(one, file)) ? hasErrorsHere : undefined };
  };
  const files = room.files.filter((file) => dirname(file) === folder);
  return Promise.all(files.map(async (file) => personCampaign(room, { file, key, ...(await ask(file)) }, request)));
}

/** What is known of a person in one campaign, or why it is not. */
interface Known {
  readonly why: WhyJson | undefined;
  readonly problem: string | undefined;
}

const hasErrorsHere = 'The campaign has errors.';

async function askCampaign(room: ControlRoom, file: string, key: string, request: ControlRequest): Promise<Known> {
  const { out, err } = await room.commands.about('why', file, [key, '--format', 'json'], request);
  const why = parsed(out) as Partial<WhyJson> | undefined;
  if (why?.steps !== undefined) return { why: why as WhyJson, problem: undefined };
  // Of a campaign with errors, it has the findings.
  return { why: undefined, problem: err.trim() || (why && hasErrorsHere) };
}

async function personCampaign(
  room: ControlRoom,
  { file, key, why, problem }: Known & { readonly file: string; readonly key: string },
  { seesNumbers }: ControlRequest,
): Promise<PersonCampaign> {
  const { looks, plans, handles, inboxes, host, options } = room;
  const [found, look] = await Promise.all([looks.textOf(file), looks.look(file)]);
  const now = runClock({ look, known: plans.of(file, look), now: host.clock.now(), sandbox: options.sandbox });
  const doubtOf = (step: string, attempts: number): string =>
    handles.of(decisionRow({ address: formatAddress(jobId(step, key)), attempts }));
  const nothing = { zone: found?.understood?.timezone ?? 'UTC', audiences: [], leftOut: [], steps: [] };
  const story = why === undefined ? nothing : personStory(why, { now, isUnderWay: look.isUnderWay, doubtOf });
  const wasSent = seesNumbers && story.steps.some(({ tone }) => tone === 'good');
  const inbox = wasSent && (await inboxes.isThere(file, look));
  return { file, title: found?.title ?? file, ...story, now, inbox, problem };
}

async function suppressionsOf(
  room: ControlRoom,
  key: string,
  request: ControlRequest,
): Promise<PersonView['suppressions']> {
  const asked = (await projectsOf(room)).map(async (project) => {
    const { out, err } = await room.commands.ofProject('suppress', [`+${key}`, '--project', project], request);
    return { project, lines: (out.trim() || err.trim()).split('\n') };
  });
  return Promise.all(asked);
}

/** Folders of our campaigns. */
function foldersOf({ files }: Pick<ControlRoom, 'files'>): readonly string[] {
  return [...new Set(files.map((file) => dirname(file)))];
}

/** Those of them that have contact rules. */
async function projectsOf(room: Pick<ControlRoom, 'files' | 'host'>): Promise<readonly string[]> {
  const { files, cwd } = room.host;
  const found: string[] = [];
  for (const folder of foldersOf(room))
    if ((await files.realPath(resolve(cwd, folder, 'contacts.yaml'))) !== undefined) found.push(folder);
  return found;
}

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
