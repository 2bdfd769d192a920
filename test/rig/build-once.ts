import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Before any test: `dist/` is what `src/` says, because tests start the command line as users do. */
export function setup(): void {
  const build = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (build.status !== 0) throw new Error(`npm run build failed\n${build.stdout ?? ''}${build.stderr ?? ''}`);
}
