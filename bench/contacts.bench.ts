import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openContactLedger } from '../src/ledger/contacts/open-ledger.ts';
import { contactPaths } from '../src/ledger/state-paths.ts';
import { type Client, ours } from './clients.ts';
import { compareClients, comparisonHead } from './compare.ts';
import { startPostgres } from './databases.ts';
import { isSmoke, record, requireBuilt } from './measure.ts';
import { startPeer } from './start-peer.ts';
import { measureTrial } from './trial.ts';

/**
 * What the contact ledger costs a run, in a file and in a store: two caps that hold nobody, beside the same run without. The ledger begins
 * empty, or with the contacts that a project has made in some months; or the run claims its contacts first, as it has a priority.
 */
const people: Readonly<Record<number, number>> = isSmoke ? { 64: 200 } : { 1: 2_000, 32: 40_000, 64: 60_000 };
const rounds = isSmoke ? 1 : Number(process.env['ROUNDS'] ?? 3);
const only = process.env['CONCURRENCY']?.split(',');

const rules = `project: bench
caps:
  - { max: 1, per: day, purpose: transactional }
  - { max: 4, per: rolling 30d, purpose: transactional }
`;
const withRules = (client: Client, more = ''): Client => ({
  ...client,
  name: `${client.name}, contact rules`,
  send(work) {
    writeFileSync(join(work.cwd, 'contacts.yaml'), `${rules}${more}`);
    return client.send(work);
  },
});
const withPriority = (client: Client): Client => ({
  ...withRules(client, 'priority: 1\n'),
  name: `${client.name}, contact rules, a priority`,
});
const contactsBefore = isSmoke ? 1_000 : 1_000_000;
/** The ledger in this folder, with so many contacts of other people. */
async function fillLedger(folder: string): Promise<void> {
  const paths = contactPaths({ folder, sandbox: false });
  const ledger = openContactLedger({ paths, project: 'bench', pepper: undefined });
  if ('kind' in ledger) throw new Error(ledger.kind);
  const touch = { campaign: 'before', run: '1', step: 'hello', at: Date.now(), channel: 'whatsapp' } as const;
  const atOnce = 100_000;
  for (let first = 0; first < contactsBefore; first += atOnce) {
    const length = Math.min(atOnce, contactsBefore - first);
    const keys = Array.from({ length }, (_, n) => String(2_349_000_000_000 + first + n));
    await ledger.add(keys.map((key) => ({ ...touch, key, purpose: 'transactional' })));
  }
  ledger.close();
}
const ledgers = mkdtempSync(join(tmpdir(), 'callsheet-bench-'));
await fillLedger(ledgers);
const withContacts = (client: Client): Client => ({
  ...client,
  name: `${client.name}, ${contactsBefore.toLocaleString('en')} contacts before`,
  send(work) {
    cpSync(ledgers, join(work.cwd, '.callsheet'), { recursive: true });
    return client.send(work);
  },
});
const inStore: Client = {
  ...ours,
  name: 'callsheet run, store',
  database: startPostgres,
  send: (work) => [...ours.send(work), '--store', work.address],
};

/** `PLACE=file` or `store` for a part. Of the people, a store gets a share. */
const places = {
  file: { clients: [ours, withRules(ours), withContacts(withRules(ours)), withPriority(ours)], share: 1 },
  store: { clients: [inStore, withRules(inStore), withPriority(inStore)], share: isSmoke ? 1 : 0.2 },
};
const onlyPlace = process.env['PLACE'];

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
    for (const [place, { clients, share }] of Object.entries(places)) {
      if (onlyPlace !== undefined && place !== onlyPlace) continue;
      const recipients = (people[concurrency] ?? 0) * share;
      const measure: Parameters<typeof compareClients>[0]['measure'] = (client) =>
        measureTrial({ client, peer, concurrency, recipients });
      lines.push(...(await compareClients({ clients, concurrency, rounds, measure })));
    }
  }
  record('Contact rules', lines, only || onlyPlace ? { cells: 2 } : undefined);
} finally {
  peer.stop();
  rmSync(ledgers, { recursive: true, force: true });
}
