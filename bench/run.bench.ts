import { logged, ours, oursUnsorted, yardstick } from './clients.ts';
import { compareClients, comparisonHead } from './compare.ts';
import { isSmoke, record, requireBuilt } from './measure.ts';
import { startPeer } from './start-peer.ts';
import { measureTrial } from './trial.ts';

/**
 * One signed message per recipient: `callsheet run`, durable, beside a bare undici loop that remembers nothing, in turns, with
 * the same bodies and the same service. Between the two is the same loop with a synced log: what is lost there no table could
 * save. The service takes the time, from the first request to the last: start-up is measured elsewhere. So many recipients that
 * each row takes several seconds: the first one to two go by until V8 has compiled what runs, and 40,000 at concurrency 64 were
 * over in 1.3 s, for the bare loop as for us.
 */
const people: Readonly<Record<number, number>> = isSmoke
  ? { 64: 200 }
  : { 1: 5_000, 16: 60_000, 64: 200_000, 256: 200_000 };
const rounds = isSmoke ? 1 : Number(process.env['ROUNDS'] ?? 3);
const only = process.env['CONCURRENCY']?.split(',');

requireBuilt();
const peer = await startPeer();
try {
  const lines = [
    'Requests per second as ratios to the bare loop of the same round: median (least–most).',
    '',
    ...comparisonHead,
  ];
  for (const concurrency of Object.keys(people).map(Number)) {
    if (only?.includes(String(concurrency)) === false) continue;
    const recipients = people[concurrency] ?? 0;
    const clients = [yardstick, logged, ours, oursUnsorted];
    const measure: Parameters<typeof compareClients>[0]['measure'] = (client) =>
      measureTrial({ client, peer, concurrency, recipients });
    lines.push(...(await compareClients({ clients, concurrency, rounds, measure })));
  }
  record('Sending', lines, only && { cells: 2 });
} finally {
  peer.stop();
}
