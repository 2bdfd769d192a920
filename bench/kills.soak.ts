import { contactKillLoop } from '../test/rig/contact-kill-loop.ts';
import { type KillLoopInput, killLoop } from '../test/rig/kill-loop.ts';
import { noteMeasured } from './measured-table.ts';

/**
 * kill -9 at random moments: campaigns whose process is killed again and again and resumed by the same command, compared
 * by recipient with what the sandbox did. The same for pairs of campaigns of one project that write to the same people at once, each of
 * whom may be contacted once. `KILLS=10000` for more of them of each, `SEED=n` for other moments.
 */
const wanted = Number(process.env['KILLS'] ?? 1_000);
const firstSeed = Number(process.env['SEED'] ?? 1);
const perCampaign = 25;
const operations = ['otp.send', 'whatsapp.send'] as const;

interface Sum {
  campaigns: number;
  kills: number;
  recipients: number;
  doubled: number;
  lost: number;
  inDoubt: number;
  arrived: number;
}

const sums = new Map<string, Sum>();
const failures: string[] = [];
const begin = performance.now();
let kills = 0;
for (let seed = firstSeed; kills < wanted; seed++) {
  const operation = operations[seed % operations.length]!;
  const input: KillLoopInput = { operation, seed, kills: perCampaign, recipients: 500, concurrency: 16 };
  const report = await killLoop(input);
  kills += Math.max(report.kills, 1);
  const sum = sums.get(operation) ?? noneYet();
  sum.campaigns++;
  sum.kills += report.kills;
  sum.recipients += input.recipients;
  sum.doubled += report.doubled.length;
  sum.lost += report.lost.length;
  sum.inDoubt += report.inDoubt.length;
  sum.arrived += report.arrived.length;
  sums.set(operation, sum);
  const tooMany = report.doubtsByKill.filter((doubts) => doubts > input.concurrency).length;
  const keyedDoubts = operation === 'otp.send' ? report.inDoubt.length : 0;
  if (report.doubled.length + report.lost.length + tooMany + keyedDoubts > 0 || report.last.code === null) {
    failures.push(`SEED=${seed} ${operation}: ${JSON.stringify({ ...report, last: report.last.code })}`);
  }
  if (seed % 10 === 0) process.stdout.write(`${kills} kills, ${seconds()} s, ${failures.length} failures\n`);
}

process.stdout.write('\noperation      campaigns  recipients  kills  doubled  lost  in doubt  of which arrived\n');
for (const [operation, sum] of sums) {
  const cells = [sum.campaigns, sum.recipients, sum.kills, sum.doubled, sum.lost, sum.inDoubt, sum.arrived];
  const widths = [9, 12, 7, 9, 6, 10, 18];
  const row = cells.map((cell, index) => String(cell).padStart(widths[index] ?? 0)).join('');
  process.stdout.write(`${operation.padEnd(15)}${row}\n`);
}
for (const failure of failures.slice(0, 20)) process.stdout.write(`${failure}\n`);
process.stdout.write(`${kills} kills in ${seconds()} s: ${failures.length} failures\n`);
const all = [...sums.values()];
const total = (count: (sum: Sum) => number): string =>
  all.reduce((most, sum) => most + count(sum), 0).toLocaleString('en-GB');
noteMeasured({
  hunt: 'kill -9 at random moments',
  done: `${total((sum) => sum.kills)} kills of ${total((sum) => sum.campaigns)} campaigns with ${total((sum) => sum.recipients)} recipients, each compared with the sandbox's ledger: ${total((sum) => sum.doubled)} doubled, ${total((sum) => sum.lost)} lost, ${total((sum) => sum.inDoubt)} in doubt by name, of which ${total((sum) => sum.arrived)} had arrived`,
  broken: failures.length,
});

const contacts = { campaigns: 0, kills: 0, recipients: 0, twice: 0, lost: 0, miscounted: 0, inDoubt: 0 };
const wrong: string[] = [];
for (let seed = firstSeed; contacts.kills < wanted; seed++) {
  const recipients = 500;
  const { kills: killed, inDoubt, ...report } = await contactKillLoop({ seed, kills: perCampaign, recipients });
  contacts.campaigns += 2;
  contacts.kills += Math.max(killed, 1);
  contacts.recipients += recipients;
  for (const name of ['twice', 'lost', 'miscounted'] as const) contacts[name] += report[name].length;
  contacts.inDoubt += inDoubt.length;
  if (Object.values(report).some((people) => people.length > 0))
    wrong.push(`SEED=${seed} contact rules: ${JSON.stringify(report)}`);
  if (seed % 5 === 0) process.stdout.write(`${contacts.kills} kills, ${seconds()} s, ${wrong.length} failures\n`);
}
for (const failure of wrong.slice(0, 20)) process.stdout.write(`${failure}\n`);
const shown = (count: number): string => count.toLocaleString('en-GB');
noteMeasured({
  hunt: 'kill -9 at random moments, with contact rules',
  done: `${shown(contacts.kills)} kills of ${contacts.campaigns} campaigns, of which two at a time write to the same people, ${shown(contacts.recipients)} of them: ${contacts.twice} reached twice, ${contacts.lost} left out, ${shown(contacts.inDoubt)} in doubt by name, ${contacts.miscounted} with another number of contacts in the ledger than one`,
  broken: wrong.length,
});
process.exitCode = failures.length + wrong.length === 0 ? 0 : 1;

function noneYet(): Sum {
  return { campaigns: 0, kills: 0, recipients: 0, doubled: 0, lost: 0, inDoubt: 0, arrived: 0 };
}

function seconds(): string {
  return ((performance.now() - begin) / 1000).toFixed(0);
}
