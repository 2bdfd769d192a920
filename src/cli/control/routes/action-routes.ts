import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ControlReply, ControlRequest, ControlRoute } from '../../../control/server/route.ts';
import { readPlan } from '../../../control/shown/known-plan.ts';
import type { StartView } from '../../../control/shown/people-views.ts';
import { lateBy, startEffect } from '../../../control/shown/run-actions.ts';
import { maskNumbers } from '../../../diagnostic/numbers-in-text.ts';
import { makeStateFolder } from '../../../ledger/state-paths.ts';
import { isSameService } from '../../../service/contract/addresses.ts';
import { exitCode } from '../../exit-code.ts';
import { actsOnCampaign, type ControlRoom, noSuchCampaign } from '../control-room.ts';
import { byWords, hasErrors } from '../replies.ts';
import { notKept } from '../shown-plans.ts';
import { approvedPath, lacksApproval } from './approval-routes.ts';

/** Start, promote, pause, resume and cancel: the commands of the same names. That they are obeyed, the page reads from the state. */
export function actionRoutes(room: ControlRoom): readonly ControlRoute[] {
  return [
    actsOnCampaign(room, '/api/control', control),
    actsOnCampaign(room, '/api/prepare-start', prepareStart),
    actsOnCampaign(room, '/api/start', start),
  ];
}

const controls = ['promote', 'pause', 'resume', 'cancel'] as const;

async function control(room: ControlRoom, file: string, request: ControlRequest): Promise<ControlReply> {
  const asked = controls.find((name) => name === request.body['control']);
  if (asked === undefined) return noSuchCampaign;
  const words = byWords(request);
  const { code, out, err } = await (asked === 'promote'
    ? room.commands.about(asked, file, [...words, ...waveWords(request)], request)
    : room.commands.control(asked, file, words));
  if (code === 0) room.plans.actedOn(file);
  room.live.lookAgain();
  return code === 0 ? { json: { words: withButtons(out.trim()) } } : { refused: err.trim() || hasErrors };
}

/** The wave that the page has named: another one may wait by now, or several. */
function waveWords({ body }: ControlRequest): readonly string[] {
  const { step, wave, halted } = (body['promotes'] ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof step !== 'string') return [];
  const which =
    typeof wave === 'number' ? [`--wave=${wave}`] : typeof halted === 'number' ? [`--halted=${halted}`] : [];
  return [`--step=${step}`, ...which];
}

/** The page has buttons for what a command tells people to type. */
function withButtons(words: string): string {
  return words.replace(/`callsheet (resume|run)\b[^`]*`/g, (_, name) => (name === 'run' ? 'Start' : 'Resume'));
}

/** Saves the plan that a start would carry out, and says what that does. With --require-approval it is the one that was approved. */
async function prepareStart(room: ControlRoom, file: string): Promise<ControlReply> {
  const { looks, plans, shownPlans, options } = room;
  const look = await looks.look(file);
  if (look.isUnderWay) return { refused: 'It is running already.' };
  const present = await shownPlans.make(file, ['--format', 'json']);
  if (typeof present === 'string') return { refused: plans.of(file, look)?.plan?.refused?.[0] ?? present };
  const known = readPlan(0, present.out, '');
  const action = {
    look,
    known,
    sandbox: options.sandbox,
    service: room.sendsTo(),
    now: room.host.clock.now(),
    lacksApproval: await lacksApproval(room, file, { look, known }),
  };
  const effect = startEffect(action);
  if (!effect.possible) return { refused: effect.words };
  const approved = options.requireApproval ? await approvedPath(room, file) : undefined;
  const { hash } = approved === undefined ? present.head : (await shownPlans.copy(file, approved)).head;
  const which = ` This is the approved plan ${hash.slice(0, 12)}. Nothing is sent twice.`;
  const words = `${effect.words}${approved === undefined ? '' : which}`;
  return { json: { plan: hash, words, late: lateBy(action) !== undefined } satisfies StartView };
}

/** How long a run may take to say that it cannot start; one that has begun is seen in its state before. */
const waitMs = 30_000;
const lookMs = 200;
const refusesWithinMs = 1_000;

/**
 * Starts the plan with this hash, as it was shown. Whether it still holds, the run says: its files, people and service are compared
 * before anything is sent.
 */
async function start(room: ControlRoom, file: string, request: ControlRequest): Promise<ControlReply> {
  // Of two, each would take the other's process for its own.
  if (room.starting.has(file)) return { refused: 'Somebody is starting this run already. Nothing was sent.' };
  room.starting.add(file);
  try {
    return await startShown(room, file, request);
  } finally {
    room.starting.delete(file);
  }
}

async function startShown(room: ControlRoom, file: string, request: ControlRequest): Promise<ControlReply> {
  const { body } = request;
  const { looks, host, commands, live, shownPlans, options } = room;
  const before = await looks.look(file);
  if (before.isUnderWay) return { refused: 'It is running already. Nothing was sent.' };
  const found = await looks.textOf(file);
  if (found === undefined) return { refused: `${file} does not name a campaign. Nothing was sent.` };
  const { path, plan, log } = await makeStartFolder(found.paths.folder, found.campaign, host.clock.now());
  const taken = await shownPlans.take(file, body['plan'], plan);
  // The run would refuse it, too, but only after it has the lease.
  const isElsewhere = !options.sandbox && taken?.service !== undefined && !isSameService(taken.service, room.service());
  if (taken === undefined || isElsewhere) {
    await rm(path, { recursive: true });
    const why = taken === undefined ? notKept : 'The service has changed since the plan was shown: look at it again.';
    return { refused: `${why} Nothing was sent.` };
  }
  room.failedStarts.delete(file);
  let end: { readonly code: number | null; readonly printed: string } | undefined;
  let isAnswered = false;
  if (options.sandbox) await room.inboxes.release(file);
  const approval = options.requireApproval ? ['--require-approval'] : [];
  const late = body['late'] === true ? ['--late'] : [];
  const words = ['--plan', plan, ...approval, ...late, ...byWords(request)];
  // Without --yes: another service than the plan's is refused by the run itself.
  const ended = commands.start(file, words, log).then(async (code) => {
    await rm(plan, { force: true });
    const printed = (await readFile(log, 'utf8')).trim().split('\n').slice(-12).join('\n').replaceAll(plan, 'The plan');
    end = { code, printed };
    // The process that was seen to hold the run was another one, or this one failed later.
    if (isAnswered && !isFinished(code) && code !== exitCode.stopped)
      room.failedStarts.set(file, {
        words: maskNumbers(`The run that was started here has ended: ${printed}`),
        endedBefore: before.ended?.at,
      });
    live.lookAgain();
  });
  const until = host.clock.now() + waitMs;
  while (host.clock.now() < until && end === undefined) {
    await Promise.race([ended, host.clock.sleepUntil(host.clock.now() + lookMs)]);
    if ((await looks.look(file)).isUnderWay) break;
  }
  // It may still refuse what only a process with the lease can see.
  await Promise.race([ended, host.clock.sleepUntil(host.clock.now() + refusesWithinMs)]);
  live.lookAgain();
  isAnswered = true;
  if (end === undefined) return { json: { words: 'Started.' } };
  if (isFinished(end.code)) return { json: { words: 'Started and finished.' } };
  // The page says why: one that did not begin leaves no end of its own.
  const isStopped = end.code === exitCode.stopped && (await looks.look(file)).ended?.at !== before.ended?.at;
  return isStopped ? { json: { words: 'Started and stopped.' } } : { refused: end.printed };
}

function isFinished(code: number | null): boolean {
  return code === exitCode.done || code === exitCode.finishedWithFailures;
}

/** How many starts keep their logs. */
const keptMost = 10;
/** A run has read its plan long before. */
const planValidMs = 3_600_000;

/** A folder of its own beside the state: a run goes on when the control room and its temporary folder are gone. */
export async function makeStartFolder(stateFolder: string, campaign: string, now: number) {
  makeStateFolder(stateFolder);
  const prefix = join(stateFolder, `${campaign}.start-`);
  await removeOld(stateFolder, `${campaign}.start-`, now);
  return startFolder(await mkdtemp(prefix));
}

/** Where one start of a campaign keeps the plan that it carries out, and what it prints. */
function startFolder(path: string) {
  return { path, plan: join(path, 'plan.json'), log: join(path, 'run.log') };
}

/** The folders of the oldest starts, and plans of runs that outlived their control room: they name everybody. */
async function removeOld(stateFolder: string, prefix: string, now: number): Promise<void> {
  const found = [];
  for (const name of await readdir(stateFolder)) {
    if (!name.startsWith(prefix) || !/^\w{6}$/.test(name.slice(prefix.length))) continue;
    const folder = startFolder(join(stateFolder, name));
    found.push({ ...folder, at: (await stat(folder.path)).mtimeMs });
  }
  found.sort((one, other) => other.at - one.at);
  for (const [index, { path, plan, at }] of found.entries()) {
    if (index >= keptMost - 1) await rm(path, { recursive: true, force: true });
    else if (now - at > planValidMs) await rm(plan, { force: true });
  }
}
