// `npm run build`: makes dist/. Does nothing where dist/ was made of the files as they are.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const builtFrom = 'dist/.built-from';
const inputs = digestOfInputs();
if (!existsSync(builtFrom) || readFileSync(builtFrom, 'utf8') !== inputs) {
  rmSync(builtFrom, { force: true });
  // What tsc leaves behind: the generated CommonJS validators and their types.
  cpSync('src', 'dist/src', {
    recursive: true,
    filter: (path) => !/\.[^/\\]+$/.test(path) || /\.gen\.(cjs|d\.cts)$/.test(path),
  });
  const shell = process.platform === 'win32';
  const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit', shell });
  if (status !== 0) process.exit(status ?? 1);
  await import('./bundle-command-line.mjs');
  writeFileSync(builtFrom, inputs);
}

/** Changes whenever a file that the build reads is written, comes or goes. */
function digestOfInputs() {
  const files = ['src', 'schemas'].flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => join(folder, name)),
  );
  const digest = createHash('sha256');
  for (const path of [...files.sort(), 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json']) {
    const { mtimeMs, size } = statSync(path);
    digest.update(`${path} ${mtimeMs} ${size}\n`);
  }
  return digest.digest('hex');
}
