import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ControlReply, ControlRequest, ControlRoute } from '../../../control/server/route.ts';
import {
  type DoubtFilter,
  type DoubtJson,
  decisionRow,
  doubtsView,
  listDigest,
  ofFilter,
} from '../../../control/shown/doubts-view.ts';
import { decisionWords, type ListedRejected, type RejectedGroup } from '../../../control/shown/people-views.ts';
import { statusOf } from '../../../service/contract/statuses.ts';
import { actsOnCampaign, type ControlRoom, readsCampaign } from '../control-room.ts';
import { hasErrors, masked, saidReply, signedWords } from '../replies.ts';
import { temporaryFolder } from '../shown-plans.ts';

/** Jobs in doubt, as `reconcile` lists them, and what a person decides about them, as `reconcile --from` takes it. */
export function doubtRoutes(room: ControlRoom): readonly ControlRoute[] {
  return [readsCampaign(room, '/api/doubts', listDoubts), actsOnCampaign(room, '/api/decide', decide)];
}

async function listDoubts(room: ControlRoom, file: string, request: ControlRequest): Promise<ControlReply> {
  const { query } = request;
  const [found, doubts] = await Promise.all([room.looks.textOf(file), readDoubts(room, file, request)]);
  if (typeof doubts === 'string') return { refused: doubts };
  const view = doubtsView({
    doubts,
    campaign: found?.understood,
    filter: {
      step: query.get('step') ?? '',
      why: query.get('why') ?? '',
      page: Number(query.get('page') ?? 1),
    },
    sought: room.handles.key(query.get('doubt') ?? undefined),
    handleOf: room.handles.of,
    personOf: room.handles.named,
    showsNames: request.seesNumbers,
  });
  return { json: masked(view, request.showNumbers) };
}

/** In words why they cannot be listed. */
async function readDoubts(
  room: ControlRoom,
  file: string,
  request?: ControlRequest,
): Promise<readonly DoubtJson[] | string> {
  const { code, out, err } = await room.commands.about('reconcile', file, ['--format', 'json'], request);
  // Of a run that has not begun there is nothing to list.
  if (code === 2 && (await room.looks.look(file)).state === 'new') return [];
  if (code !== 0) return err.trim() || hasErrors;
  return out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as DoubtJson]));
}

async function decide(room: ControlRoom, file: string, request: ControlRequest): Promise<ControlReply> {
  const { decision, jobs, step, why, listDigest: shown } = request.body;
  if (typeof decision !== 'string' || !Object.hasOwn(decisionWords, decision))
    return { refused: 'There is no such decision.' };
  if (request.signedBy === undefined) return notSigned;
  const chosen = Array.isArray(jobs)
    ? jobs.map((handle) => room.handles.key(handle))
    : await allOf(room, file, { step: textOr(step), why: textOr(why) }, shown);
  if (typeof chosen === 'string') return { refused: chosen };
  const about = chosen.filter((row) => row !== undefined);
  if (about.length === 0 || about.length < chosen.length) return { refused: listChanged };
  const folder = await temporaryFolder();
  try {
    const list = join(folder, 'decisions.jsonl');
    const rows = about.map((row) => `${JSON.stringify({ ...(JSON.parse(row) as object), decision })}\n`);
    await writeFile(list, rows.join(''), { mode: 0o600 });
    const end = await room.commands.about('reconcile', file, ['--from', list, ...signedWords(request)]);
    room.live.lookAgain();
    const out = withoutOption(end.out);
    // Where nothing was decided, the page stays with this person: the next click would be about somebody else.
    return out.startsWith('0 of ') ? { refused: out.trim() } : saidReply({ ...end, out });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The page has nothing that is like `--now`. */
function withoutOption(words: string): string {
  return words.replace(/, or pass --now and risk that they arrive twice/, '');
}

function textOr(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

const notSigned = { refused: 'Say who decides: the name is kept with the decision.' };
const listChanged = 'The list has changed: look at it again. Nothing was decided.';

/** All of a filter, if they are those that were shown; otherwise in words why not. */
async function allOf(
  room: ControlRoom,
  file: string,
  filter: DoubtFilter,
  shown: unknown,
): Promise<readonly string[] | string> {
  const doubts = await readDoubts(room, file);
  if (typeof doubts === 'string') return doubts;
  const found = ofFilter(doubts, filter);
  return room.handles.of(listDigest(found)) === shown ? found.map(decisionRow) : listChanged;
}

/** Rejected jobs by reason, as `why --became rejected` has them, and sending those of one code again, as `reconcile --resend` does. */
export function rejectedRoutes(room: ControlRoom): readonly ControlRoute[] {
  return [readsCampaign(room, '/api/rejected', listRejected), actsOnCampaign(room, '/api/resend-rejected', resend)];
}

async function listRejected(room: ControlRoom, file: string, request: ControlRequest): Promise<ControlReply> {
  const groups = await readGroups(room, file, request);
  if (typeof groups === 'string') return { refused: groups };
  return { json: masked({ groups } satisfies ListedRejected, request.showNumbers) };
}

interface ReasonJson {
  readonly step: string;
  readonly code?: string;
  readonly reason?: string;
  readonly count: number;
  readonly digest: string;
  readonly examples: readonly unknown[];
}

/** In words why they cannot be listed. */
async function readGroups(
  room: ControlRoom,
  file: string,
  request?: ControlRequest,
): Promise<readonly RejectedGroup[] | string> {
  if ((await room.looks.look(file)).state === 'new') return [];
  const [found, { code, out, err }] = await Promise.all([
    room.looks.textOf(file),
    room.commands.about('why', file, ['--became', 'rejected', '--format', 'json'], request),
  ]);
  if (code !== 0) return err.trim() || hasErrors;
  const { reasons } = JSON.parse(out) as { readonly reasons: readonly ReasonJson[] };
  const groups = new Map<string, RejectedGroup>();
  for (const { step: id, code: answer = '', reason = '', count, digest, examples } of reasons) {
    const step = found?.understood?.steps.find((one) => one.id === id);
    // A query is sent again by itself, and a step that runs once is named by its address.
    if (step === undefined || !/^-?\d+$/.test(answer) || examples.every((key) => key == null)) continue;
    const name = `${id} ${answer}`;
    const before = groups.get(name);
    groups.set(name, {
      id,
      title: step.title ?? id,
      code: answer,
      reason: before?.reason ?? reason,
      jobs: count + (before?.jobs ?? 0),
      listDigest: room.handles.of(`${before?.listDigest ?? ''}${digest}`),
      advice: statusOf(step.uses, answer)?.advice,
    });
  }
  return [...groups.values()];
}

async function resend(room: ControlRoom, file: string, request: ControlRequest): Promise<ControlReply> {
  const { step, code, listDigest: shown } = request.body;
  if (request.signedBy === undefined) return notSigned;
  const groups = await readGroups(room, file);
  if (typeof groups === 'string') return { refused: groups };
  const group = groups.find((one) => one.id === step && one.code === code);
  if (group === undefined || group.listDigest !== shown) return { refused: listChanged };
  const which = ['--resend', group.id, '--where', `job.code=${group.code}`, '--where', 'job.state=rejected'];
  const end = await room.commands.about('reconcile', file, [...which, ...signedWords(request)]);
  room.live.lookAgain();
  return saidReply(end);
}
