import { hostname } from 'node:os';
import type { OpenedLease, Refused, RunAbout, StateBackend } from '../ledger/backend.ts';
import { createFileBackend } from '../ledger/file-backend.ts';
import { createMemoryBackend } from '../ledger/memory-backend.ts';
import { rollbackGuardFolder, statePaths } from '../ledger/state-paths.ts';
import { createStoreBackend } from '../ledger/store-backend.ts';
import { createRealClock } from '../platform/real-clock.ts';

/** Where runs keep what they have done: `memoryState()`, `fileState()` or `storeState()`. Its methods are for `run`, `report` and `readHistory`. */
export interface RunState {
  backendOf(about: RunAbout): StateBackend;
  /** The name of the record of a run's snapshots: the sandbox has its own. */
  pinsOf(run: string): string;
  /** Undefined where nothing is kept. */
  readonly project: ProjectState | undefined;
  /** For running: one process at a time. */
  claim(about: RunAbout): Promise<OpenedLease | Refused>;
}

/** Where that is which all runs of a project share: snapshots, the contact ledger, and who was forgotten. */
export interface ProjectState {
  /** The state folder. Undefined: `.callsheet` beside the campaign. */
  readonly folder: string | undefined;
  /** URL of the store, where machines share one. */
  readonly store: string | undefined;
  /** Sandbox runs have a contact ledger of their own. */
  readonly sandbox: boolean;
  /** Accept a contact ledger that was restored from an older copy. */
  readonly adopt: boolean;
}

/** Keeps everything in this process: for tests and sandboxes. Who runs against a live service needs `fileState`. */
export function memoryState(): RunState {
  const backends = new Map<string, StateBackend>();
  const backendOf = ({ campaign, run }: RunAbout): StateBackend => {
    const name = JSON.stringify([campaign, run]);
    const backend = backends.get(name) ?? createMemoryBackend();
    backends.set(name, backend);
    return backend;
  };
  const claim: RunState['claim'] = (about) => claimRun(backendOf(about), about, false);
  return { backendOf, pinsOf: (run) => run, project: undefined, claim };
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
  const rollbackGuard = sandbox ? undefined : rollbackGuardFolder(process.env);
  const backendOf = ({ campaign }: RunAbout): StateBackend =>
    createFileBackend({ paths: statePaths({ folder, campaign, sandbox }), rollbackGuard });
  // A sandbox has another port each time.
  const named = (about: RunAbout): RunAbout => (sandbox ? { ...about, service: 'sandbox' } : about);
  const pinsOf = (run: string): string => (sandbox ? `${run}.sandbox` : run);
  const project: ProjectState = { folder, store: undefined, sandbox, adopt };
  return { backendOf, pinsOf, project, claim: (about) => claimRun(backendOf(about), named(about), adopt) };
}

export interface StoreStateOptions {
  /** As `--store`: `postgres://USER@HOST/DATABASE`. */
  readonly url: string;
  /** As `--adopt`: accept a store that was copied or restored. */
  readonly adopt?: boolean;
}

/** Keeps everything in a shared ledger, the command line's own: another machine can continue a run. */
export function storeState({ url, adopt = false }: StoreStateOptions): RunState {
  const backend = createStoreBackend({ url, rollbackGuard: rollbackGuardFolder(process.env) });
  return {
    backendOf: () => backend,
    pinsOf: (run) => run,
    project: { folder: undefined, store: url, sandbox: false, adopt },
    claim: (about) => claimRun(backend, about, adopt),
  };
}

function claimRun(backend: StateBackend, about: RunAbout, adopt: boolean): Promise<OpenedLease | Refused> {
  return backend.openForRunning({
    about,
    adopt,
    me: { pid: process.pid, host: hostname(), since: createRealClock().now() },
  });
}
