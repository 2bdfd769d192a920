import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ContactLedger } from '../../src/ledger/contacts/ledger.ts';
import { openProjectContacts, openProjectLedger, readProjectLedger } from '../../src/ledger/contacts/open-ledger.ts';
import type { RunContacts } from '../../src/ledger/contacts/run-contacts.ts';
import { contactPaths } from '../../src/ledger/state-paths.ts';
import { builtMain } from '../rig/child.ts';
import { noon, onceADay, request } from '../rig/contacts.ts';
import { newDatabase } from '../rig/postgres/database.ts';
import { storeRecorder } from '../rig/store-contacts.ts';

/** Several processes that use the contacts of a project in a store. */
const folder = mkdtempSync(join(tmpdir(), 'callsheet-processes-'));
const pepper = 'a pepper of more than thirty characters';
let store = '';
let ledger: ContactLedger;
let people = 0;

beforeAll(async () => {
  store = await newDatabase();
  const opened = await openProjectLedger(placeOf());
  if ('kind' in opened) throw new Error(opened.kind);
  ledger = opened;
});
afterAll(async () => {
  await ledger.close();
  rmSync(folder, { recursive: true, force: true });
});

const placeOf = () => ({ paths: contactPaths({ folder, sandbox: false }), project: 'shop', pepper, store });
const nobodyYet = (): string => `23480300000${++people + 10}`;

async function leaderOf(everybody: readonly string[]): Promise<RunContacts> {
  const lease = { judgeContacts: () => true };
  const leader = await openProjectContacts({ ...placeOf(), rules: onceADay, everybody: () => everybody, lease });
  if ('kind' in leader) throw new Error(leader.kind);
  return leader;
}

test('of many who ask at once for one person, in groups of any order, one is allowed', async () => {
  const keys = Array.from({ length: 30 }, nobodyYet);
  await using one = await storeRecorder(store);
  await using two = await storeRecorder(store);
  const asks = [one, two].map((process, index) => {
    const requests = keys.map((key) => request(key, { campaign: `campaign-${index}` }));
    return process.reserve(ledger, onceADay, index === 0 ? requests : requests.toReversed());
  });
  const [first, second] = (await Promise.all(asks)) as [readonly boolean[], readonly boolean[]];
  expect(keys.map((_, at) => Number(first[at]) + Number(second.toReversed()[at]))).toEqual(keys.map(() => 1));
});

test('a leader learns that a suppression was removed', async () => {
  const key = nobodyYet();
  const leader = await leaderOf([key]);
  const known = () => leader.known.factsOf(key).suppressions.map(({ reason }) => reason);
  const always = { source: '', channel: undefined, purpose: undefined, from: noon, until: undefined };
  try {
    await ledger.suppress([{ key, reason: 'asked to stop', ...always }]);
    await expect.poll(known).toEqual(['asked to stop']);
    expect(await ledger.allow(key, always)).toBe(1);
    await expect.poll(known).toEqual([]);
  } finally {
    await leader.close();
  }
});

test('a leader learns that the claims of a run have ended, and that one of them was used', async () => {
  const [first, second] = [nobodyYet(), nobodyYet()];
  const leader = await leaderOf([first, second]);
  await using recorder = await storeRecorder(store);
  const known = () => [first, second].map((key) => leader.known.factsOf(key).claims.length);
  const other = { campaign: 'renewal', run: '1' };
  const contacts = [first, second].map((key) => request(key, other));
  try {
    await ledger.claim({ ...other, priority: 1, contacts });
    await expect.poll(known).toEqual([1, 1]);
    await recorder.reserve(ledger, { ...onceADay, priority: 1 }, [contacts[0]!]);
    await recorder.settle(ledger, contacts[0]!, 'rejected');
    await expect.poll(known).toEqual([0, 1]);
    await ledger.dropClaims(other);
    await expect.poll(known).toEqual([0, 0]);
  } finally {
    await leader.close();
  }
});

test('a ledger that another process of this machine has just made is not missing', async () => {
  for (const open of [openProjectLedger, readProjectLedger]) {
    const project = mkdtempSync(join(folder, 'project-'));
    writeFileSync(join(project, 'contacts.yaml'), 'project: clinic\n');
    const url = await newDatabase();
    const known = contactPaths({ folder: join(project, '.callsheet'), sandbox: false });
    const make = ['suppress', nobodyYet(), '--reason', 'asked to stop', '--store', url];
    let isMade = false;
    const paths = {
      ...known,
      /** Read after the ledger was looked for. */
      get key() {
        if (!isMade) execFileSync(process.execPath, [builtMain, ...make], { cwd: project, stdio: 'pipe' });
        isMade = true;
        return known.key;
      },
    };
    const ledger = await open({ paths, project: 'clinic', pepper: undefined, store: url });
    expect(isMade).toBe(true);
    if (ledger === undefined || 'kind' in ledger) throw new Error(`refused: ${ledger?.kind}`);
    await ledger.close();
  }
});
