import type { ControlReply, ControlRequest, ControlRoute } from '../../../control/server/route.ts';
import type { ListedRejected, RejectedGroup } from '../../../control/shown/people-views.ts';
import { statusOf } from '../../../service/contract/statuses.ts';
import { actsOnCampaign, type ControlRoom, readsCampaign } from '../control-room.ts';
import { hasErrors, masked, saidReply, signedWords } from '../replies.ts';

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
  for (const { step: id, code: answer = '', reason = '', count, examples } of reasons) {
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
      advice: statusOf(step.uses, answer)?.advice,
    });
  }
  return [...groups.values()];
}

async function resend(room: ControlRoom, file: string, request: ControlRequest): Promise<ControlReply> {
  const { step, code, jobs } = request.body;
  if (request.signedBy === undefined) return { refused: 'Say who decides: the name is kept with the decision.' };
  const groups = await readGroups(room, file);
  if (typeof groups === 'string') return { refused: groups };
  const group = groups.find((one) => one.id === step && one.code === code);
  if (group === undefined || group.jobs !== jobs)
    return { refused: 'The list has changed: look at it again. Nothing was decided.' };
  const which = ['--resend', group.id, '--where', `job.code=${group.code}`, '--where', 'job.state=rejected'];
  const end = await room.commands.about('reconcile', file, [...which, ...signedWords(request)]);
  room.live.lookAgain();
  return saidReply(end);
}
