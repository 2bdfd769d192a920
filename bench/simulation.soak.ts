import { simulate } from '../test/rig/simulation.ts';
import { noteMeasured } from './measured-table.ts';

/*
 * Whole campaigns that seeds made up, with faults, crashes, power cuts, edits, and people who pause, cancel, drain, close the
 * lid and set the clock, in virtual time: every promise, by recipient.
 *   SEEDS=100000 FROM=1 npm run soak -- simulation      so many, from there
 *   SEED=4711 npm run soak -- simulation                that one, with its story
 */
const { SEED, SEEDS = '100000', FROM = '1' } = process.env;
const from = Number(SEED ?? FROM);
const count = SEED === undefined ? Number(SEEDS) : 1;

const sums = { campaigns: 0, requests: 0, deaths: 0, edits: 0, acts: 0, doubts: 0, stopped: 0, broken: 0 };
const beganAt = performance.now();
for (let seed = from; seed < from + count; seed++) {
  const tell = (story: readonly string[]): void => void process.stdout.write(`${story.join('\n')}\n`);
  const { requests, deaths, edits, acts, doubts, ended, broken } = await simulate(
    seed,
    undefined,
    SEED === undefined ? undefined : tell,
  );
  sums.campaigns++;
  sums.requests += requests;
  sums.deaths += deaths;
  sums.edits += edits;
  sums.acts += acts;
  sums.doubts += doubts;
  if (ended === 'stopped') sums.stopped++;
  if (broken.length > 0) {
    sums.broken++;
    process.stdout.write(`seed ${seed}: ${broken.join('; ')}\n  SEED=${seed} npm run soak -- simulation\n`);
  }
  if (sums.campaigns % 10_000 === 0) say();
}
say();
if (SEED === undefined) {
  const number = (of: number): string => of.toLocaleString('en-GB');
  noteMeasured({
    hunt: 'simulation in virtual time',
    done: [
      `${number(sums.campaigns)} campaigns (seeds ${number(from)} to ${number(from + count - 1)})`,
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

function say(): void {
  const rate = Math.round(sums.campaigns / ((performance.now() - beganAt) / 60_000));
  const { campaigns, requests, deaths, edits, acts, doubts, stopped, broken } = sums;
  process.stdout.write(
    `${campaigns} campaigns (${rate} a minute), ${requests} requests, ${deaths} deaths, ${edits} edits, ${acts} acts, ${doubts} jobs in doubt, ${stopped} stopped with work left; ${broken} broke a promise\n`,
  );
}
