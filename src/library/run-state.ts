import type { StateBackend } from '../ledger/backend.ts';
import { createMemoryBackend } from '../ledger/memory-backend.ts';
import { createNodeFiles } from '../platform/node-files.ts';
import { createProject, type Project, type ProjectPlace } from '../project/project.ts';

/** Where runs keep what they have done: `memoryState()`, `fileState()` or `storeState()`. */
export interface RunState {
  readonly place: ProjectPlace;
}

const besideTheCampaign: ProjectPlace = { state: undefined, store: undefined, sandbox: false, adopt: false };

/** Keeps everything in this process: for tests and sandboxes. Who runs against a live service needs `fileState`. */
export function memoryState(): RunState {
  const backends = new Map<string, StateBackend>();
  const inMemory = ({ campaign, run }: { readonly campaign: string; readonly run: string }): StateBackend => {
    const name = JSON.stringify([campaign, run]);
    const backend = backends.get(name) ?? createMemoryBackend();
    backends.set(name, backend);
    return backend;
  };
  return { place: { ...besideTheCampaign, inMemory } };
}

export interface FileStateOptions {
  /** `.callsheet` beside the campaign is where the command line looks. */
  readonly folder: string;
  /** As `--sandbox`: a file of its own, which may be deleted. */
  readonly sandbox?: boolean;
  /** As `--adopt`: accept a state file that was copied, moved or is missing, and a contact ledger that was restored from an older copy. */
  readonly adopt?: boolean;
}

/** Keeps everything in a state file, the command line's own: a run can go on after a crash, and nobody is contacted twice. */
export function fileState({ folder, sandbox = false, adopt = false }: FileStateOptions): RunState {
  return { place: { state: folder, store: undefined, sandbox, adopt } };
}

export interface StoreStateOptions {
  /** As `--store`: `postgres://USER@HOST/DATABASE`. */
  readonly url: string;
  /** As `--adopt`: accept a store that was copied or restored. */
  readonly adopt?: boolean;
}

/** Keeps everything in a shared ledger, the command line's own: another machine can continue a run. */
export function storeState({ url, adopt = false }: StoreStateOptions): RunState {
  return { place: { state: undefined, store: url, sandbox: false, adopt } };
}

/**
 * The project of a state, with what this process has: who was forgotten is read from this machine, also where a campaign is read from
 * elsewhere. Without a state, that of `.callsheet` beside the campaign.
 */
export function projectOf(state: RunState | undefined): Project {
  const host = { cwd: process.cwd(), env: process.env, files: createNodeFiles() };
  return createProject(state?.place ?? besideTheCampaign, host);
}
