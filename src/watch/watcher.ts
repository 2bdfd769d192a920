import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';

/**
 * Calls `onChange` after each change of a watched file, when nothing has changed for `quietMs`, with the files that are different from
 * what they were at its last call.
 *
 *   idle --change--> settling --quiet for `quietMs`--> busy --done--> idle
 *                      ^  |change: wait again           |change: once more when done
 *                      +--+                             +--> settling
 *
 * Folders are watched rather than files, so that an editor that writes a new file and renames it is seen, and so is a file
 * that does not exist yet. Twice a second the files themselves are compared: that sees what a watch on a folder misses (the
 * folder was deleted, is on a network drive, is new to the watch), and keeps the process alive while nothing else does.
 */
export function createWatcher(onChange: (changed: readonly string[]) => Promise<void>) {
  let isBusy = false;
  let changes = 0;
  let timer: NodeJS.Timeout | undefined;
  let folders = new Set<string>();
  /** The version of each file when the current or last call began, or when it was first read after that. */
  let seen = new Map<string, string>();
  let wanted = new Set<string>();
  let closed = false;
  let underWay: Promise<void> = Promise.resolve();
  const watcher: FSWatcher = watch([], { ignoreInitial: true, depth: 0 });
  watcher.on('all', (_event, path) => {
    if (wanted.has(resolve(path))) changed();
  });
  // The heartbeat still compares the files.
  watcher.on('error', () => undefined);
  const heartbeat = setInterval(() => {
    watchFolders();
    compare();
  }, compareEveryMs);

  function changed(): void {
    changes++;
    if (isBusy) return;
    clearTimeout(timer);
    timer = setTimeout(() => void runNow(), quietMs);
  }

  async function runNow(): Promise<void> {
    isBusy = true;
    const before = changes;
    const now = new Map([...wanted].map((path) => [path, versionOf(path)]));
    const different = [...now].flatMap(([path, version]) => (seen.get(path) === version ? [] : [path]));
    seen = now;
    underWay = onChange(different);
    await underWay;
    isBusy = false;
    if (changes > before && !closed) changed();
  }

  function compare(): void {
    if ([...wanted].some((path) => seen.get(path) !== versionOf(path))) changed();
  }

  /** A deleted folder is dropped, so that it is watched again when it is back. */
  function watchFolders(): void {
    const there = new Set([...wanted].map((path) => dirname(path)).filter((folder) => versionOf(folder) !== absent));
    watcher.add([...there].filter((folder) => !folders.has(folder)));
    folders = there;
  }

  const reads = (path: string): void => {
    if (!seen.has(path)) seen.set(path, versionOf(path));
  };

  return {
    /** This file is about to be read, and may be watched then: what is saved from now on is a change. */
    reads: (path: string) => reads(resolve(path)),
    /** The files to watch from now on, as absolute paths. */
    follow(paths: readonly string[]): void {
      wanted = new Set(paths.map((path) => resolve(path)));
      for (const path of wanted) reads(path);
      watchFolders();
    },
    /** Calls `onChange` now, as if something had changed. Resolves when it is done. */
    runNow,
    /** Resolves when a call in progress is done, too. */
    async close(): Promise<void> {
      closed = true;
      clearInterval(heartbeat);
      clearTimeout(timer);
      await underWay;
      await watcher.close();
    },
  };
}

const quietMs = 150;
const compareEveryMs = 500;
const absent = 'absent';

/** Changes when the content changes. A file that cannot be read counts as absent. */
function versionOf(path: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(path);
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    return absent;
  }
}
