import { hostname } from 'node:os';
import { createMemoryDisk, createMemoryStore, type MemoryDisk } from '../state/memory-store.ts';
import { type OpenedStore, openStore, openStoreForReading, type StoreRefusal } from '../state/open-store.ts';
import { rollbackGuardFolder } from '../state/rollback-guard.ts';
import { statePaths } from '../state/state-paths.ts';
import type { Store, StoreAbout } from '../state/store.ts';

/** Where runs keep what they have done: `memoryState()` or `fileState()`. Its methods are for `run`, `report` and `readHistory`. */
export interface RunState {
  /** For running: one process at a time. */
  claim(about: StoreAbout): { readonly store: Store } | { readonly refused: StoreRefusal };
  /** For looking; undefined where there is no such run. */
  read(about: StoreAbout): OpenedStore | undefined;
}

/** Keeps everything in this process: for tests and sandboxes. Who runs against a live service needs `fileState`. */
export function memoryState(): RunState {
  const disks = new Map<string, { readonly disk: MemoryDisk; readonly service: string }>();
  const claimed = new Set<string>();
  const nameOf = ({ campaign, run }: StoreAbout): string => JSON.stringify([campaign, run]);
  return {
    claim(about) {
      const name = nameOf(about);
      if (claimed.has(name)) return { refused: { kind: 'locked', holder: undefined } };
      const { disk, service } = disks.get(name) ?? { disk: createMemoryDisk(), service: about.service };
      if (service !== about.service) return { refused: { kind: 'otherService', service } };
      disks.set(name, { disk, service });
      claimed.add(name);
      const store = createMemoryStore({ about, disk });
      const close = async (): Promise<void> => {
        await store.close();
        claimed.delete(name);
      };
      return { store: { ...store, close } };
    },
    read(about) {
      const known = disks.get(nameOf(about));
      return known && { store: createMemoryStore({ about, disk: known.disk }), warnings: [] };
    },
  };
}

export interface FileStateOptions {
  /** `.callsheet` beside the campaign is where the command line looks. */
  readonly folder: string;
  /** As `--sandbox`: a file of its own, which may be deleted. */
  readonly sandbox?: boolean;
  /** As `--adopt`: accept a state file that was copied, moved or is missing. */
  readonly adopt?: boolean;
}

/** Keeps everything in a state file, the command line's own: a run can go on after a crash, and nobody is contacted twice. */
export function fileState({ folder, sandbox = false, adopt = false }: FileStateOptions): RunState {
  const rollbackGuard = sandbox ? undefined : rollbackGuardFolder(process.env);
  const pathsOf = ({ campaign }: StoreAbout) => statePaths({ folder, campaign, sandbox });
  return {
    claim: (about) =>
      openStore({
        paths: pathsOf(about),
        // A sandbox has another port each time.
        about: sandbox ? { ...about, service: 'sandbox' } : about,
        adopt,
        me: { pid: process.pid, host: hostname(), since: Date.now() },
        ...(rollbackGuard === undefined ? {} : { rollbackGuard }),
      }),
    read: (about) => openStoreForReading({ paths: pathsOf(about), about }),
  };
}
