import { simulate } from '../test/rig/simulation.ts';
import { noteMeasured } from './measured-table.ts';

/*
 * Whole campaigns that seeds made up, with faults, crashes and power cuts, in virtual time: every promise, by recipient.
 *   SEEDS=100000 FROM=1 npm run soak -- simulation      so many, from there
 *   SEED=4711 npm run soak -- simulation                that one, with its campaign
 */
const { SEED, SEEDS = '100000', FROM = '1' } = process.env;
const from = Number(SEED ?? FROM);
const count = SEED === undefined ? Number(SEEDS) : 1;

const sums = { campaigns: 0, requests: 0, deaths: 0, doubts: 0, stopped: 0, broken: 0 };
const beganAt = performance.now();
for (let seed = from; seed < from + count; seed++) {
  const { campaign, requests, deaths, doubts, ended, broken } = await simulate(seed);
  sums.campaigns++;
  sums.requests += requests;
  sums.deaths += deaths;
  sums.doubts += doubts;
  if (ended === 'stopped') sums.stopped++;
  if (SEED !== undefined) process.stdout.write(`${campaign}\n`);
  if (broken.length > 0) {
    sums.broken++;
    process.stdout.write(`seed ${seed}: ${broken.join('; ')}\n  SEED=${seed} npm run soak -- simulation\n`);
  }
  if (sums.campaigns % 10_000 === 0) tell();
}
tell();
if (SEED === undefined) {
  const say = (count: number): string => count.toLocaleString('en-GB');
  noteMeasured({
    hunt: 'simulation in virtual time',
    done: `${say(sums.campaigns)} campaigns (seeds ${say(from)} to ${say(from + count - 1)}), ${say(sums.requests)} requests with faults, ${say(sums.deaths)} deaths with power loss among them, ${say(sums.doubts)} in doubt`,
    broken: sums.broken,
  });
}
process.exitCode = sums.broken > 0 ? 1 : 0;

function tell(): void {
  const minutes = (performance.now() - beganAt) / 60_000;
  const rate = Math.round(sums.campaigns / minutes);
  process.stdout.write(
    `${sums.campaigns} campaigns (${rate} a minute), ${sums.requests} requests, ${sums.deaths} deaths, ${sums.doubts} jobs in doubt, ${sums.stopped} stopped with work left; ${sums.broken} broke a promise\n`,
  );
}
