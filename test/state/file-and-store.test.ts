import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StateBackend } from '../../src/ledger/backend.ts';
import { createFileBackend } from '../../src/ledger/file-backend.ts';
import { statePaths } from '../../src/ledger/state-paths.ts';
import { shownStore } from '../../src/ledger/store-address.ts';
import { createStoreBackend } from '../../src/ledger/store-backend.ts';
import { newDatabase } from '../rig/postgres/database.ts';

const folder = mkdtempSync(join(tmpdir(), 'callsheet-'));
const rollbackGuard = join(folder, 'guard');
const paths = statePaths({ folder: join(folder, '.callsheet'), campaign: 'trial', sandbox: false });
const about = { campaign: 'trial', run: '1', service: 'https://service.example' };
let url = '';
let file: StateBackend;
let store: StateBackend;

beforeAll(async () => {
  url = await newDatabase();
  file = createFileBackend({ paths, rollbackGuard });
  store = createStoreBackend({ url, rollbackGuard });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Of a process that has not recorded anything yet. */
const open = ({ openForRunning }: StateBackend, pid: number) =>
  openForRunning({ about, me: { pid, host: 'here', since: 0 }, adopt: false, inFlight: 1 });

test.each([
  ['a state file', 'a store', () => [file, store, paths.database] as const],
  ['a store', 'a state file', () => [store, file, shownStore(url)] as const],
] as const)('while a process carries out a new run in %s, none of this machine does in %s', async (_, __, places) => {
  const [first, second, place] = places();
  const opened = await open(first, 1);
  if ('refused' in opened) throw new Error(opened.refused.kind);
  expect(await open(second, 2)).toEqual({
    refused: { kind: 'locked', holder: { run: '1', pid: 1, host: 'here', since: 0, state: place }, otherState: place },
  });
  await opened.lease.close();
  const after = await open(second, 2);
  expect(after).toHaveProperty('lease');
  if ('lease' in after) await after.lease.close();
});

test('processes of one store may wait for each other', async () => {
  const opened = await open(store, 1);
  if ('refused' in opened) throw new Error(opened.refused.kind);
  expect(await open(store, 2)).toMatchObject({ refused: { kind: 'locked', leaseMs: expect.any(Number) } });
  await opened.lease.close();
});
