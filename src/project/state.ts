import { dirname } from 'node:path';
import type { Campaign } from '../campaign/campaign.ts';
import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import { namesInText } from '../campaign/names-in-text.ts';
import { accountKey } from '../campaign/request/request.ts';
import type { OpenForReading, OpenForRunning, RunLease, RunReader, StateBackend } from '../ledger/backend.ts';
import { type ForgetLock, keepForgetAway } from '../ledger/contacts/forgotten/forget-lock.ts';
import type { ContactReader } from '../ledger/contacts/ledger.ts';
import { createFileBackend } from '../ledger/file-backend.ts';
import type { StateWarning } from '../ledger/refusal.ts';
import type { StatePaths } from '../ledger/state-paths.ts';
import { createStoreBackend } from '../ledger/store-backend.ts';
import { runName } from '../plan/run-name.ts';
import { readContacts } from './contacts.ts';
import { forgottenSince, loadFrom } from './load.ts';
import {
  type CampaignPlace,
  type ForgottenRefusal,
  guardOf,
  type LedgerRefused,
  type Project,
  pathsOf,
  type StateRefused,
  stateFolder,
} from './project.ts';

/** Where the runs of a campaign are recorded. Of those that are kept in memory, each has its own. */
export function backendOf(project: Project, place: CampaignPlace, run: string): StateBackend {
  const { inMemory, store, sandbox } = project;
  if (inMemory !== undefined) return inMemory({ campaign: place.campaign.id, run });
  // Sandbox runs may be thrown away.
  const rollbackGuard = sandbox ? undefined : guardOf(project);
  return store === undefined
    ? createFileBackend({ paths: pathsOf(project, place), rollbackGuard })
    : createStoreBackend({ url: store, rollbackGuard });
}

/** What is recorded of a run, for who only looks: nothing is locked. */
export interface OpenedState {
  readonly run: string;
  readonly backend: StateBackend;
  /** Absent where nothing is recorded of the run. */
  readonly reader?: RunReader;
  /** The same; of a run without a record, what other runs have started, which its rates count. Absent where nothing is recorded at all. */
  readonly shared?: RunReader;
  /** Where the campaign has contact rules. */
  readonly contacts?: ContactReader;
  close(): Promise<void>;
}

/** Opens what is recorded of a loaded campaign. `run`: its label; `verify`: by default, the whole state. */
export async function openState(
  project: Project,
  loaded: Pick<LoadedCampaign, 'campaign' | 'directory' | 'rosters'>,
  { run: label, verify }: { readonly run?: string | undefined; readonly verify?: OpenForReading['verify'] } = {},
): Promise<OpenedState | StateRefused | LedgerRefused> {
  const { campaign } = loaded;
  const run = runName(campaign, label);
  const backend = backendOf(project, loaded, run);
  const about = { campaign: campaign.id, run, service: '' };
  const opened = await backend.openForReading({ about, orNew: true, ...(verify && { verify }) });
  if (opened !== undefined && 'refused' in opened)
    return { kind: 'state', refused: opened.refused, location: backend.location };
  const { reader, isNew } = opened ?? {};
  const contacts = await readContacts(project, loaded);
  if (contacts !== undefined && 'kind' in contacts) {
    await reader?.close();
    return contacts;
  }
  return {
    run,
    backend,
    ...(reader === undefined ? {} : { shared: reader }),
    ...(reader === undefined || isNew === true ? {} : { reader }),
    ...(contacts === undefined ? {} : { contacts }),
    async close() {
      await contacts?.close();
      await reader?.close();
    },
  };
}

/** Which run a file speaks of, and where its state is. */
export interface FoundRun {
  readonly project: Project;
  readonly place: CampaignPlace;
  readonly campaign: string;
  readonly run: string;
  /** As the file has it, also where it has errors. */
  readonly title: string | undefined;
  /** Absent where the text has errors. */
  readonly understood: Campaign | undefined;
  readonly paths: StatePaths;
  readonly backend: StateBackend;
}

/**
 * By the campaign's first lines alone: no audience is read, and a file that is being edited, or is wrong, names its run all the
 * same. `run`: its label. Undefined when there is no file, or no campaign's name in it.
 */
export async function findRun(
  project: Project,
  { file, run: label }: { readonly file: string; readonly run: string | undefined },
): Promise<FoundRun | undefined> {
  const { value, text = '' } = await loadFrom(project, { path: file, depth: 'text' });
  const found = value?.campaign ?? namesInText(text);
  if (found === undefined) return undefined;
  const place = { campaign: found, directory: value?.directory ?? dirname(file) };
  const run = runName(found, label);
  return {
    project,
    place,
    campaign: found.id,
    run,
    title: found.title,
    understood: value?.campaign,
    paths: pathsOf(project, place),
    backend: backendOf(project, place, run),
  };
}

/** A run that only this process carries out, and while nobody is forgotten. */
export interface ClaimedRun {
  readonly lease: RunLease;
  /** The state file's path, or the name of the store. */
  readonly location: string;
  close(): Promise<void>;
}

/** Claims a run of a loaded campaign. `onWarnings`: what should be said of its state, which may have been adopted. */
export async function claimRun(
  project: Project,
  loaded: LoadedCampaign,
  request: Pick<OpenForRunning, 'about' | 'me' | 'inFlight' | 'limited'>,
  onWarnings: (warnings: readonly StateWarning[]) => void = () => {},
): Promise<ClaimedRun | StateRefused | ForgottenRefusal> {
  const { campaign, directory } = loaded;
  const backend = backendOf(project, loaded, request.about.run);
  const account = { key: await accountKey(loaded), limits: campaign.limits.account };
  const opened = await backend.openForRunning({ ...request, adopt: project.adopt, account });
  const { location } = backend;
  if ('refused' in opened) return { kind: 'state', refused: opened.refused, location };
  const { lease, warnings } = opened;
  let lock: ForgetLock | undefined;
  const close = async (): Promise<void> => {
    try {
      await lease.close();
    } finally {
      lock?.release();
    }
  };
  let refused: ForgottenRefusal | undefined;
  try {
    onWarnings(warnings);
    if (project.inMemory === undefined) {
      // It makes the folder, which the log needs, too: with a store nobody has made it.
      lock = await keepForgetAway(stateFolder(project, directory));
      refused = await forgottenSince(project, loaded);
    }
  } catch (error) {
    await close();
    throw error;
  }
  if (refused === undefined) return { lease, location, close };
  await close();
  return refused;
}
