// Usage: npm run coverage [-- FILE…]. Runs the tests and prints which share of the lines and branches of each room they reach.
// Commands that tests run as processes of their own are not counted; those in the process of a test are.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'callsheet-coverage-'));
const options = [
  '--coverage',
  '--coverage.reporter=json-summary',
  '--coverage.reportOnFailure',
  `--coverage.reportsDirectory=${folder}`,
];
const { status } = spawnSync('npx', ['vitest', 'run', ...options, ...process.argv.slice(2)], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  // Commands come from src/ rather than from the bundle, whose lines are of no room.
  env: { ...process.env, COMMANDS_FROM_SOURCE: '1' },
});

const rooms = new Map();
const { total, ...files } = JSON.parse(readFileSync(join(folder, 'coverage-summary.json'), 'utf8'));
rmSync(folder, { recursive: true });
for (const [path, { lines, branches }] of Object.entries(files)) {
  const [, name] = relative('.', path).split(sep);
  const room = rooms.get(name) ?? { files: 0, lines: { total: 0, covered: 0 }, branches: { total: 0, covered: 0 } };
  rooms.set(name, { files: room.files + 1, lines: sum(room.lines, lines), branches: sum(room.branches, branches) });
}
const row = (name, count, { lines, branches }) =>
  `${name.padEnd(16)}${String(count).padStart(6)}${share(lines)}${share(branches)}\n`;
let table = `${'room'.padEnd(16)} files     lines  branches\n`;
for (const [name, room] of [...rooms].toSorted(([one], [other]) => one.localeCompare(other)))
  table += row(name, room.files, room);
process.stdout.write(`\n${table}${row('all', Object.keys(files).length, total)}`);
process.exitCode = status ?? 1;

function sum(one, other) {
  return { total: one.total + other.total, covered: one.covered + other.covered };
}

function share({ total: all, covered }) {
  return (all === 0 ? '-' : `${((100 * covered) / all).toFixed(1)} %`).padStart(10);
}
