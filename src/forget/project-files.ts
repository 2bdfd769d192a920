import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Every regular file below a folder, without those of git and of packages, which Callsheet never writes. Links are not followed, but for
 * a state folder that is elsewhere. `walked`: folders whose files are known, by their real paths.
 */
export function* projectFiles(folder: string, walked: Set<string> = new Set()): Generator<string> {
  const real = realpathSync(folder);
  if (walked.has(real)) return;
  walked.add(real);
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() || isLinkedState(entry, path)) {
      if (entry.name !== '.git' && entry.name !== 'node_modules') yield* projectFiles(path, walked);
    } else if (entry.isFile()) {
      yield path;
    }
  }
}

function isLinkedState(entry: Dirent, path: string): boolean {
  if (entry.name !== '.callsheet' || !entry.isSymbolicLink()) return false;
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
