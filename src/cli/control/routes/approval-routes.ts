import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ControlReply, ControlRoute } from '../../../control/server/route.ts';
import type { ApprovalView } from '../../../control/shown/people-views.ts';
import { type ControlRoom, fileOf, noSuchCampaign } from '../control-room.ts';
import { fingerprint, type PlanInputs } from '../fingerprint.ts';
import { parsed } from '../parsed.ts';

/** The plan that somebody reads, and its approval: `plan --out` and `approve` with their name. */
export function approvalRoutes(room: ControlRoom): readonly ControlRoute[] {
  return [
    {
      method: 'GET',
      path: '/api/approval',
      async handle({ query }) {
        const file = fileOf(room, query.get('file'));
        if (file === undefined) return noSuchCampaign;
        const [plan, approvals] = await Promise.all([
          room.commands.about('plan', file, ['--format', 'json']),
          room.commands.about('approve', file, []),
        ]);
        const made = parsed(plan.out) as PlanInputs | undefined;
        if (plan.code !== 0 || made === undefined)
          return { refused: plan.err.trim() || 'The campaign has errors: see Now.' };
        const view: ApprovalView = {
          inputs: fingerprint(made),
          toSend: made.totals.toSend,
          approvals: approvals.out.trim().split('\n'),
        };
        return { json: view };
      },
    },
    {
      method: 'POST',
      path: '/api/approve',
      acts: true,
      async handle({ body }) {
        const file = fileOf(room, body['file']);
        return file === undefined ? noSuchCampaign : approve(room, file, body);
      },
    },
  ];
}

async function approve(
  room: ControlRoom,
  file: string,
  body: Readonly<Record<string, unknown>>,
): Promise<ControlReply> {
  const { by, comment, inputs } = body;
  if (typeof by !== 'string' || by.trim() === '')
    return { refused: 'Say who approves: the name is kept with the approval.' };
  const folder = await mkdtemp(join(tmpdir(), 'callsheet-open-'));
  try {
    const path = join(folder, 'plan.json');
    const plan = await room.commands.about('plan', file, ['--out', path]);
    if (plan.code !== 0) return { refused: `${plan.err.trim() || 'The campaign has errors.'} Nothing was approved.` };
    // What was read is what is approved.
    const made = JSON.parse(await readFile(path, 'utf8')) as PlanInputs;
    if (fingerprint(made) !== inputs)
      return { refused: 'The plan has changed since it was shown: read it again. Nothing was approved.' };
    const why = typeof comment === 'string' && comment.trim() !== '' ? [`--comment=${comment.trim()}`] : [];
    const { code, out, err } = await room.commands.about('approve', file, [
      '--plan',
      path,
      `--by=${by.trim()}`,
      ...why,
    ]);
    return code === 0 ? { json: { words: out.trim() } } : { refused: err.trim() };
  } finally {
    await rm(folder, { recursive: true });
  }
}
