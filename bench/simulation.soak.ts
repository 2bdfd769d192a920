import { existsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { simulateApproval } from '../test/rig/simulated-approval.ts';
import { replayOf, type SimulationOptions, simulate } from '../test/rig/simulation.ts';
import { noteMeasured } from './measured-table.ts';

/*
 * Whole campaigns that seeds made up, with faults, crashes, power cuts, edits, and people who pause, cancel, drain, close the
 * lid and set the clock, in virtual time: every promise, by recipient. Every 50th seed is carried out over a real state file, too, and every 5th under an approved plan.
 *   SEEDS=100000 FROM=1 npm run soak -- simulation      so many, from there
 *   Ctrl-C ends it after the present one, with what has been done by then
 *   SEED=4711 npm run soak -- simulation                that one, with its story (STATE=file: over a state file)
 */
const { SEED, SEEDS = '100000', FROM = '1', STATE } = process.env;
const from = Number(SEED ?? FROM);
const count = SEED === undefined ? Number(SEEDS) : 1;
const [fileEach, approvalEach] = [50, 5];
/** What is tried is what is in the files, not the disk beneath them. */
if (existsSync('/dev/shm')) process.env['TMPDIR'] = '/dev/shm';
/** libsql keeps a file open until the statements that were made for it have been collected: a process has but so many. */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

let goesOn = true;
process.once('SIGINT', () => void (goesOn = false));
let next = from;
const sums = {
  campaigns: 0,
  files: 0,
  approved: 0,
  requests: 0,
  deaths: 0,
  edits: 0,
  acts: 0,
  doubts: 0,
  stopped: 0,
  broken: 0,
};
const beganAt = performance.now();
for (; next < from + count && goesOn; next++) {
  const seed = next;
  if (SEED !== undefined) {
    await huntApproval(seed);
    await hunt(seed, {
      state: STATE === 'file' ? 'file' : 'memory',
      tell: (story) => void process.stdout.write(`${story.join('\n')}\n`),
    });
    break;
  }
  await hunt(seed, {});
  if (seed % fileEach === 0) await hunt(seed, { state: 'file' });
  if (seed % approvalEach === 0) await huntApproval(seed);
  if ((seed - from) % 10_000 === 9_999) printProgress();
}
printProgress();
if (SEED === undefined) {
  const number = (of: number): string => of.toLocaleString('en-GB');
  noteMeasured({
    hunt: 'simulation in virtual time',
    done: [
      `${number(sums.campaigns)} campaigns (seeds ${number(from)} to ${number(next - 1)}; ${number(sums.files)} over a state file, ${number(sums.approved)} under an approved plan)`,
      `${number(sums.requests)} requests with faults`,
      `${number(sums.deaths)} deaths with power loss among them`,
      `${number(sums.edits)} edits under way`,
      `${number(sums.acts)} pauses, cancels, Ctrl-Cs, sleeps and clocks set`,
      `${number(sums.doubts)} in doubt`,
    ].join(', '),
    broken: sums.broken,
  });
}
process.exitCode = sums.broken > 0 ? 1 : 0;

async function hunt(seed: number, options: SimulationOptions): Promise<void> {
  const done = await simulate(seed, options);
  sums.campaigns++;
  if (options.state === 'file' && ++sums.files % 100 === 0) collect();
  for (const what of ['requests', 'deaths', 'edits', 'acts', 'doubts'] as const) sums[what] += done[what];
  if (done.ended === 'stopped') sums.stopped++;
  if (done.broken.length === 0) return;
  sums.broken++;
  process.stdout.write(`seed ${seed}: ${done.broken.join('; ')}\n  ${replayOf(done)}\n`);
}

async function huntApproval(seed: number): Promise<void> {
  const { broken } = await simulateApproval(seed);
  sums.campaigns++;
  sums.approved++;
  if (broken.length === 0) return;
  sums.broken++;
  process.stdout.write(`seed ${seed}, under an approved plan: ${broken.join('; ')}\n`);
}

function printProgress(): void {
  const rate = Math.round(sums.campaigns / ((performance.now() - beganAt) / 60_000));
  const { campaigns, requests, deaths, edits, acts, doubts, stopped, broken } = sums;
  process.stdout.write(
    `${campaigns} campaigns (${rate} a minute), ${requests} requests, ${deaths} deaths, ${edits} edits, ${acts} acts, ${doubts} jobs in doubt, ${stopped} stopped with work left; ${broken} broke a promise\n`,
  );
}
