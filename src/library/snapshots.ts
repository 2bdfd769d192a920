import { join } from 'node:path';
import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import { finding } from '../campaign/rules/rule.ts';
import type { ChooseSnapshots } from '../campaign/sources/wanted-sources.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { makeStateFolder } from '../ledger/make-state-folder.ts';
import { openSnapshotStore } from '../ledger/snapshots/snapshot-store.ts';
import type { SnapshotStore } from '../ledger/snapshots/stored-snapshots.ts';
import { runName } from '../plan/run-name.ts';
import { createNodeFiles } from '../platform/node-files.ts';
import type { Files, Instant } from '../platform/ports.ts';
import { openSnapshotFolder, type SnapshotFolder } from '../snapshot/snapshot-folder.ts';
import { projectFolder } from './project-folder.ts';
import type { RunState } from './run-state.ts';

/** Whose snapshots a campaign is loaded with. */
export interface SnapshotsOf {
  /** Where the run is kept: in a store there is what other machines have read. Default: `.callsheet`. */
  readonly state: RunState | undefined;
  /** Default: the date of `starts`, or `1`. */
  readonly run: string | undefined;
}

type Place = Pick<LoadedCampaign, 'directory' | 'campaign'>;

/** Of an audience that is read from elsewhere: what a command has read, and the run uses. No source is asked. */
export function lookForSnapshots({ state, run: label }: SnapshotsOf): ChooseSnapshots {
  return async (request) => {
    const { chooseSnapshots } = await import('../snapshot/choose-snapshots.ts');
    const { campaign } = request;
    const run = runName(campaign, label);
    const pins = state?.pinsOf(run) ?? run;
    const folder = folderOf(request, state);
    const files = createNodeFiles();
    const damaged = await fetchShared(request, { state, folder, pins, files });
    if (damaged.length > 0) return { snapshots: new Map(), diagnostics: damaged };
    return chooseSnapshots(request, {
      folder,
      run: pins,
      reads: 'look',
      files,
      shown: (path) => path,
      read: () => Promise.reject(new Error('the library reads no sources')),
      reached:
        state &&
        (async (audience) => {
          const { reachedKeys } = await import('../run/resume/reached-keys.ts');
          const { id } = campaign;
          return reachedKeys(audience, campaign, run, state.backendOf({ campaign: id, run, service: '' }));
        }),
    });
  };
}

/** Records which snapshots a run uses from now on; first in the store, so that no machine takes others. */
export async function keepSnapshots(
  given: Pick<SnapshotsOf, 'state'> & {
    readonly loaded: LoadedCampaign;
    readonly run: string;
    readonly now: Instant;
    readonly files: Files;
  },
): Promise<void> {
  const { loaded, state, run, now, files } = given;
  const chosen = loaded.campaign.audiences.flatMap(({ name, snapshot }) =>
    snapshot === undefined ? [] : [[name, snapshot.digest] as const],
  );
  if (chosen.length === 0 || state?.project === undefined) return;
  const { pinSnapshots } = await import('../snapshot/choose-snapshots.ts');
  const folder = folderOf(loaded, state);
  // Loaded from elsewhere: nobody could find them here.
  if (!chosen.every(([audience, digest]) => folder.records(audience).some((record) => record.digest === digest)))
    return;
  const use = { run: state.pinsOf(run), now, snapshots: Object.fromEntries(chosen) };
  await inStore(loaded, state, { mayMake: true }, async (shared) => {
    const { shareUse } = await import('../snapshot/shared-snapshots.ts');
    await shareUse(shared, folder, use);
  });
  await pinSnapshots(files, folder, use);
}

async function fetchShared(
  request: Parameters<ChooseSnapshots>[0],
  given: {
    readonly state: RunState | undefined;
    readonly folder: SnapshotFolder;
    readonly pins: string;
    readonly files: Files;
  },
): Promise<readonly Diagnostic[]> {
  const { state, folder, pins, files } = given;
  const [first] = request.wanted;
  if (first === undefined || state === undefined) return [];
  const fetched = await inStore(request, state, { mayMake: false }, async (shared) => {
    const { fetchSnapshots } = await import('../snapshot/shared-snapshots.ts');
    const place = projectFolder(request.directory, state);
    for (const made of [place, join(place, 'snapshots')]) makeStateFolder(made);
    const audiences = request.wanted.map(({ audience }) => audience.name);
    const damaged = await fetchSnapshots(shared, folder, { audiences, run: pins, files });
    return damaged.map((audience) => `A snapshot of \`${audience}\` in ${shared.location} is damaged`);
  });
  return (fetched ?? []).map((message) => finding('CS6032', first.source.span, message, { hint: undefined }));
}

async function inStore<T>(
  { campaign }: Place,
  { project }: RunState,
  given: { readonly mayMake: boolean },
  work: (shared: SnapshotStore) => Promise<T>,
): Promise<T | undefined> {
  const shared = project?.store === undefined ? undefined : await openSnapshotStore(project.store, campaign.id, given);
  try {
    return shared && (await work(shared));
  } finally {
    await shared?.close();
  }
}

function folderOf(place: Place, state: RunState | undefined): SnapshotFolder {
  return openSnapshotFolder(projectFolder(place.directory, state), place.campaign.id);
}
