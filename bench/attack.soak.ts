import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import {
  type Attacked,
  type AttackName,
  attack,
  attackClasses,
  attackNames,
  replayOf,
} from '../test/rig/attack/attack.ts';
import { noteMeasured } from './measured-table.ts';

/*
 * The built command line against an independent service that misbehaves, judged by recipient: each seed makes up a campaign, its
 * lists, what the service does, and what happens meanwhile.
 *   SEEDS=200 npm run soak -- attack                      so many of each kind, from a random one (FROM=n: from that one)
 *   ATTACK=gate npm run soak -- attack                    one kind alone
 *   ATTACK=gate SEED=3 npm run soak -- attack             one attack, with all that it broke
 *   LANES=1                                               one at a time (default: as many as there are cores)
 * Ctrl-C ends it after the present ones.
 */
const { SEED, SEEDS = '60', FROM, ATTACK, LANES } = process.env;
const names = attackNames.filter((name) => ATTACK === undefined || name === ATTACK);
if (names.length === 0) {
  process.stderr.write(`no such attack: ${ATTACK}; there are: ${attackNames.join(', ')}\n`);
  process.exit(2);
}
// The attack runs the current src/, never an older build.
if (spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' }).status !== 0) process.exit(2);

const from = Number(SEED ?? FROM ?? 1 + Math.floor(Math.random() * 1_000_000));
const count = SEED === undefined ? Number(SEEDS) : 1;
const lanes = Number(LANES ?? availableParallelism());
const sums = { attacks: 0, requests: 0, reached: 0, commands: 0, broken: 0 };
const brokenBy = new Map<AttackName, number>();
const beganAt = performance.now();
let goesOn = true;
process.once('SIGINT', () => void (goesOn = false));

const left = Array.from({ length: count }, (_, index) => names.map((name) => ({ name, seed: from + index }))).flat();
process.stdout.write(`${left.length} attacks: ${names.join(', ')}, from seed ${from}\n`);
await Promise.all(
  Array.from({ length: lanes }, async () => {
    for (let next = left.shift(); next !== undefined && goesOn; next = left.shift()) note(await carryOut(next));
  }),
);
printProgress();
for (const name of names) {
  process.stdout.write(`  ${name.padEnd(9)} ${brokenBy.get(name) ?? 0} broken: ${attackClasses[name].about}\n`);
}
if (SEED === undefined && ATTACK === undefined && goesOn) {
  const number = (of: number): string => of.toLocaleString('en-GB');
  noteMeasured({
    hunt: 'attacks by an independent service',
    done: `${number(sums.attacks)} attacks of ${names.length} kinds (seeds ${number(from)} to ${number(from + count - 1)}) on the built command line: ${number(sums.commands)} commands, ${number(sums.requests)} requests, ${number(sums.reached)} people reached, each compared with the service's own ledger`,
    broken: sums.broken,
  });
}
process.exitCode = sums.broken === 0 ? 0 : 1;

async function carryOut({ name, seed }: { readonly name: AttackName; readonly seed: number }): Promise<Attacked> {
  try {
    return await attack(name, seed);
  } catch (error) {
    const broken = [`the attack itself failed: ${error instanceof Error ? error.stack : String(error)}`];
    return { name, seed, variant: '', requests: 0, reached: 0, commands: 0, broken };
  }
}

function note(done: Attacked): void {
  sums.attacks++;
  for (const what of ['requests', 'reached', 'commands'] as const) sums[what] += done[what];
  if (done.broken.length > 0) {
    sums.broken++;
    brokenBy.set(done.name, (brokenBy.get(done.name) ?? 0) + 1);
    const shown = done.broken.slice(0, SEED === undefined ? 3 : 50);
    const more = done.broken.length > shown.length ? `\n  and ${done.broken.length - shown.length} more` : '';
    process.stdout.write(
      `${done.name}, seed ${done.seed} (${done.variant}):\n  ${shown.join('\n  ')}${more}\n  ${replayOf(done)}\n`,
    );
  }
  if (sums.attacks % 50 === 0) printProgress();
}

function printProgress(): void {
  const seconds = ((performance.now() - beganAt) / 1000).toFixed(0);
  process.stdout.write(
    `${sums.attacks} attacks in ${seconds} s, ${sums.commands} commands, ${sums.requests} requests; ${sums.broken} broke a promise\n`,
  );
}
