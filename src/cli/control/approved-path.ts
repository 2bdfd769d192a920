import type { PlanJson } from '../../control/shown/known-plan.ts';
import { noApprovedPlan, staleApproval } from '../../control/shown/run-actions.ts';
import { staleness } from '../../plan/saved/saved-plan.ts';
import type { ControlRoom } from './control-room.ts';
import { readPlanHead } from './shown-plans.ts';

/** The plan that was approved last on this machine; undefined where there is none. */
export async function approvedPath({ looks, host }: ControlRoom, file: string): Promise<string | undefined> {
  const found = await looks.textOf(file);
  const path = found?.paths.approved;
  return path !== undefined && (await host.files.realPath(path)) !== undefined ? path : undefined;
}

/** Why nothing can be started that must be approved: no plan is, or the one that is was made of other files. Undefined otherwise. */
export async function lacksApproval(
  room: ControlRoom,
  file: string,
  present: PlanJson | undefined,
): Promise<string | undefined> {
  if (room.options.requireApproval !== true) return undefined;
  const path = await approvedPath(room, file);
  if (path === undefined) return noApprovedPlan;
  const changes = present === undefined ? [] : await changesSince(path, present);
  return changes.length === 0 ? undefined : staleApproval(changes);
}

async function changesSince(path: string, present: PlanJson): Promise<readonly string[]> {
  try {
    const approved = await readPlanHead(path);
    // A plan that was made before the approved one cannot say what has changed since.
    return Date.parse(present.now) < Date.parse(approved.now) ? [] : staleness(approved, present);
  } catch {
    return ['it cannot be read'];
  }
}
