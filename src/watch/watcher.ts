import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';

/**
 * Looks once, and again, once each time, when something watched has changed and has been quiet since.
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
  /** Looks, as if something had changed. Resolves when that is done. */
  look(): Promise<void>;
  /** Resolves when the look that is under way is done, too. */
  close(): Promise<void>;
}

const quietMs = 150;
/** A folder that is new to the watcher tells of nothing before it has been read: its files are compared so long after. */
const blindMs = [quietMs, 1_000];

export function createWatcher(onChange: () => Promise<void>): Watcher {
  let state: 'idle' | 'settling' | 'busy' | 'busyAndChanged' = 'idle';
  let timer: NodeJS.Timeout | undefined;
  let rechecks: NodeJS.Timeout[] = [];
  let folders = new Set<string>();
  /** What each file looked like when the look that is under way, or the last one, began. */
  let seen = new Map<string, string>();
  let wanted = new Set<string>();
  let closed = false;
  let underWay: Promise<void> = Promise.resolve();
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
        timer = setTimeout(() => void look(), quietMs);
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

  async function look(): Promise<void> {
    state = 'busy';
    seen = new Map([...wanted].map((path) => [path, faceOf(path)]));
    underWay = onChange();
    await underWay;
    const again = (state as string) === 'busyAndChanged';
    state = 'idle';
    if (again && !closed) changed();
  }

  function compare(): void {
    if ([...wanted].some((path) => seen.get(path) !== faceOf(path))) changed();
  }

  return {
    follow(paths) {
      wanted = new Set(paths.map((path) => resolve(path)));
      for (const path of wanted) if (!seen.has(path)) seen.set(path, faceOf(path));
      const needed = new Set([...wanted].map((path) => dirname(path)));
      const fresh = [...needed].filter((folder) => !folders.has(folder));
      watcher.add(fresh);
      watcher.unwatch([...folders].filter((folder) => !needed.has(folder)));
      folders = needed;
      if (fresh.length === 0) return;
      for (const recheck of rechecks) clearTimeout(recheck);
      rechecks = blindMs.map((ms) => setTimeout(compare, ms));
    },
    look,
    async close() {
      closed = true;
      clearTimeout(timer);
      await underWay;
      for (const recheck of rechecks) clearTimeout(recheck);
      await watcher.close();
    },
  };
}

/** Another content has another of these. */
function faceOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? 'absent' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
}
