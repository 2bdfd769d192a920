import type { ControlReply, ControlRequest, ControlRoute } from '../../../control/server/route.ts';
import type { KnownPlan } from '../../../control/shown/known-plan.ts';
import type { PlanFactsView } from '../../../control/shown/people-views.ts';
import { planSums } from '../../../control/shown/plan-sums.ts';
import { noApprovedPlan, staleApproval } from '../../../control/shown/run-actions.ts';
import type { RunLook } from '../../../control/shown/run-look.ts';
import { inWords, type Words } from '../../../control/shown/words.ts';
import { visibleLine } from '../../../diagnostic/visible-text.ts';
import type { Approval } from '../../../ledger/signed.ts';
import { changedSinceMade, staleness } from '../../../plan/saved/saved-plan.ts';
import { shownReason } from '../../../report/mask.ts';
import { framed } from '../../../report/render/html.ts';
import { approvalState } from '../../../run/operator/approve-plan.ts';
import { formatService } from '../../messages/format-command.ts';
import { actsOnCampaign, type ControlRoom, noSuchCampaign, readsCampaign } from '../control-room.ts';
import { framedReply, hasErrors, numbersWords, parsed, peopleWords, signedWords } from '../replies.ts';
import { notKept } from '../shown-plans.ts';

/** The plan that somebody reads, what it changes in the one approved last, and its approval. */
export function approvalRoutes(room: ControlRoom): readonly ControlRoute[] {
  return [
    readsCampaign(room, '/api/plan', readPlan),
    readsCampaign(room, '/api/changes', readChanges),
    actsOnCampaign(room, '/api/approve', approve),
  ];
}

async function readPlan(room: ControlRoom, file: string, request: ControlRequest): Promise<ControlReply> {
  const words = peopleWords(request);
  const [plan, approved, path] = await Promise.all([
    request.mayAct ? room.shownPlans.make(file, words, request) : onlyShown(room, file, words, request),
    lastApproval(room, file, request),
    approvedPath(room, file),
  ]);
  if (typeof plan === 'string') return { refused: plan };
  const facts: PlanFactsView = {
    approves: plan.head && {
      plan: plan.head.hash,
      toSend: plan.head.totals.toSend,
      sums: planSums(plan.head, (await room.looks.textOf(file))?.understood?.timezone ?? 'UTC'),
    },
    approved,
    isApproved: plan.head !== undefined && path !== undefined && (await isApproved(room, file, path, plan.head)),
    comparesWithApproved: path !== undefined,
  };
  return { page: framed(plan.out), facts };
}

async function isApproved(room: ControlRoom, file: string, path: string, plan: MadeOf): Promise<boolean> {
  return (await changesSince(room, path, await room.looks.look(file), plan)).length === 0;
}

async function readChanges(room: ControlRoom, file: string, request: ControlRequest): Promise<ControlReply> {
  const approved = await approvedPath(room, file);
  if (approved === undefined) return noSuchCampaign;
  const words = ['--against', approved, '--format', 'html', ...numbersWords(request)];
  return framedReply(await room.commands.about('plan', file, words, request));
}

async function lastApproval(
  { commands }: ControlRoom,
  file: string,
  request: ControlRequest,
): Promise<Words | undefined> {
  const { out } = await commands.about('approve', file, ['--format', 'json'], request);
  type Listed = Omit<Approval, 'at'> & { readonly at: string };
  const { approvals = [] } = (parsed(out) ?? {}) as { readonly approvals?: readonly Listed[] };
  const last = approvals.at(-1);
  return last && approvalWords({ ...last, at: Date.parse(last.at) });
}

function approvalWords({ by, at, comment }: Omit<Approval, 'plan'>): Words {
  return inWords`Approved by ${visibleLine(by)} ${{ at }}${comment === undefined ? '.' : `: ${shownReason(comment, false)}`}`;
}

/** Who approves nothing may see a plan of which variables are missing, too. */
async function onlyShown(
  { commands }: ControlRoom,
  file: string,
  words: readonly string[],
  request: ControlRequest,
): Promise<{ readonly head: undefined; readonly out: string } | string> {
  const { code, out, err } = await commands.about('plan', file, words, request);
  return code === 0 ? { head: undefined, out } : err.trim() || hasErrors;
}

async function approve(room: ControlRoom, file: string, request: ControlRequest): Promise<ControlReply> {
  if (request.signedBy === undefined) return { refused: 'Say who approves: the name is kept with the approval.' };
  const path = room.shownPlans.find(file, request.body['plan']);
  if (path === undefined) return { refused: `${notKept} Nothing was approved.` };
  const words = ['--plan', path, ...signedWords(request)];
  const { code, out, err } = await room.commands.about('approve', file, words);
  if (code !== 0) return { refused: (err || out).trim().replaceAll(path, 'The plan') };
  return { json: { approved: await lastApproval(room, file, request) } };
}

/** The plan that was approved last on this machine; undefined where there is none. */
export async function approvedPath({ looks, host }: ControlRoom, file: string): Promise<string | undefined> {
  const found = await looks.textOf(file);
  const path = found?.paths.approved;
  return path !== undefined && (await host.files.realPath(path)) !== undefined ? path : undefined;
}

/** Why nothing can be started that must be approved: no plan is, or the one that is does not hold here and now. Undefined otherwise. */
export async function lacksApproval(
  room: ControlRoom,
  file: string,
  now: { readonly look: RunLook; readonly known: KnownPlan | undefined },
): Promise<string | undefined> {
  if (room.options.requireApproval !== true) return undefined;
  const path = await approvedPath(room, file);
  if (path === undefined) return noApprovedPlan;
  const { look, known } = now;
  // A plan that was made of other files cannot say what has changed since.
  const changes = await changesSince(room, path, look, known?.isEarlier === true ? undefined : known?.plan);
  return changes.length === 0 ? undefined : staleApproval(changes);
}

type MadeOf = Parameters<typeof staleness>[1];

/** Why the approved plan is not that of now, where one was made. */
async function changesSince(
  room: ControlRoom,
  path: string,
  look: RunLook,
  plan: MadeOf | undefined,
): Promise<readonly string[]> {
  try {
    const approved = await room.approvedPlans.read(path);
    if (approved === undefined) return [changedSinceMade];
    const service = room.options.sandbox ? 'sandbox' : room.sendsTo();
    const found = approvalState(look.approvals ?? [], approved, service);
    if (found.kind === 'unapproved') return ['nobody has approved it for this run'];
    if (found.kind === 'edited') return [`it was edited after ${found.by} approved it`];
    // That there is no service is said elsewhere.
    if (found.kind === 'otherService' && service !== '')
      return [`${found.by} approved it for ${formatService(found.service)}`];
    return plan === undefined ? [] : staleness(approved, plan);
  } catch {
    return ['it cannot be read'];
  }
}
