import type { KnownPlan } from '../../control/shown/known-plan.ts';
import { noApprovedPlan, staleApproval } from '../../control/shown/run-actions.ts';
import type { RunLook } from '../../control/shown/run-look.ts';
import { changedSinceMade, staleness } from '../../plan/saved/saved-plan.ts';
import { approvalOf } from '../../run/operator/approve-plan.ts';
import { formatService } from '../messages/format-command.ts';
import type { ControlRoom } from './control-room.ts';

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
    const approved = await room.approvedPlans.read(path);
    if (approved === undefined) return [changedSinceMade];
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
