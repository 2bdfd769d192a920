import { statSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Calls `onChange` after each change of a watched file, when nothing has changed from one look to the next, with the files that are
 * different from what they were at its last call. What changes during a call is another change.
 *
 * It compares the files themselves, some ten a campaign, rather than to watch their folders: an editor that writes a new file and renames
 * it, a file or a folder that does not exist yet or again, a network drive and a container's mount are all seen in the same way.
 */
export function createWatcher(onChange: (changed: readonly string[]) => Promise<void>) {
  /** The version of each file when the current or last call began, or when it was first read after that. */
  let seen = new Map<string, string>();
  let wanted: readonly string[] = [];
  let lastLook = '';
  let isBusy = false;
  let underWay: Promise<void> = Promise.resolve();
  const different = (now: ReadonlyMap<string, string>): readonly string[] =>
    [...now].flatMap(([path, version]) => (seen.get(path) === version ? [] : [path]));
  const look = (): void => {
    if (isBusy) return;
    const now = new Map(wanted.map((path) => [path, versionOf(path)]));
    const found = JSON.stringify([...now]);
    if (found === lastLook && different(now).length > 0) void runNow();
    lastLook = found;
  };
  // It keeps the process alive while nothing else does.
  const timer = setInterval(look, lookEveryMs);

  async function runNow(): Promise<void> {
    isBusy = true;
    const now = new Map(wanted.map((path) => [path, versionOf(path)]));
    const changed = different(now);
    seen = now;
    underWay = onChange(changed);
    await underWay;
    isBusy = false;
  }

  const reads = (path: string): void => {
    if (!seen.has(path)) seen.set(path, versionOf(path));
  };

  return {
    /** This file is about to be read, and may be watched then: what is saved from now on is a change. */
    reads: (path: string) => reads(resolve(path)),
    /** The files to watch from now on, as absolute paths. */
    follow(paths: readonly string[]): void {
      wanted = [...new Set(paths.map((path) => resolve(path)))];
      for (const path of wanted) reads(path);
    },
    /** Calls `onChange` now, as if something had changed. Resolves when it is done. */
    runNow,
    /** Resolves when a call in progress is done, too. */
    async close(): Promise<void> {
      clearInterval(timer);
      await underWay;
    },
  };
}

/** Of a file that is written in several pieces, a change is the last of them. */
const lookEveryMs = 150;

/** Changes when the content changes. A file that cannot be read counts as absent. */
function versionOf(path: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(path);
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    return 'absent';
  }
}
