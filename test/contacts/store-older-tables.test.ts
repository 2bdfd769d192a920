import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contactPaths } from '../../src/contacts/contact-paths.ts';
import { openProjectLedger } from '../../src/contacts/open-ledger.ts';
import { pepperCheck } from '../../src/contacts/pepper.ts';
import { personOf } from '../../src/contacts/person.ts';
import { openSession } from '../../src/state/postgres/session.ts';
import { migrations } from '../../src/state/postgres/tables.ts';
import { migrateQueues } from '../../src/state/postgres/workers/queue.ts';
import { parseStoreAddress } from '../../src/state/store-address.ts';
import { hourMs, noon } from '../rig/contacts.ts';
import { newDatabase, query } from '../rig/postgres/database.ts';

const pepper = 'the pepper of the shop, from its vault';
const [ada, bola, chidi] = ['2348030000001', '2348030000002', '2348030000003'];
const run = { campaign: 'spring', run: '1' };
const job = { ...run, step: 'hello' };
const touch = { ...job, channel: 'whatsapp', purpose: 'marketing' };

async function makeQueues(url: string): Promise<void> {
  const address = parseStoreAddress(url);
  if ('fault' in address) throw new Error(address.fault);
  const session = await openSession(address);
  await migrateQueues(session);
  await session.close();
}

/** The tables of a version whose reservations had a touch beside them: reserved, reserved again after it was made, and made. */
async function olderTables(): Promise<string> {
  const url = await newDatabase();
  const older = migrations.findIndex((migration) => migration.includes('DROP COLUMN is_new'));
  await query(
    url,
    `CREATE SCHEMA callsheet; CREATE TABLE callsheet.version (number integer NOT NULL);
     INSERT INTO callsheet.version VALUES (${older})`,
  );
  await makeQueues(url);
  for (const migration of migrations.slice(0, older)) await query(url, migration);
  const bytes = (key: string): string => `'\\x${Buffer.from(personOf(Buffer.from(pepper), key)).toString('hex')}'`;
  await query(
    url,
    `INSERT INTO callsheet_contacts.project (name, ledger, pepper_check)
       VALUES ('shop', 'abcdef', '${pepperCheck(Buffer.from(pepper))}');
     INSERT INTO callsheet_contacts.scope (project, campaign, run, step) VALUES (1, 'spring', '1', 'hello');
     INSERT INTO callsheet_contacts.touch (person, scope, at, channel, purpose)
       SELECT person::bytea, 1, ${noon}, 'whatsapp', 'marketing'
       FROM (VALUES (${bytes(ada)}), (${bytes(bola)}), (${bytes(chidi)})) AS people (person);
     INSERT INTO callsheet_contacts.reservation (scope, key, person, owner, is_new)
       VALUES (1, '${ada}', ${bytes(ada)}, 'one', true), (1, '${bola}', ${bytes(bola)}, 'one', false)`,
  );
  return url;
}

test('reservations of older tables count as they did, and what is released or made of them is as before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-older-'));
  const store = await olderTables();
  const ledger = await openProjectLedger({
    paths: contactPaths({ folder, sandbox: false }),
    project: 'shop',
    pepper,
    store,
  });
  if ('kind' in ledger) throw new Error(`refused: ${JSON.stringify(ledger)}`);
  const touchesOf = async (key: string) => (await ledger.factsOf(key)).touches;
  const reserved = { ...touch, at: noon, isReserved: true };
  expect([await touchesOf(ada), await touchesOf(bola)]).toEqual([[reserved], [reserved]]);
  expect(await touchesOf(chidi)).toEqual([{ ...touch, at: noon }]);
  expect(await ledger.touches(job)).toBe(3);
  expect(await ledger.reservations(run)).toEqual([
    { ...job, key: ada },
    { ...job, key: bola },
  ]);
  await ledger.settle([ada, bola].map((key) => ({ ...job, key, outcome: 'released' })));
  expect([await touchesOf(ada), await touchesOf(bola)]).toEqual([[], [{ ...touch, at: noon }]]);
  expect(await ledger.touches(job)).toBe(2);
  await ledger.settle([{ ...job, key: bola, outcome: 'made', at: noon + hourMs }]);
  expect(await touchesOf(bola)).toEqual([{ ...touch, at: noon }]);
  await ledger.close();
  rmSync(folder, { recursive: true, force: true });
});
