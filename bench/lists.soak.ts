import { spawnSync } from 'node:child_process';
import { type HuntedLists, huntLists } from '../test/rig/lists/hunt-lists.ts';
import { noteMeasured } from './measured-table.ts';

/*
 * Lists as people have them: numbers, notations, zones, separators, encodings, broken files, each made up by a seed. They go
 * through check, plan and run on a sandbox; what arrived is compared with what an independent reader finds in the same file.
 *   SEEDS=20000 npm run soak -- lists          so many, from a random one (FROM=n: from that one)
 *   SEED=4711 npm run soak -- lists            that one, with its files
 * Ctrl-C ends it after the present one.
 */
const { SEED, SEEDS = '5000', FROM } = process.env;
const from = Number(SEED ?? FROM ?? 1 + Math.floor(Math.random() * 1_000_000));
const count = SEED === undefined ? Number(SEEDS) : 1;
// Snapshots are made by the command line as it is built.
if (spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' }).status !== 0) process.exit(2);
const sums = { lists: 0, requests: 0, refused: 0, broken: 0 };
let goesOn = true;
process.once('SIGINT', () => void (goesOn = false));

for (let seed = from; seed < from + count && goesOn; seed++) {
  note(seed, await huntLists(seed));
  if (sums.lists % 500 === 0) printProgress();
}
printProgress();
if (SEED === undefined && goesOn) {
  const number = (of: number): string => of.toLocaleString('en-GB');
  noteMeasured({
    hunt: 'lists as people have them',
    done: `${number(sums.lists)} lists (seeds ${number(from)} to ${number(from + count - 1)}), ${number(sums.refused)} refused, ${number(sums.requests)} messages, each compared with an independent reader of the same file`,
    broken: sums.broken,
  });
}
process.exitCode = sums.broken === 0 ? 0 : 1;

function note(seed: number, { made, refused, requests, broken }: HuntedLists): void {
  sums.lists++;
  sums.requests += requests;
  if (refused) sums.refused++;
  if (SEED !== undefined) {
    for (const [name, bytes] of Object.entries(made.files)) process.stdout.write(`== ${name}\n${bytes.toString()}\n`);
  }
  if (broken.length === 0) return;
  sums.broken++;
  const shown = broken.slice(0, SEED === undefined ? 3 : 50);
  process.stdout.write(
    `${shown.join('\n')}\n  SEED=${seed} npm run soak -- lists   (${made.format}, ${made.flaw ?? 'no flaw'})\n`,
  );
}

function printProgress(): void {
  const { lists, requests, refused, broken } = sums;
  process.stdout.write(`${lists} lists, ${requests} messages, ${refused} refused; ${broken} broke a promise\n`);
}
