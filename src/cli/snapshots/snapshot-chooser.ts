import { join, relative, resolve } from 'node:path';
import type { Environment } from '../../campaign/campaign-env.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import { finding } from '../../campaign/rules/rule.ts';
import { addressVariable } from '../../campaign/sources/address-variable.ts';
import type { ChooseSnapshots, WantedSource } from '../../campaign/sources/wanted-sources.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { makeStateFolder } from '../../ledger/make-state-folder.ts';
import { openSnapshotStore } from '../../ledger/snapshots/snapshot-store.ts';
import { stateTrouble } from '../../ledger/state-trouble.ts';
import { runName } from '../../plan/run-name.ts';
import type { Host } from '../../platform/ports.ts';
import { formatSnapshotRead } from '../../report/plan/source-text.ts';
import type { ChoiceRequest } from '../../snapshot/choose-snapshots.ts';
import type { SnapshotRead } from '../../snapshot/read-snapshot.ts';
import type { SharedSnapshots } from '../../snapshot/shared-snapshots.ts';
import type { SnapshotFolder, SnapshotRecord } from '../../snapshot/snapshot-folder.ts';
import { stateBackend } from '../open/state-backend.ts';
import type { CampaignOptions } from '../options/campaign-options.ts';
import { storeOf } from '../options/settings.ts';
import { forgottenBy, stateOf } from '../options/state-option.ts';

export interface SnapshotOptions extends CampaignOptions {
  readonly allowCommands?: boolean;
  readonly acceptChange?: boolean;
  readonly fresh?: boolean;
}

/** How a command chooses the snapshots of a campaign's audiences. Without such an audience nothing is loaded. */
export function snapshotChooser(
  options: SnapshotOptions,
  host: Host,
  env: Environment,
  reads: ChoiceRequest['reads'],
): ChooseSnapshots {
  return async (request) => {
    const { chooseSnapshots } = await import('../../snapshot/choose-snapshots.ts');
    const { campaign, directory } = request;
    const run = options.fresh === true ? undefined : pinsName(options, runName(campaign, options.run));
    const folder = await snapshotFolder(request, options, host);
    const prepare = (): void => makeFolders(request, options, host);
    const unfetched = await fetchFromStore(request, { folder, run, prepare, options, host });
    if (unfetched.length > 0) return { snapshots: new Map(), diagnostics: unfetched };
    return chooseSnapshots(request, {
      folder,
      run,
      reads,
      files: host.files,
      shown: (path) => relative(host.cwd, path) || path,
      async read(wanted) {
        const read = await readOne(wanted, { options, host, env, campaign, directory, mayMake: false });
        if (read.record !== undefined) host.console.err(`${formatSnapshotRead(read.record)}\n`);
        return read;
      },
      async reached(audience) {
        const { reachedKeys } = await import('../../run/resume/reached-keys.ts');
        const backend = stateBackend(stateOf(request, options, host), options, host);
        return reachedKeys(audience, campaign, runName(campaign, options.run), backend);
      },
    });
  };
}

type Place = Pick<LoadedCampaign, 'campaign' | 'directory'>;

/** Reads one source, until Ctrl-C. */
export async function readOne(
  wanted: WantedSource,
  given: Place & {
    readonly options: SnapshotOptions;
    readonly host: Host;
    readonly env: Environment;
    /** Of a store. */
    readonly mayMake: boolean;
  },
): Promise<SnapshotRead> {
  const { options, host, env, directory } = given;
  const { readSnapshot } = await import('../../snapshot/read-snapshot.ts');
  const variable = addressVariable(wanted.audience.name);
  const stop = new AbortController();
  const stopListening = host.signals.onStop(() => stop.abort());
  try {
    makeFolders(given, options, host);
    const folder = await snapshotFolder(given, options, host);
    const read = await readSnapshot(wanted, {
      folder,
      files: host.files,
      now: host.clock.now(),
      acceptChange: options.acceptChange === true,
      forgotten: () => forgottenBy(options, host, true)(directory),
      address: env[variable]?.trim() || undefined,
      variable,
      env,
      directory,
      allowCommands: options.allowCommands === true,
      timeoutMs: wanted.source.timeoutMs,
      signal: stop.signal,
    });
    if (read.record === undefined) return read;
    const unshared = await shareRead(wanted, read.record, { ...given, folder });
    return { record: unshared.length > 0 ? undefined : read.record, diagnostics: [...read.diagnostics, ...unshared] };
  } finally {
    stopListening();
  }
}

/** Records that a run uses these snapshots from now on. */
export async function keepSnapshots(
  loaded: LoadedCampaign,
  run: string,
  options: SnapshotOptions,
  host: Host,
): Promise<void> {
  const chosen = loaded.campaign.audiences.flatMap(({ name, snapshot }) =>
    snapshot === undefined ? [] : [[name, snapshot.digest] as const],
  );
  if (chosen.length === 0) return;
  const { pinSnapshots } = await import('../../snapshot/choose-snapshots.ts');
  const folder = await snapshotFolder(loaded, options, host);
  const use = { run: pinsName(options, run), now: host.clock.now(), snapshots: Object.fromEntries(chosen) };
  await inStore(loaded, { options, host, mayMake: true }, async (shared) => {
    const { shareUse } = await import('../../snapshot/shared-snapshots.ts');
    await shareUse(shared, folder, use);
  });
  await pinSnapshots(host.files, folder, use);
}

/** An older folder of states may be without its `.gitignore`. */
function makeFolders(place: Place, options: SnapshotOptions, host: Host): void {
  const state = resolve(host.cwd, stateOf(place, options, host).folder);
  for (const folder of [state, join(state, 'snapshots')]) makeStateFolder(folder);
}

async function snapshotFolder(place: Place, options: SnapshotOptions, host: Host): Promise<SnapshotFolder> {
  const { openSnapshotFolder } = await import('../../snapshot/snapshot-folder.ts');
  return openSnapshotFolder(resolve(host.cwd, stateOf(place, options, host).folder), place.campaign.id);
}

/** The name of the record of a run's snapshots. A run of the sandbox has people of its own. */
export function pinsName({ sandbox }: Pick<SnapshotOptions, 'sandbox'>, run: string): string {
  return sandbox === true ? `${run}.sandbox` : run;
}

type StoreOptions = Parameters<typeof storeOf>[0];

/** What other machines have read and a run uses: into the folder of this machine. The findings say why it cannot be had. */
async function fetchFromStore(
  request: Parameters<ChooseSnapshots>[0],
  {
    folder,
    run,
    prepare,
    options,
    host,
  }: {
    readonly folder: SnapshotFolder;
    readonly run: string | undefined;
    /** Makes the folders above. */
    readonly prepare: () => void;
    readonly options: StoreOptions;
    readonly host: Host;
  },
): Promise<readonly Diagnostic[]> {
  const [first] = request.wanted;
  if (first === undefined) return [];
  const unfetched = (message: string): Diagnostic => finding('CS6032', first.source.span, message, { hint: undefined });
  try {
    const fetched = await inStore(request, { options, host, mayMake: false }, async (shared) => {
      const { fetchSnapshots } = await import('../../snapshot/shared-snapshots.ts');
      prepare();
      const audiences = request.wanted.map(({ audience }) => audience.name);
      const damaged = await fetchSnapshots(shared, folder, { audiences, run, files: host.files });
      return damaged.map((audience) => unfetched(`A snapshot of \`${audience}\` in ${shared.location} is damaged`));
    });
    return fetched ?? [];
  } catch (error) {
    const trouble = stateTrouble(error);
    if (trouble === undefined) throw error;
    return [unfetched(`The snapshots in the store cannot be read: ${wordsOf(error)}`)];
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Undefined without a store, and where its tables are not those of this version. */
async function inStore<T>(
  { campaign }: Pick<LoadedCampaign, 'campaign'>,
  { options, host, mayMake }: { readonly options: StoreOptions; readonly host: Host; readonly mayMake: boolean },
  work: (shared: SharedSnapshots) => Promise<T>,
): Promise<T | undefined> {
  const url = storeOf(options, host);
  if (url === undefined) return undefined;
  const shared = await openSnapshotStore(url, campaign.id, { mayMake });
  try {
    return shared && (await work(shared));
  } finally {
    await shared?.close();
  }
}

/** Puts what was read into the store, where there is one. The findings say why it cannot be used by other machines. */
async function shareRead(
  { audience, source }: WantedSource,
  record: SnapshotRecord,
  given: Pick<LoadedCampaign, 'campaign'> & {
    readonly folder: SnapshotFolder;
    readonly options: StoreOptions;
    readonly host: Host;
    readonly mayMake: boolean;
  },
): Promise<readonly Diagnostic[]> {
  const { folder, host, mayMake } = given;
  const { keepForMs } = source;
  try {
    await inStore(given, given, async (shared) => {
      const { shareSnapshots, sweepShared } = await import('../../snapshot/shared-snapshots.ts');
      await shareSnapshots(shared, folder, [record]);
      const sweep = { audience: audience.name, keepForMs, now: host.clock.now() };
      await sweepShared(shared, sweep);
    });
    return [];
  } catch (error) {
    const trouble = stateTrouble(error);
    if (trouble === undefined) throw error;
    // Who may only look at the store can plan with what is on this machine.
    if (!mayMake && (trouble === 'storeDenied' || trouble === 'storeReadOnly')) return [];
    const message = `The snapshot of \`${audience.name}\` cannot be kept in the store: ${wordsOf(error)}`;
    return [finding('CS6032', source.span, message, { hint: undefined })];
  }
}
