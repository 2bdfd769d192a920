import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contactPaths } from '../../src/ledger/contacts/contact-paths.ts';
import { openProjectContacts, openProjectLedger, readProjectLedger } from '../../src/ledger/contacts/open-ledger.ts';
import type { RunContacts } from '../../src/ledger/contacts/run-contacts.ts';
import { builtMain } from '../rig/child.ts';
import { noon, onceADay, request } from '../rig/contacts.ts';
import { newDatabase } from '../rig/postgres/database.ts';
import { createDatabaseProxy } from '../rig/postgres/database-proxy.ts';

/** Two processes of one run, of which one may be stopped while the other one has its jobs. */
const folder = mkdtempSync(join(tmpdir(), 'callsheet-owners-'));
const run = { campaign: 'spring', run: '1' };
let [one, two]: RunContacts[] = [];
let people = 0;
let store = '';

async function open(url: string): Promise<RunContacts> {
  const place = { paths: contactPaths({ folder, sandbox: false }), project: 'shop', pepper: undefined, store: url };
  const contacts = await openProjectContacts({ ...place, rules: onceADay, everybody: undefined });
  if ('kind' in contacts) throw new Error(`refused: ${JSON.stringify(contacts)}`);
  return contacts;
}

beforeAll(async () => {
  store = await newDatabase();
  one = await open(store);
  two = await open(store);
});
afterAll(async () => {
  await one?.close();
  await two?.close();
  rmSync(folder, { recursive: true, force: true });
});

const nobodyYet = (): string => `23480300000${++people + 10}`;
const touchesOf = async (key: string): Promise<number> => (await one!.ledger.factsOf(key)).touches.length;

test('a process gives back what it alone has reserved', async () => {
  const hello = request(nobodyYet());
  expect(await one!.reserve(hello).isAllowed).toBe(true);
  await two!.settle({ ...hello, outcome: 'released' });
  expect(await touchesOf(hello.key)).toBe(1);
  await one!.settle({ ...hello, outcome: 'released' });
  expect(await touchesOf(hello.key)).toBe(0);
});

test('a process with an old job cannot give back the contact that another one is making', async () => {
  const hello = request(nobodyYet());
  expect([await one!.reserve(hello).isAllowed, await two!.reserve(hello).isAllowed]).toEqual([true, true]);
  await two!.settle({ ...hello, outcome: 'released' });
  await one!.settle({ ...hello, outcome: 'released' });
  expect(await touchesOf(hello.key)).toBe(1);
  expect(await two!.reserve(request(hello.key, { campaign: 'autumn', at: noon + 1 })).isAllowed).toBe(false);
  // Who leads the run knows from the record of the job that nothing was sent.
  await one!.ledger.settle([{ ...hello, outcome: 'released' }]);
  expect(await touchesOf(hello.key)).toBe(0);
});

test('a contact that was made is not given back by a process that reserves it again', async () => {
  const hello = request(nobodyYet());
  await one!.reserve(hello).isAllowed;
  await one!.settle({ ...hello, outcome: 'made', at: noon });
  await one!.flush();
  expect(await two!.reserve(hello).isAllowed).toBe(true);
  await two!.settle({ ...hello, outcome: 'released' });
  await one!.ledger.settle([{ ...hello, outcome: 'released' }]);
  expect(await touchesOf(hello.key)).toBe(1);
  expect(await one!.ledger.reservations(run)).toEqual([]);
});

const reservedAhead = (...keys: readonly string[]): Promise<void> => {
  one!.prepare(noon, () => keys.map((key) => request(key)));
  return expect.poll(() => keys.map((key) => one!.isReserved(request(key), noon))).toEqual(keys.map(() => true));
};

test('a contact that is reserved ahead counts, and is asked for again after a suppression', async () => {
  const [ada, bola] = [nobodyYet(), nobodyYet()];
  await reservedAhead(ada, bola);
  expect(await two!.reserve(request(ada, { campaign: 'autumn' })).isAllowed).toBe(false);
  expect(await one!.reserve(request(ada)).isAllowed).toBe(true);
  const always = { source: '', channel: undefined, purpose: undefined, from: noon, until: undefined };
  await two!.ledger.suppress([{ key: bola, reason: 'asked to stop', ...always }]);
  expect(await one!.reserve(request(bola)).isAllowed).toBe(false);
  await one!.settle({ ...request(bola), outcome: 'released' });
  await one!.settle({ ...request(ada), outcome: 'made', at: noon });
  await one!.flush();
  expect((await one!.ledger.factsOf(ada)).touches).toEqual([
    { ...run, step: 'hello', at: noon, channel: 'whatsapp', purpose: 'marketing' },
  ]);
  expect(await touchesOf(bola)).toBe(0);
  expect(await one!.ledger.reservations(run)).toEqual([]);
});

test('what was reserved ahead, and released by who leads the run, is reserved again before its job starts', async () => {
  const [ada, bola] = [nobodyYet(), nobodyYet()];
  await reservedAhead(ada, bola);
  // A leader that begins knows of no job that uses them.
  await two!.ledger.settle([ada, bola].map((key) => ({ ...request(key), outcome: 'released' })));
  expect(await two!.reserve(request(bola, { campaign: 'autumn' })).isAllowed).toBe(true);
  const [first, second] = [one!.reserve(request(ada)), one!.reserve(request(bola))];
  expect([await first.isAllowed, await second.isAllowed]).toEqual([true, false]);
  expect(await two!.reserve(request(ada, { campaign: 'autumn' })).isAllowed).toBe(false);
  await one!.settle({ ...request(ada), outcome: 'made', at: noon });
  await one!.flush();
  expect([await touchesOf(ada), await touchesOf(bola)]).toEqual([1, 1]);
});

test('a contact that was reserved ahead and not made is given back, unless another process is making it', async () => {
  const [ada, bola] = [nobodyYet(), nobodyYet()];
  await reservedAhead(ada, bola);
  expect(await two!.reserve(request(bola)).isAllowed).toBe(true);
  one!.prepare(noon + 5_000, () => []);
  await one!.flush();
  expect([await touchesOf(ada), await touchesOf(bola)]).toEqual([0, 1]);
  expect(await one!.ledger.reservations(run)).toEqual([{ ...run, step: 'hello', key: bola }]);
  await two!.ledger.settle([{ ...request(bola), outcome: 'released' }]);
});

/** Another process of the run, which reserves these ahead, and does not get the answer to its commit. */
async function loseAnswer(keys: readonly string[], use: (process: RunContacts) => Promise<void>): Promise<void> {
  await using wire = await createDatabaseProxy(store);
  const process = await open(wire.url);
  try {
    const lost = wire.loseAnswerTo('COMMIT', 'contacts: reserve');
    process.prepare(noon, () => keys.map((key) => request(key)));
    await lost;
    await use(process);
  } finally {
    await process.close();
  }
}

test('what was reserved ahead, and whose answer was lost, is given back when nobody uses it', async () => {
  const [ada, bola] = [nobodyYet(), nobodyYet()];
  // Another process has this job already, and keeps its contact.
  expect(await two!.reserve(request(bola)).isAllowed).toBe(true);
  await loseAnswer([ada, bola], async (process) => {
    await expect.poll(() => touchesOf(ada)).toBe(1);
    await process.flush();
    expect([await touchesOf(ada), await touchesOf(bola)]).toEqual([0, 1]);
  });
  await two!.settle({ ...request(bola), outcome: 'released' });
  expect(await touchesOf(bola)).toBe(0);
});

test('what was reserved ahead, and whose answer was lost, is there for its job, once', async () => {
  const key = nobodyYet();
  await loseAnswer([key], async (process) => {
    await expect.poll(() => process.isReserved(request(key), noon)).toBe(true);
    expect(await two!.reserve(request(key, { campaign: 'autumn' })).isAllowed).toBe(false);
    expect(await process.reserve(request(key)).isAllowed).toBe(true);
    await process.settle({ ...request(key), outcome: 'made', at: noon });
    await process.flush();
  });
  expect(await touchesOf(key)).toBe(1);
  expect(await one!.ledger.reservations(run)).toEqual([]);
});

test('of many who ask at once for one person, in groups of any order, one is allowed', async () => {
  const keys = Array.from({ length: 30 }, nobodyYet);
  const asks = [one!, two!].flatMap((process, index) =>
    (index === 0 ? keys : keys.toReversed()).map(async (key) =>
      (await process.reserve(request(key, { campaign: `campaign-${index}` })).isAllowed) ? key : '',
    ),
  );
  const allowed = (await Promise.all(asks)).filter((key) => key !== '');
  expect(allowed.sort()).toEqual(keys.sort());
});

test('a leader learns that a suppression was removed', async () => {
  const key = nobodyYet();
  const place = { paths: contactPaths({ folder, sandbox: false }), project: 'shop', pepper: undefined, store };
  const leader = await openProjectContacts({ ...place, rules: onceADay, everybody: () => [key] });
  if ('kind' in leader) throw new Error(`refused: ${JSON.stringify(leader)}`);
  const known = () => leader.known.factsOf(key).suppressions.map(({ reason }) => reason);
  const always = { source: '', channel: undefined, purpose: undefined, from: noon, until: undefined };
  try {
    await two!.ledger.suppress([{ key, reason: 'asked to stop', ...always }]);
    await expect.poll(known).toEqual(['asked to stop']);
    expect(await two!.ledger.allow(key, always)).toBe(1);
    await expect.poll(known).toEqual([]);
  } finally {
    await leader.close();
  }
});

test('a leader learns that the claims of a run have ended, and that one of them was used', async () => {
  const [first, second] = [nobodyYet(), nobodyYet()];
  const place = { paths: contactPaths({ folder, sandbox: false }), project: 'shop', pepper: undefined, store };
  const leader = await openProjectContacts({ ...place, rules: onceADay, everybody: () => [first, second] });
  if ('kind' in leader) throw new Error(`refused: ${JSON.stringify(leader)}`);
  const known = () => [first, second].map((key) => leader.known.factsOf(key).claims.length);
  const other = { campaign: 'renewal', run: '1' };
  const contacts = [first, second].map((key) => request(key, other));
  try {
    await two!.ledger.claim({ ...other, priority: 1, contacts });
    await expect.poll(known).toEqual([1, 1]);
    await two!.ledger.settle([{ ...contacts[0]!, outcome: 'released', isOver: true }]);
    await expect.poll(known).toEqual([0, 1]);
    await two!.ledger.dropClaims(other);
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
