import { everybodyIn } from '../campaign/audiences/selection.ts';
import type { Loaded, LoadedCampaign, LoadRequest } from '../campaign/loaded-campaign.ts';
import type { StateBackend } from '../ledger/backend.ts';
import type { ContactReader } from '../ledger/contacts/ledger.ts';
import { LedgerError } from '../ledger/contacts/ledger-refusal.ts';
import { createMemoryBackend } from '../ledger/memory-backend.ts';
import { createNodeFiles } from '../platform/node-files.ts';
import { readContacts as read } from '../project/contacts.ts';
import { forgottenOf, loadFrom } from '../project/load.ts';
import { createProject, type Project, type ProjectPlace } from '../project/project.ts';
import { chooseFrom } from '../project/snapshots.ts';

/** Where runs keep what they have done: `memoryState()`, `fileState()` or `storeState()`. */
export interface RunState {
  readonly place: ProjectPlace;
}

const besideTheCampaign: RunState = { place: { state: undefined, store: undefined, sandbox: false, adopt: false } };

/** Keeps everything in this process: for tests and sandboxes. Who runs against a live service needs `fileState`. */
export function memoryState(): RunState {
  const backends = new Map<string, StateBackend>();
  const inMemory = ({ campaign, run }: { readonly campaign: string; readonly run: string }): StateBackend => {
    const name = JSON.stringify([campaign, run]);
    const backend = backends.get(name) ?? createMemoryBackend();
    backends.set(name, backend);
    return backend;
  };
  return { place: { ...besideTheCampaign.place, inMemory } };
}

export interface FileStateOptions {
  /** `.callsheet` beside the campaign is where the command line looks. */
  readonly folder: string;
  /** As `--sandbox`: a file of its own, which may be deleted. */
  readonly sandbox?: boolean | undefined;
  /** As `--adopt`: accept a state file that was copied, moved or is missing, and a contact ledger that was restored from an older copy. */
  readonly adopt?: boolean | undefined;
}

/** Keeps everything in a state file, the command line's own: a run can go on after a crash, and nobody is contacted twice. */
export function fileState({ folder, sandbox = false, adopt = false }: FileStateOptions): RunState {
  requireText('folder', folder);
  return { place: { state: folder, store: undefined, sandbox, adopt } };
}

export interface StoreStateOptions {
  /** As `--store`: `postgres://USER@HOST/DATABASE`. */
  readonly url: string;
  /** As `--adopt`: accept a store that was copied or restored. */
  readonly adopt?: boolean | undefined;
}

/** Keeps everything in a shared ledger, the command line's own: another machine can continue a run. */
export function storeState({ url, adopt = false }: StoreStateOptions): RunState {
  requireText('url', url);
  return { place: { state: undefined, store: url, sandbox: false, adopt } };
}

/** A variable that is not set names nothing: another place, which knows nothing of the run, is never taken instead. */
function requireText(name: string, text: string): void {
  if (typeof text !== 'string' || text === '') throw new Error(`${name}: give a text, not ${JSON.stringify(text)}`);
}

/** In place of a campaign it is easy to give all that `loadCampaign` returns. */
export function requireLoaded(loaded: Pick<LoadedCampaign, 'campaign'>): void {
  if (!(loaded instanceof Object && 'campaign' in loaded))
    throw new Error('loaded: give the `value` that loadCampaign returns; it is undefined when there are errors');
}

/** Throws for a format that `formats` does not have. */
export function requireFormat(format: string, formats: object): void {
  if (!Object.hasOwn(formats, format))
    throw new Error(`format: give one of ${Object.keys(formats).join(', ')}, not ${format}`);
}

/**
 * The project of a state, with what this process has: who was forgotten is read from this machine, also where a campaign is read from
 * elsewhere.
 */
export function projectOf(state: RunState): Project {
  if (!(state instanceof Object && 'place' in state))
    throw new Error('state: give memoryState(), fileState(…) or storeState(…)');
  const host = { cwd: process.cwd(), env: process.env, files: createNodeFiles() };
  return createProject(state.place, host);
}

export interface LoadOptions extends Partial<Omit<LoadRequest, 'path'>> {
  /** The campaign file. */
  readonly path: string;
  /** Where the run is kept: in a store there is what other machines have read. Default: `.callsheet`. */
  readonly state?: RunState | undefined;
  /** Whose snapshots it is loaded with. Default: the date of `starts`, or `1`. */
  readonly run?: string | undefined;
}

/** Reads and checks a campaign and the files that it names. Its `value` is undefined when there are errors. */
export async function loadCampaign({ state, run, ...options }: LoadOptions): Promise<Loaded> {
  requireText('path', options.path);
  const project = projectOf(state ?? besideTheCampaign);
  const read = (): Promise<never> => Promise.reject(new Error('the library reads no sources'));
  const snapshots = chooseFrom(project, { run, reads: 'look', read, knowsRun: state !== undefined });
  // What is done with it is not known here: nobody who was forgotten may be in it.
  const forgotten: LoadRequest['forgotten'] = (directory) => forgottenOf(project, directory, { mustRead: true });
  // What is undefined is not given.
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return loadFrom(project, { depth: 'rendered', snapshots, forgotten, ...given, path: options.path });
}

export interface ContactsOptions {
  readonly loaded: Pick<LoadedCampaign, 'campaign' | 'directory' | 'rosters'>;
  /** That of the run: its contact ledger is in the same folder, or in the same store. */
  readonly state?: RunState | undefined;
  /** The state folder of the project. Default: that of `state`, or else `.callsheet` beside the campaign. */
  readonly folder?: string | undefined;
  /** As `--sandbox`: the ledger of sandbox runs. Default: whether `state` is that of one. */
  readonly sandbox?: boolean | undefined;
}

type ReadContacts = Pick<ContactReader, 'factsOf' | 'lists' | 'close'>;

/** What the contact ledger of a campaign's project knows, for `plan` and `rehearse`; undefined where there are no contact rules. */
export async function readContacts({ loaded, state, ...place }: ContactsOptions): Promise<ReadContacts | undefined> {
  requireLoaded(loaded);
  const reader = await read(contactsProject(projectOf(state ?? besideTheCampaign), place), loaded);
  if (reader === undefined) return undefined;
  if ('kind' in reader) throw new LedgerError(reader.refused);
  await reader.know(everybodyIn(loaded));
  return reader;
}

/** The project whose contact ledger is used. */
export function contactsProject(
  project: Project,
  { folder = project.state, sandbox = project.sandbox }: Pick<ContactsOptions, 'folder' | 'sandbox'> = {},
): Project {
  return { ...project, state: folder, sandbox };
}
