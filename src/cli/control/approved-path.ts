import { open } from 'node:fs/promises';
import type { KnownPlan } from '../../control/shown/known-plan.ts';
import { noApprovedPlan, staleApproval } from '../../control/shown/run-actions.ts';
import type { RunLook } from '../../control/shown/run-look.ts';
import { staleness } from '../../plan/saved/saved-plan.ts';
import { approvalOf } from '../../run/operator/approve-plan.ts';
import { formatService } from '../messages/format-service.ts';
import type { ControlRoom } from './control-room.ts';
import { readPlanHead } from './shown-plans.ts';

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
  const changes = await changesSince(room, path, now);
  return changes.length === 0 ? undefined : staleApproval(changes);
}

async function changesSince(
  room: ControlRoom,
  path: string,
  { look, known }: { readonly look: RunLook; readonly known: KnownPlan | undefined },
): Promise<readonly string[]> {
  try {
    const approved = { ...(await readPlanHead(path)), checksum: await readChecksum(path) };
    const service = room.options.sandbox ? 'sandbox' : room.sendsTo();
    const found = approvalOf(look.approvals ?? [], approved, service);
    if (found.kind === 'unapproved') return ['nobody has approved it for this run'];
    if (found.kind === 'edited') return [`it was edited after ${found.by} approved it`];
    // That there is no service is said elsewhere.
    if (found.kind === 'otherService' && service !== '')
      return [`${found.by} approved it for ${formatService(found.service)}`];
    // A plan that was made of other files cannot say what has changed since.
    return known?.plan === undefined || known.isEarlier === true ? [] : staleness(approved, known.plan);
  } catch {
    return ['it cannot be read'];
  }
}

/** It is what a saved plan ends with; the jobs before it may be millions. */
async function readChecksum(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(200), 0, 200, Math.max(0, size - 200));
    return /"checksum": ?"([0-9a-f]+)"\s*\}\s*$/.exec(buffer.toString('utf8', 0, bytesRead))?.[1] ?? '';
  } finally {
    await file.close();
  }
}
