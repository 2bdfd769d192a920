import { type Client, ours, peers, stateless, whyMissing, yardstick } from './clients.ts';
import { compareClients, comparisonHead } from './compare.ts';
import type { Missing } from './databases.ts';
import { isSmoke, record, requireBuilt } from './measure.ts';
import { startPeer } from './start-peer.ts';
import { killTrial, measureTrial } from './trial.ts';

/**
 * `callsheet run` beside what somebody would take instead, on the same recipients, bodies and service, in turns. The queues are
 * filled before the clock starts, and a round is so long that its first seconds, which V8 spends compiling, do not decide it: slower
 * clients get fewer recipients. Then each is killed with -9 when half is sent, and started again as its documents say.
 * CONCURRENCY=64,killed PEERS=… measure a part.
 */
const people: Readonly<Record<number, number>> = isSmoke
  ? { 64: 200 }
  : { 1: 2_000, 16: 40_000, 64: 200_000, 256: 200_000 };
const rounds = isSmoke ? 1 : Number(process.env['ROUNDS'] ?? 3);
const only = process.env['CONCURRENCY']?.split(',');
const named = process.env['PEERS']?.split(',');
const killedAt = 64;

requireBuilt();
const peer = await startPeer();
const missing = new Map<string, string>();
// `--smoke` needs nothing that is not installed with the project.
const clients = [yardstick, stateless, ours, ...(isSmoke ? [] : peers)].filter(
  ({ name }) => named === undefined || name === yardstick.name || named.some((part) => name.includes(part)),
);
try {
  const lines = [
    'Requests per second, by the service, as ratios to the bare loop of the same round: median (least–most). The CPU of a queue is its worker’s + its database’s.',
    '',
    ...comparisonHead,
  ];
  for (const concurrency of Object.keys(people).map(Number)) {
    if (only?.includes(String(concurrency)) === false) continue;
    const chosen = clients.filter(({ slow }) => slow !== true || concurrency === killedAt);
    const measure: Parameters<typeof compareClients>[0]['measure'] = (client) =>
      unlessMissing(client, () =>
        measureTrial({ client, peer, concurrency, recipients: recipientsOf(client, concurrency) }),
      );
    lines.push(...(await compareClients({ clients: chosen, concurrency, rounds, measure })));
  }
  const killed = only?.includes('killed') === false ? [] : await killAll();
  for (const [name, why] of missing) lines.push(`| | ${name} | missing: ${why} | | | |`);
  record('Peers', [...lines, '', ...killed], (only ?? named) && { cells: 2 });
} finally {
  peer.stop();
}

async function killAll(): Promise<string[]> {
  const lines = [
    `Killed with -9 when half was sent, at concurrency ${killedAt}, and started again. BullMQ and pg-boss hand a dead worker’s jobs out again after 3 and 5 s here, after 30 s and 15 min by themselves; graphile-worker after 4 h, for which nobody waited. Who is in doubt may have been reached or not, and who was not is among the never sent; it is a person who decides.`,
    '',
    '| client | recipients | sent twice | never sent | in doubt, and named |',
    '|---|---|---|---|---|',
  ];
  for (const client of clients) {
    const recipients = recipientsOf(client, killedAt);
    const one = await unlessMissing(client, () => killTrial({ client, peer, concurrency: killedAt, recipients }));
    if ('missing' in one) continue;
    const line = `| ${client.name} | ${recipients} | ${one.twice} | ${one.never} | ${one.inDoubt ?? '–'} |`;
    process.stdout.write(`${line}\n`);
    lines.push(line);
  }
  return lines;
}

function recipientsOf({ share = 1 }: Client, concurrency: number): number {
  // A whole number for each of those that are under way at once.
  return Math.ceil(((people[concurrency] ?? 0) * share) / concurrency) * concurrency;
}

async function unlessMissing<T extends object>(client: Client, work: () => Promise<T | Missing>): Promise<T | Missing> {
  const why = missing.get(client.name) ?? whyMissing(client);
  const result = why === undefined ? await work() : { missing: why };
  if ('missing' in result) missing.set(client.name, result.missing);
  return result;
}
