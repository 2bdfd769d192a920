import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeStateFolder } from '../../../ledger/make-state-folder.ts';

/** Where one start of a campaign keeps the plan that it carries out, and what it prints. */
export interface StartFolder {
  readonly path: string;
  readonly plan: string;
  readonly log: string;
}

/** How many starts keep their logs. */
const keptMost = 10;
/** A run has read its plan long before. */
const planValidMs = 3_600_000;

/** A folder of its own beside the state: a run goes on when the control room and its temporary folder are gone. */
export async function makeStartFolder(stateFolder: string, campaign: string, now: number): Promise<StartFolder> {
  makeStateFolder(stateFolder);
  const prefix = join(stateFolder, `${campaign}.start-`);
  await removeOld(stateFolder, `${campaign}.start-`, now);
  return startFolder(await mkdtemp(prefix));
}

function startFolder(path: string): StartFolder {
  return { path, plan: join(path, 'plan.json'), log: join(path, 'run.log') };
}

/** The folders of the oldest starts, and plans of runs that outlived their control room: they name everybody. */
async function removeOld(stateFolder: string, prefix: string, now: number): Promise<void> {
  const found: { readonly folder: StartFolder; readonly at: number }[] = [];
  for (const name of await readdir(stateFolder)) {
    if (!name.startsWith(prefix) || !/^\w{6}$/.test(name.slice(prefix.length))) continue;
    const folder = startFolder(join(stateFolder, name));
    const { mtimeMs } = await stat(folder.path);
    found.push({ folder, at: mtimeMs });
  }
  found.sort((one, other) => other.at - one.at);
  for (const [index, { folder, at }] of found.entries()) {
    if (index >= keptMost - 1) await rm(folder.path, { recursive: true, force: true });
    else if (now - at > planValidMs) await rm(folder.plan, { force: true });
  }
}
