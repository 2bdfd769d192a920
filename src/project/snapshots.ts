import { join, relative } from 'node:path';
import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import { finding } from '../campaign/rules/rule.ts';
import { addressVariable } from '../campaign/sources/source.ts';
import type { ChooseSnapshots, WantedSource } from '../campaign/sources/wanted-sources.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { messageOf } from '../diagnostic/message-of.ts';
import { makeStateFolder } from '../ledger/state-paths.ts';
import { stateTrouble } from '../ledger/state-trouble.ts';
import { runName } from '../plan/run-name.ts';
import type { Instant } from '../platform/ports.ts';
import type { ChoiceRequest } from '../snapshot/choose-snapshots.ts';
import type { SnapshotRead } from '../snapshot/read-snapshot.ts';
import type { SharedSnapshots } from '../snapshot/shared-snapshots.ts';
import type { Pins, SnapshotFolder, SnapshotRecord } from '../snapshot/snapshot-folder.ts';
import { forgottenOf } from './load.ts';
import { type CampaignPlace, type Project, stateFolder } from './project.ts';
import { backendOf } from './state.ts';

export interface SnapshotsInput {
  /** Name of the run whose snapshots are wanted. Default: that of the campaign. */
  readonly run?: string | undefined;
  /** It begins: no snapshot belongs to it yet. */
  readonly isNew?: boolean | undefined;
  readonly reads: ChoiceRequest['reads'];
  /** Reads a source of a campaign into the folder; it is not called for `look`. */
  readonly read: (wanted: WantedSource, place: CampaignPlace) => Promise<SnapshotRead>;
  /** Whether the state of the project is that of the run: then it says who was reached. Default true. */
  readonly knowsRun?: boolean;
}

/** Chooses the snapshots of a campaign's audiences. Without such an audience nothing is loaded. */
export function chooseFrom(project: Project, input: SnapshotsInput): ChooseSnapshots {
  const { reads, read, knowsRun = true } = input;
  const { files, cwd } = project.host;
  return async (request) => {
    const { chooseSnapshots } = await import('../snapshot/choose-snapshots.ts');
    const { campaign } = request;
    const run = runName(campaign, input.run);
    const pins = input.isNew === true ? undefined : pinsOf(project, run);
    const folder = await folderOf(project, request);
    const unfetched = await fetchFromStore(project, request, { folder, pins });
    if (unfetched.length > 0) return { snapshots: new Map(), diagnostics: unfetched };
    return chooseSnapshots(request, {
      folder,
      run: pins,
      reads,
      files,
      shown: (path) => relative(cwd, path) || path,
      read: (wanted) => read(wanted, request),
      reached: knowsRun
        ? async (audience) => {
            const { reachedKeys } = await import('../run/resume/effective-history.ts');
            return reachedKeys(audience, campaign, run, backendOf(project, request, run));
          }
        : undefined,
    });
  };
}

interface ReadInput {
  readonly now: Instant;
  readonly signal: AbortSignal;
  /** Start programs that the campaign names. */
  readonly allowCommands: boolean;
  /** A person has looked at the difference to the last snapshot. */
  readonly acceptChange: boolean;
  /** Whether the tables of the store are made where there are none. */
  readonly mayMake: boolean;
}

/** Reads a source of a campaign into the folder of its snapshots, and into the store where there is one. */
export async function readSource(
  project: Project,
  place: CampaignPlace,
  wanted: WantedSource,
  { mayMake, ...input }: ReadInput,
): Promise<SnapshotRead> {
  const { readSnapshot } = await import('../snapshot/read-snapshot.ts');
  const { env, host } = project;
  const { directory } = place;
  const variable = addressVariable(wanted.audience.name);
  makeFolders(project, directory);
  const folder = await folderOf(project, place);
  const read = await readSnapshot(wanted, {
    ...input,
    folder,
    files: host.files,
    forgotten: () => forgottenOf(project, directory, { mustRead: true }),
    address: env[variable]?.trim() || undefined,
    variable,
    env,
    directory,
    timeoutMs: wanted.source.timeoutMs,
  });
  if (read.record === undefined) return read;
  const unshared = await shareRead(project, place, wanted, { record: read.record, folder, mayMake, now: input.now });
  return { record: unshared.length > 0 ? undefined : read.record, diagnostics: [...read.diagnostics, ...unshared] };
}

/** Records that a run uses these snapshots from now on; first in the store, so that no machine takes others. */
export async function keepSnapshots(
  project: Project,
  loaded: LoadedCampaign,
  run: string,
  now: Instant,
): Promise<void> {
  const chosen = snapshotsIn(loaded);
  if (chosen.length === 0) return;
  const { pinSnapshots } = await import('../snapshot/choose-snapshots.ts');
  const folder = await folderOf(project, loaded);
  const use = { run: pinsOf(project, run), now, snapshots: Object.fromEntries(chosen) };
  await inStore(project, loaded, { mayMake: true }, async (shared) => {
    const { shareUse } = await import('../snapshot/shared-snapshots.ts');
    await shareUse(shared, folder, use);
  });
  await pinSnapshots(project.host.files, folder, use);
}

/** What these runs of a campaign use goes to the store with them, or back. */
export async function moveSnapshots(
  project: Project,
  place: CampaignPlace,
  { runs, to }: { readonly runs: readonly string[]; readonly to: 'store' | 'file' },
): Promise<void> {
  const { files } = project.host;
  const folder = await folderOf(project, place);
  await inStore(project, place, { mayMake: true }, async (shared) => {
    const { fetchSnapshots, shareUse } = await import('../snapshot/shared-snapshots.ts');
    const { uses } = await shared.list();
    for (const run of runs) {
      const used = to === 'store' ? folder.pins(run) : (uses.get(run) as Pins | undefined);
      if (used === undefined) continue;
      const { usedAt: now, snapshots } = used;
      makeFolders(project, place.directory);
      if (to === 'store') await shareUse(shared, folder, { run, now, snapshots });
      else await fetchSnapshots(shared, folder, { audiences: Object.keys(snapshots), run, files });
    }
  });
}

/** Whether the snapshots of a campaign are those of the project: it may have been loaded from elsewhere. */
export async function hasSnapshotsOf(project: Project, loaded: LoadedCampaign): Promise<boolean> {
  const chosen = snapshotsIn(loaded);
  if (chosen.length === 0) return true;
  const { findSnapshot } = await import('../snapshot/snapshot-folder.ts');
  const folder = await folderOf(project, loaded);
  return chosen.every(([audience, digest]) => findSnapshot(folder.records(audience), digest) !== undefined);
}

/** By audience, the digest of its snapshot. */
function snapshotsIn({ campaign }: LoadedCampaign): readonly (readonly [string, string])[] {
  return campaign.audiences.flatMap(({ name, snapshot }) => (snapshot === undefined ? [] : [[name, snapshot.digest]]));
}

/** The name of the record of a run's snapshots. A run of the sandbox has people of its own. */
export function pinsOf({ sandbox }: Pick<Project, 'sandbox'>, run: string): string {
  return sandbox ? `${run}.sandbox` : run;
}

/** An older folder of states may be without its `.gitignore`. */
function makeFolders(project: Project, directory: string): void {
  const state = stateFolder(project, directory);
  for (const folder of [state, join(state, 'snapshots')]) makeStateFolder(folder);
}

async function folderOf(project: Project, { campaign, directory }: CampaignPlace): Promise<SnapshotFolder> {
  const { openSnapshotFolder } = await import('../snapshot/snapshot-folder.ts');
  return openSnapshotFolder(stateFolder(project, directory), campaign.id);
}

/** What other machines have read and a run uses: into the folder of this machine. The findings say why it cannot be had. */
async function fetchFromStore(
  project: Project,
  request: Parameters<ChooseSnapshots>[0],
  { folder, pins }: { readonly folder: SnapshotFolder; readonly pins: string | undefined },
): Promise<readonly Diagnostic[]> {
  const [first] = request.wanted;
  if (first === undefined) return [];
  try {
    const fetched = await inStore(project, request, { mayMake: false }, async (shared) => {
      const { fetchSnapshots } = await import('../snapshot/shared-snapshots.ts');
      makeFolders(project, request.directory);
      const audiences = request.wanted.map(({ audience }) => audience.name);
      const damaged = await fetchSnapshots(shared, folder, { audiences, run: pins, files: project.host.files });
      return damaged.map((audience) =>
        unusable(first, `A snapshot of \`${audience}\` in ${shared.location} is damaged`),
      );
    });
    return fetched ?? [];
  } catch (error) {
    if (stateTrouble(error) === undefined) throw error;
    return [unusable(first, `The snapshots in the store cannot be read: ${messageOf(error)}`)];
  }
}

function unusable({ source }: WantedSource, message: string): Diagnostic {
  return finding('CS6032', source.span, message, { hint: undefined });
}

/** Puts what was read into the store, where there is one. The findings say why it cannot be used by other machines. */
async function shareRead(
  project: Project,
  place: CampaignPlace,
  wanted: WantedSource,
  given: {
    readonly record: SnapshotRecord;
    readonly folder: SnapshotFolder;
    readonly mayMake: boolean;
    readonly now: Instant;
  },
): Promise<readonly Diagnostic[]> {
  const { record, folder, mayMake, now } = given;
  const { audience, source } = wanted;
  try {
    await inStore(project, place, { mayMake }, async (shared) => {
      const { shareSnapshots, sweepShared } = await import('../snapshot/shared-snapshots.ts');
      await shareSnapshots(shared, folder, [record]);
      await sweepShared(shared, { audience: audience.name, keepForMs: source.keepForMs, now });
    });
    return [];
  } catch (error) {
    const trouble = stateTrouble(error);
    if (trouble === undefined) throw error;
    // Who may only look at the store can plan with what is on this machine.
    if (!mayMake && (trouble === 'storeDenied' || trouble === 'storeReadOnly')) return [];
    return [unusable(wanted, `The snapshot of \`${audience.name}\` cannot be kept in the store: ${messageOf(error)}`)];
  }
}

/** Undefined without a store, and where its tables are not those of this version. */
async function inStore<T>(
  { store }: Project,
  { campaign }: CampaignPlace,
  { mayMake }: { readonly mayMake: boolean },
  work: (shared: SharedSnapshots) => Promise<T>,
): Promise<T | undefined> {
  if (store === undefined) return undefined;
  const { openSnapshotStore } = await import('../ledger/snapshot-store.ts');
  const shared = await openSnapshotStore(store, campaign.id, { mayMake });
  try {
    return shared && (await work(shared));
  } finally {
    await shared?.close();
  }
}
