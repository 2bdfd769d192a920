import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { createPlanChecksum, readSavedPlan } from '../../plan/saved/saved-plan.ts';
import { type PlanHead, readPlanHead } from '../open/plan-head.ts';

type ApprovedPlan = PlanHead & { readonly checksum: string };

/** Approved plans without their jobs, each read when its file was written. */
export function createApprovedPlans() {
  const plans = new Map<string, { readonly written: string; readonly plan: Promise<ApprovedPlan | undefined> }>();
  return {
    /** Undefined where the checksum is not that of what it says: somebody has changed it by hand. */
    async read(path: string): Promise<ApprovedPlan | undefined> {
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
