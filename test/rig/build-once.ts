import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Before any test: `dist/` is what `src/` says, because tests start the command line as users do. */
export function setup(): void {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const build = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (build.status === 0) return;
  const findings = `${build.stdout ?? ''}${build.stderr ?? ''}`;
  // tsc emits in spite of type errors, which `npm run types` is there to refuse: tests of one room can go on.
  if (!existsSync(new URL('../../dist/src', import.meta.url))) throw new Error(`npm run build failed\n${findings}`);
  process.stderr.write(`npm run build found:\n${findings}\n`);
}
