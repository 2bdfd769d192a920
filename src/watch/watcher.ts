import { dirname, resolve } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';

/**
 * Tells, once each time, that something watched has changed and has been quiet since.
 *
 *   idle --change--> settling --quiet for `quietMs`--> busy --done--> idle
 *                      ^  |change: wait anew            |change: once more when done
 *                      +--+                             +--> settling
 *
 * Folders are watched rather than files, so that an editor that writes a new file and renames it is seen, and so is a file
 * that does not exist yet.
 */
export interface Watcher {
  /** What to watch from now on, as absolute paths. */
  follow(paths: readonly string[]): void;
  close(): Promise<void>;
}

const quietMs = 150;

export function createWatcher(onChange: () => Promise<void>): Watcher {
  let state: 'idle' | 'settling' | 'busy' | 'busyAndChanged' = 'idle';
  let timer: NodeJS.Timeout | undefined;
  let wanted = new Set<string>();
  let folders = new Set<string>();
  const watcher: FSWatcher = watch([], { ignoreInitial: true, depth: 0 });
  watcher.on('all', (_event, path) => {
    if (wanted.has(resolve(path))) changed();
  });

  function changed(): void {
    switch (state) {
      case 'idle':
      case 'settling':
        state = 'settling';
        clearTimeout(timer);
        timer = setTimeout(() => void settle(), quietMs);
        return;
      case 'busy':
        state = 'busyAndChanged';
        return;
      case 'busyAndChanged':
        return;
      default:
        state satisfies never;
    }
  }

  async function settle(): Promise<void> {
    state = 'busy';
    await onChange();
    const again = (state as string) === 'busyAndChanged';
    state = 'idle';
    if (again) changed();
  }

  return {
    follow(paths) {
      wanted = new Set(paths.map((path) => resolve(path)));
      const needed = new Set([...wanted].map((path) => dirname(path)));
      watcher.add([...needed].filter((folder) => !folders.has(folder)));
      watcher.unwatch([...folders].filter((folder) => !needed.has(folder)));
      folders = needed;
    },
    async close() {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}
