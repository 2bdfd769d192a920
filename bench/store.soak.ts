import { workerKillLoop } from '../test/rig/worker-kill-loop.ts';
import { noteMeasured } from './measured-table.ts';

/**
 * kill -9 of leader, workers and database at random moments, and workers that are stopped for longer than their leases; every other run
 * has contact rules. `KILLS=10000` for more of them, `SEED=n` for other moments.
 */
const wanted = Number(process.env['KILLS'] ?? 1_000);
const perRun = 10;
const recipients = 300;
const sum = { runs: 0, kills: 0, doubled: 0, lost: 0, inDoubt: 0, miscounted: 0, failures: 0 };
for (let seed = Number(process.env['SEED'] ?? 1); sum.kills < wanted; seed++) {
  const report = await workerKillLoop({ seed, kills: perRun, recipients });
  const kills = Object.values(report.kills).reduce((all, one) => all + one, 0);
  sum.runs++;
  sum.kills += Math.max(kills, 1);
  sum.doubled += report.doubled.length;
  sum.lost += report.lost.length;
  sum.inDoubt += report.inDoubt.length;
  const { made = recipients, open = 0 } = report.contacts ?? {};
  const isMiscounted = made !== recipients || open > 0;
  if (isMiscounted) sum.miscounted++;
  const hasEndedWell = report.last === 0 || report.last === 3;
  // A worker may not survive its database, and says so (2); nothing else ends it.
  const isBroken =
    isMiscounted ||
    report.doubled.length + report.lost.length > 0 ||
    !hasEndedWell ||
    report.workersEnded.some((code) => code !== 2);
  if (isBroken) sum.failures++;
  process.stdout.write(
    `SEED=${seed}${isBroken ? ' BROKEN' : ''}: ${JSON.stringify({ ...report, inDoubt: report.inDoubt.length })}\n`,
  );
}
const { runs, kills, doubled, lost, inDoubt, miscounted, failures } = sum;
const count = (number: number): string => number.toLocaleString('en-GB');
process.stdout.write(`${kills} kills of ${runs} runs: ${failures} failures\n`);
noteMeasured({
  hunt: 'kill -9 of leader, workers and database',
  done: `${count(kills)} kills in ${count(runs)} runs of ${recipients} recipients with a leader and two workers, each compared with the sandbox's ledger: ${count(doubled)} doubled, ${count(lost)} lost, ${count(inDoubt)} in doubt by name; half of the runs with contact rules: ${count(miscounted)} with another number of contacts than people`,
  broken: failures,
});
process.exitCode = failures === 0 ? 0 : 1;
