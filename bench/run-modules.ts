import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Runs `bench/<name>.<kind>.ts`, all or the named ones, each in a process of its own so that memory and warm-up are its own.
 * Answers the exit code: 2 for a name that does not exist, 1 when any of them failed.
 */
export function runModules(kind: 'bench' | 'soak', names: readonly string[]): 0 | 1 | 2 {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const suffix = `.${kind}.ts`;
  const known = readdirSync(folder)
    .filter((file) => file.endsWith(suffix))
    .map((file) => file.slice(0, -suffix.length))
    .sort();
  const missing = names.filter((name) => !known.includes(name));
  if (missing.length > 0) {
    process.stderr.write(`no such ${kind}: ${missing.join(', ')}; there are: ${known.join(', ') || 'none yet'}\n`);
    return 2;
  }
  // Many times what the longest tiny one takes: one that hangs must not keep the others from running.
  const bound = process.env['BENCH_SMOKE'] === '1' ? { timeout: 120_000 } : {};
  const failed = (names.length > 0 ? names : known).filter((name) => {
    process.stdout.write(`\n== ${name}\n`);
    const run = spawnSync(process.execPath, ['--import', 'tsx', `${folder}${name}${suffix}`], {
      stdio: 'inherit',
      ...bound,
    });
    if (run.error !== undefined) process.stdout.write(`${run.error.message}\n`);
    return run.status !== 0;
  });
  process.stdout.write(failed.length === 0 ? '' : `\nfailed: ${failed.join(', ')}\n`);
  return failed.length === 0 ? 0 : 1;
}
