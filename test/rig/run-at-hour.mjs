// Usage: node test/rig/run-at-hour.mjs 00:30 [FILE…]. Runs the tests as if it were this hour, UTC: a test that passes only
// by day, when the windows of the campaigns are open, fails here.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [hour, ...files] = process.argv.slice(2);
const [hours, minutes] = (hour ?? '').split(':').map(Number);
const wanted = new Date();
wanted.setUTCHours(hours, minutes, 0, 0);
// Backwards, so that no certificate is of the future.
const dayMs = 86_400_000;
const behindMs = (((Date.now() - wanted.getTime()) % dayMs) + dayMs) % dayMs;
const preload = fileURLToPath(new URL('shift-clock.cjs', import.meta.url));
const { status } = spawnSync('npx', ['vitest', 'run', ...files], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, SHIFT_CLOCK_MS: String(-behindMs), NODE_OPTIONS: `--require=${JSON.stringify(preload)}` },
});
process.exitCode = status ?? 1;
