import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, ours } from './clients.ts';
import { compareClients, comparisonHead } from './compare.ts';
import { isSmoke, record, requireBuilt } from './measure.ts';
import { startPeer } from './start-peer.ts';
import { measureTrial } from './trial.ts';

/** What the contact ledger costs a run: one message per recipient, with two caps that hold nobody, beside the same run without. */
const people: Readonly<Record<number, number>> = isSmoke ? { 1: 20, 64: 200 } : { 1: 2_000, 32: 40_000, 64: 60_000 };
const rounds = isSmoke ? 1 : Number(process.env['ROUNDS'] ?? 3);
const only = process.env['CONCURRENCY']?.split(',');

const rules = `project: bench
caps:
  - { max: 1, per: day, purpose: transactional }
  - { max: 4, per: rolling 30d, purpose: transactional }
`;
const withLedger: Client = {
  name: 'callsheet run, contact rules',
  send(work) {
    writeFileSync(join(work.cwd, 'contacts.yaml'), rules);
    return ours.send(work);
  },
};

requireBuilt();
const peer = await startPeer();
try {
  const lines = [
    'Requests per second as ratios to the run without contact rules of the same round.',
    '',
    ...comparisonHead,
  ];
  for (const concurrency of Object.keys(people).map(Number)) {
    if (only?.includes(String(concurrency)) === false) continue;
    const recipients = people[concurrency] ?? 0;
    const measure: Parameters<typeof compareClients>[0]['measure'] = (client) =>
      measureTrial({ client, peer, concurrency, recipients });
    lines.push(...(await compareClients({ clients: [ours, withLedger], concurrency, rounds, measure })));
  }
  record('Contact rules', lines, only && { cells: 2 });
} finally {
  peer.stop();
}
