// Usage: node .ci/smoke.mjs callsheet.tgz 20.19.0 24. Installs the tarball as a user would, and runs it on each of these versions of
// Node, whose binaries come from the registry. Prints each command; ends with 1 at the first one that fails.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const [tarball, ...versions] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'callsheet-smoke-'));
const quiet = ['--no-audit', '--no-fund', '--silent'];
/** npm sets its own path for what it runs; elsewhere it is beside the packages that are installed for everybody. */
const npmProgram = () => process.env.npm_execpath ?? join(npm('root', '--global'), 'npm', 'bin', 'npm-cli.js');
const npm = (...args) => execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

try {
  for (const [index, version] of versions.entries()) {
    const node = installNode(version);
    // By that Node, which npm compares with what each package needs. The packages are the same for each: they are installed once.
    const place = join(folder, index === 0 ? 'app' : `none-${version}`);
    mkdirSync(place);
    const dry = index === 0 ? [] : ['--dry-run'];
    const installing = ['install', ...quiet, '--engine-strict', ...dry, '--prefix', place, resolve(tarball)];
    execFileSync(node, [npmProgram(), ...installing], { stdio: ['ignore', 'ignore', 'inherit'] });
    runAll(node, version);
  }
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function installNode(version) {
  const platform = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const place = join(folder, `node-${version}`);
  npm('install', ...quiet, '--no-save', '--prefix', place, `${platform}@${version}`);
  return join(place, 'node_modules', platform, 'bin', 'node');
}

function runAll(node, version) {
  const program = join(folder, 'app', 'node_modules', 'callsheet', 'dist', 'src', 'cli', 'main.js');
  const mine = `on-${version}`;
  const campaign = join(mine, 'spring-renewal.yaml');
  for (const words of [
    ['--version'],
    ['init', mine],
    ['check', campaign],
    ['plan', campaign, '--at', '2026-11-23 08:30'],
    ['run', campaign, '--sandbox', '--yes'],
    ['status', campaign, '--sandbox'],
    ['report', campaign, '--sandbox', '--format', 'csv'],
  ]) {
    const { status, stdout, stderr } = spawnSync(node, [program, ...words], { cwd: folder, encoding: 'utf8' });
    process.stdout.write(`node ${version}: callsheet ${words.join(' ')}: ${status}\n`);
    if (status !== 0) throw new Error(`${stdout}${stderr}`);
  }
}
