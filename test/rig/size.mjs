// Usage: npm run size [-- COMMIT]. Prints how many files and lines of src/ and of each of its rooms are written by hand,
// and how many lines more or fewer that is than at the commit, or else at the last release.
import { spawnSync } from 'node:child_process';

const before = process.argv[2] ?? git('describe', '--tags', '--abbrev=0')?.trim();
const now = sizes('--untracked');
const then = before === undefined ? undefined : sizes(before);

printRow('room', 'files', 'lines', before === undefined ? '' : `since ${before}`);
const rooms = new Set([...now.keys(), ...(then?.keys() ?? [])]);
for (const room of [...rooms].toSorted((one, other) => one.localeCompare(other))) {
  const { files, lines } = now.get(room) ?? { files: 0, lines: 0 };
  const since = then === undefined ? '' : change(lines - (then.get(room)?.lines ?? 0));
  printRow(room, grouped(files), grouped(lines), since);
}
if (before === undefined) process.stdout.write('\nThere is no release to compare with: npm run size -- COMMIT\n');

/** Of `src` and each `src/ROOM`; the place is a commit, or `--untracked` for the files on the disk. */
function sizes(place) {
  const counts = git('grep', '--count', '-e', '', place, '--', 'src', ':!*.gen.*');
  if (counts === undefined) {
    process.stderr.write(`git finds no src/ at ${place}\n`);
    process.exit(1);
  }
  const found = new Map();
  // `src/plan/why.ts:210`, and at a commit `COMMIT:src/plan/why.ts:210`.
  for (const [, room, count] of counts.matchAll(/^(?:.*:)?(src\/[^/:\n]+).*:(\d+)$/gm)) {
    for (const folder of ['src', room]) {
      const { files, lines } = found.get(folder) ?? { files: 0, lines: 0 };
      found.set(folder, { files: files + 1, lines: lines + Number(count) });
    }
  }
  return found;
}

function git(...words) {
  const { status, stdout } = spawnSync('git', words, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return status === 0 ? stdout : undefined;
}

function printRow(room, files, lines, since) {
  process.stdout.write(`${`${room.padEnd(18)}${files.padStart(6)}${lines.padStart(9)}  ${since}`.trimEnd()}\n`);
}

function grouped(number) {
  return number.toLocaleString('en');
}

function change(lines) {
  return `${lines > 0 ? '+' : ''}${grouped(lines)}`;
}
