import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('quint', import.meta.url));

/** The simulator of the model: nothing of it is installed with the project. Its own command line, as a file for Node. */
export const quintFile = `${folder}/node_modules/@informalsystems/quint/dist/src/cli.js`;

/** Installs it where it is missing. */
export function installQuint(): boolean {
  if (existsSync(quintFile)) return true;
  const args = ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  return status === 0;
}
