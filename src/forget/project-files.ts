import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Every regular file below a folder, without those of git and of packages, which Callsheet never writes. Links are not followed. */
export function* projectFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== '.git' && entry.name !== 'node_modules') yield* projectFiles(path);
    } else if (entry.isFile()) {
      yield path;
    }
  }
}
