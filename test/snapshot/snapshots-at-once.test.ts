import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openSnapshotStore } from '../../src/ledger/snapshot-store.ts';
import { newDatabase } from '../rig/postgres/database.ts';
import { createDatabaseProxy } from '../rig/postgres/database-proxy.ts';

const old = { audience: 'members', digest: 'aa' };
const later = { audience: 'members', digest: 'bb' };
const parts = [Buffer.from('rows')];

async function twoMachines() {
  const database = await newDatabase();
  const proxy = await createDatabaseProxy(database);
  const open = async (url: string) => (await openSnapshotStore(url, 'trial', { mayMake: true }))!;
  const [one, other] = [await open(proxy.url), await open(database)];
  return {
    proxy,
    one,
    other,
    async [Symbol.asyncDispose]() {
      await Promise.all([one.close(), other.close()]);
      await proxy[Symbol.asyncDispose]();
    },
  };
}

test('a snapshot that another process writes and uses while they are listed is there where its use is', async () => {
  await using machines = await twoMachines();
  const { proxy, one, other } = machines;
  await one.write(old, old, parts);
  const held = proxy.holdBack('callsheet.snapshot_use');
  const listing = one.list();
  await held;
  await other.write(later, later, parts);
  await other.use('1', { snapshots: { members: later.digest } });
  proxy.letGo();
  const { records, uses } = await listing;
  expect(records).toEqual([old, later]);
  expect([...uses.keys()]).toEqual(['1']);
});

test('a snapshot that one process removes while another one writes it again has its rows, or is gone', async () => {
  await using machines = await twoMachines();
  const { proxy, one, other } = machines;
  await one.write(old, old, parts);
  const held = proxy.holdBack('INSERT INTO callsheet.snapshot ');
  const writing = one.write(old, { ...old, takenAt: 2 }, parts);
  await held;
  const removing = other.remove([old]);
  await Promise.race([removing, sleep(300)]);
  proxy.letGo();
  await Promise.all([writing, removing]);
  const { records } = await other.list();
  const read: string[] = [];
  await other.read(old, (bytes) => void read.push(Buffer.from(bytes).toString()));
  expect([records, read]).toEqual([[], []]);
});
