import { createReadStream } from 'node:fs';
import { copyFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createPlanChecksum, readSavedPlan } from '../../plan/saved/saved-plan.ts';
import { type PlanHead, readPlanHead } from '../open/approved-plan.ts';
import type { AskedBy, OwnCommands } from './own-commands.ts';
import { hasErrors } from './replies.ts';

/** A plan that somebody was shown, as `plan --out` saved it. */
export interface ShownPlan {
  /** What the file says before its jobs. */
  readonly head: PlanHead;
  readonly path: string;
  /** What the command printed. */
  readonly out: string;
}

export const notKept = 'The plan that was shown is not kept any more: look at it again.';

interface Kept extends Pick<PlanHead, 'hash' | 'service'> {
  readonly path: string;
}

/** Of a large campaign, one has a hundred megabytes. */
const keptOfCampaign = 3;

/** Plans that were shown, each in a file: what is approved or started is the very plan that somebody saw. */
export function createShownPlans(commands: Pick<OwnCommands, 'about'>) {
  const kept = new Map<string, readonly Kept[]>();
  let folder: Promise<string> | undefined;
  let made = 0;

  const newPath = async (): Promise<string> => {
    folder ??= temporaryFolder();
    return join(await folder, `plan-${++made}.json`);
  };

  const keep = async (file: string, path: string, out: string): Promise<ShownPlan> => {
    const head = await readPlanHead(path);
    const all = [...(kept.get(file) ?? []), { hash: head.hash, service: head.service, path }];
    kept.set(file, all.slice(-keptOfCampaign));
    for (const old of all.slice(0, -keptOfCampaign)) await rm(old.path, { force: true });
    return { head, path, out };
  };

  const find = (file: string, hash: unknown): Kept | undefined =>
    kept.get(file)?.findLast((plan) => plan.hash === hash);

  return {
    /** Path of the plan with this hash; undefined where it was never shown, or too many were shown since. */
    find: (file: string, hash: unknown): string | undefined => find(file, hash)?.path,
    /** The plan of now; in words why there is none. */
    async make(file: string, words: readonly string[], by?: AskedBy): Promise<ShownPlan | string> {
      const placed = newPath();
      // All may be dropped as soon as anything is awaited.
      const own = folder;
      const path = await placed;
      const { code, out, err } = await commands.about('plan', file, [...words, '--out', path], by);
      if (folder !== own) {
        // It has made the folder again, and may name somebody who was forgotten meanwhile.
        await rm(dirname(path), { recursive: true, force: true });
        return notKept;
      }
      return code === 0 ? keep(file, path, out) : err.trim() || hasErrors;
    },
    /** A copy of a plan that was saved before. */
    async copy(file: string, path: string): Promise<ShownPlan> {
      const own = await newPath();
      await copyFile(path, own);
      return keep(file, own, '');
    },
    /** Moves it to this path: it is shown no more. Undefined where it is not kept. */
    async take(file: string, hash: unknown, path: string): Promise<Pick<PlanHead, 'service'> | undefined> {
      const found = find(file, hash);
      if (found === undefined) return undefined;
      kept.set(file, kept.get(file)?.filter((plan) => plan !== found) ?? []);
      // The two may be on different disks.
      await copyFile(found.path, path);
      await rm(found.path);
      return found;
    },
    /** Removes all of them, and those that are being made. */
    async drop(): Promise<void> {
      const old = folder;
      folder = undefined;
      kept.clear();
      if (old !== undefined) await rm(await old, { recursive: true, force: true });
    },
  };
}

const folderName = 'callsheet-open-';

/** A folder for files that name people: one that is left, as this control room was killed, is removed by the next one. */
export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), `${folderName}${process.pid}-`));
}

/** Folders of control rooms that were killed. */
export async function removeAbandonedFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(folderName) ? Number(name.slice(folderName.length).split('-')[0]) : Number.NaN;
    // In a container, the one before had the same pid.
    if (Number.isInteger(pid) && (pid === process.pid || !isAlive(pid)))
      // Another person's is not ours to remove.
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

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
