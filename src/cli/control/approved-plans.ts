import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { KnownPlan } from '../../control/shown/known-plan.ts';
import { noApprovedPlan, staleApproval } from '../../control/shown/run-actions.ts';
import type { RunLook } from '../../control/shown/run-look.ts';
import { createPlanChecksum } from '../../plan/saved/plan-checksum.ts';
import { changedSinceMade, readSavedPlan, staleness } from '../../plan/saved/saved-plan.ts';
import { approvalOf } from '../../run/operator/approve-plan.ts';
import { formatService } from '../messages/format-command.ts';
import { type PlanHead, readPlanHead } from '../open/plan-head.ts';
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

type ApprovedPlan = PlanHead & { readonly checksum: string };

/** Approved plans without their jobs, each read when its file was written. */
export interface ApprovedPlans {
  /** Undefined where the checksum is not that of what it says: somebody has changed it by hand. */
  read(path: string): Promise<ApprovedPlan | undefined>;
}

export function createApprovedPlans(): ApprovedPlans {
  const plans = new Map<string, { readonly written: string; readonly plan: Promise<ApprovedPlan | undefined> }>();
  return {
    async read(path) {
      const { ino, size, mtimeMs } = await stat(path);
      const written = `${ino} ${size} ${mtimeMs}`;
      const known = plans.get(path);
      if (known?.written === written) return known.plan;
      const plan = readUnchanged(path);
      plans.set(path, { written, plan });
      return plan;
    },
  };
}

/** Job by job, because a million of them would hold up every other request; a file in another layout is read whole. */
async function readUnchanged(path: string): Promise<ApprovedPlan | undefined> {
  const head = await readPlanHead(path);
  const computed = createPlanChecksum(head);
  let isJobs = false;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (line === '  "jobs": [') isJobs = true;
    else if (isJobs && line.startsWith('    ')) computed.add(JSON.parse(line.replace(/,$/, '')));
    else if (isJobs && line.startsWith('  "checksum"')) {
      const { checksum } = JSON.parse(`{${line}}`) as { readonly checksum: string };
      return checksum === computed.hex() ? { ...head, checksum } : undefined;
    }
  }
  const saved = readSavedPlan(await readFile(path, 'utf8'));
  return 'wrong' in saved ? undefined : { ...head, checksum: saved.checksum };
}
