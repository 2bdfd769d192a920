import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { noFacts } from '../../src/ledger/contacts/facts.ts';
import { openContactLedger, readContactLedger } from '../../src/ledger/contacts/open-ledger.ts';
import { contactPaths } from '../../src/ledger/state-paths.ts';
import { startChild } from '../rig/child.ts';
import { type ContactsRig, contactsRig, intentOf, noon, onceADay, request, reserve, settle } from '../rig/contacts.ts';

const [ada, bola, chi] = ['2348030000001', '2348030000002', '2348030000003'];
const job = { campaign: 'spring', run: '1', step: 'hello' };

test('contacts have no telephone number, also while their job is under way', async () => {
  using rig = contactsRig();
  const ledger = rig.opened();
  reserve(ledger, onceADay, [request(ada), request(chi)]);
  settle(ledger, request(ada), 'accepted');
  await ledger.suppress([
    { key: bola, reason: 'asked', source: '', channel: undefined, purpose: undefined, from: noon, until: undefined },
  ]);
  expect([ada, chi].map((key) => ledger.factsOf(key).touches.length)).toEqual([1, 1]);
  const inUse = readFileSync(`${rig.paths.database}-wal`);
  ledger.close();
  const folder = join(rig.folder, 'state');
  const files = readdirSync(folder);
  // An empty log may stay.
  expect(files.filter((name) => !/-(?:shm|wal)$/.test(name)).sort()).toEqual([
    '.gitignore',
    'contacts.key',
    'ledger.db',
  ]);
  const isOpenToOthers = (name: string): boolean => (statSync(join(folder, name)).mode & 0o077) !== 0;
  expect(files.filter((name) => name.startsWith('contacts') && isOpenToOthers(name))).toEqual([]);
  const written = Buffer.concat([inUse, ...files.map((name) => readFileSync(join(folder, name)))]);
  expect([ada, bola, chi].filter((key) => written.includes(key))).toEqual([]);
});

test('a contact has the time of its latest try, also where the clock was ahead at the one before', () => {
  using rig = contactsRig();
  const ledger = rig.opened();
  const ahead = request(ada, { at: noon + 26 * 3_600_000 });
  expect(reserve(ledger, onceADay, [ahead])).toEqual([true]);
  settle(ledger, ahead, 'pending', { attempted: false, maybeSent: true });
  expect(reserve(ledger, onceADay, [request(ada)])).toEqual([true]);
  settle(ledger, request(ada), 'accepted');
  expect(ledger.factsOf(ada).touches).toMatchObject([{ at: noon }]);
  expect(reserve(ledger, onceADay, [request(ada, { campaign: 'autumn', at: noon + 60_000 })])).toEqual([false]);
  ledger.close();
});

test('a wrong pepper, another project, another ledger, a lost ledger, a lost key and a damaged file are refused', () => {
  using rig = contactsRig();
  rig.opened().close();
  const key = readFileSync(rig.paths.key, 'utf8');
  const { pepper } = JSON.parse(key) as { pepper: string };
  expect(rig.open({ pepper: 'another key, of thirty characters' })).toEqual({ kind: 'wrongPepper' });
  expect(rig.open({ pepper: 'short' })).toEqual({ kind: 'shortPepper' });
  expect(rig.open({ project: 'clinic' })).toEqual({ kind: 'otherProject', found: 'shop' });
  const sameByEnvironment = rig.open({ pepper });
  expect('kind' in sameByEnvironment).toBe(false);
  if (!('kind' in sameByEnvironment)) sameByEnvironment.close();
  rmSync(rig.paths.key);
  expect(rig.open()).toEqual({ kind: 'noPepper' });
  writeFileSync(rig.paths.key, '{');
  expect(rig.open()).toEqual({ kind: 'noPepper' });
  writeFileSync(rig.paths.key, key.replace(/"ledger":"\w/, '"ledger":"x'));
  expect(rig.open()).toEqual({ kind: 'otherLedger' });
  writeFileSync(rig.paths.key, key);
  const copy = join(rig.folder, 'copy.db');
  copyFileSync(rig.paths.database, copy);
  truncateSync(rig.paths.database, 6_000);
  expect(rig.open()).toMatchObject({ kind: 'trouble', trouble: 'damaged' });
  writeFileSync(
    rig.paths.database,
    'not a database, but a text that is long enough to have a header of its own '.repeat(3),
  );
  expect(rig.open()).toMatchObject({ kind: 'trouble', trouble: 'damaged' });
  rmSync(rig.paths.database);
  expect(rig.open()).toEqual({ kind: 'missing' });
  const reading = { paths: rig.paths, project: 'shop', pepper: undefined };
  expect(readContactLedger(reading)).toEqual({ kind: 'missing' });
  copyFileSync(copy, rig.paths.database);
  rig.opened().close();
});

test('a ledger that another process has just made is not missing', () => {
  for (const open of [openContactLedger, readContactLedger]) {
    using rig = contactsRig();
    let isMade = false;
    const paths = {
      ...rig.paths,
      /** Read after the ledger was looked for. */
      get key() {
        if (!isMade) rig.opened().close();
        isMade = true;
        return rig.paths.key;
      },
    };
    const ledger = open({ paths, project: 'shop', pepper: undefined });
    expect(isMade).toBe(true);
    if (ledger === undefined || 'kind' in ledger) throw new Error(`refused: ${ledger?.kind}`);
    ledger.close();
  }
});

test('where there is no ledger yet, reading makes none', () => {
  using rig = contactsRig();
  expect(readContactLedger({ paths: rig.paths, project: 'shop', pepper: undefined })).toBe(undefined);
  expect(readdirSync(rig.folder)).toEqual([]);
});

test('a sandbox has a ledger of its own', () => {
  using rig = contactsRig();
  const paths = contactPaths({ folder: join(rig.folder, 'state'), sandbox: true });
  const sandbox = openContactLedger({ paths, project: 'shop', pepper: undefined });
  if ('kind' in sandbox) throw new Error(sandbox.kind);
  reserve(sandbox, onceADay, [request(ada)]);
  expect(rig.opened().factsOf(ada)).toEqual(noFacts);
});

test('a sandbox begins again where its ledger was deleted, and its key was not', () => {
  using rig = contactsRig();
  const paths = contactPaths({ folder: join(rig.folder, 'state'), sandbox: true });
  const open = () => {
    const ledger = openContactLedger({ paths, project: 'shop', pepper: undefined });
    if ('kind' in ledger) throw new Error(ledger.kind);
    return ledger;
  };
  const before = open();
  reserve(before, onceADay, [request(ada)]);
  before.close();
  rmSync(paths.database);
  expect(readContactLedger({ paths, project: 'shop', pepper: undefined })).toBe(undefined);
  const after = open();
  expect(after.factsOf(ada)).toEqual(noFacts);
  after.close();
});

test('a sandbox keeps its own key when the project gets one by its environment', () => {
  using rig = contactsRig();
  const paths = contactPaths({ folder: join(rig.folder, 'state'), sandbox: true });
  const open = (pepper: string | undefined) => {
    const ledger = openContactLedger({ paths, project: 'shop', pepper });
    if ('kind' in ledger) throw new Error(ledger.kind);
    return ledger;
  };
  const before = open(undefined);
  reserve(before, onceADay, [request(ada)]);
  before.close();
  const after = open('of the vault of the team');
  expect(after.factsOf(ada).touches).toHaveLength(1);
  after.close();
  open(undefined).close();
});

const built = (module: string) => JSON.stringify(new URL(`../../dist/src/ledger/${module}.js`, import.meta.url).href);

/** Two campaigns are about to contact the same people, and print of each whether they may, when it is on disk. */
const contacting = (rig: ContactsRig, campaign: string) => `
  import { HeldContact } from ${built('change')};
  import { openContactLedger } from ${built('contacts/open-ledger')};
  import { createFileBackend } from ${built('file-backend')};
  import { statePaths } from ${built('state-paths')};
  import { hostname } from 'node:os';
  const ledger = openContactLedger({ paths: ${JSON.stringify(rig.paths)}, project: 'shop', pepper: undefined });
  if ('kind' in ledger) throw new Error(JSON.stringify(ledger));
  const folder = ${JSON.stringify(join(rig.folder, 'state'))};
  const opened = await createFileBackend({
    paths: statePaths({ folder, campaign: '${campaign}', sandbox: false }),
  }).openForRunning({
    about: { campaign: '${campaign}', run: '1', service: 'https://service.example' },
    me: { pid: process.pid, host: hostname(), since: 0 },
    adopt: false,
  });
  if ('refused' in opened) throw new Error(opened.refused.kind);
  opened.lease.judgeContacts(ledger.place, ${JSON.stringify(onceADay)});
  const { to, ...more } = ${JSON.stringify(intentOf(request('')))};
  for (let person = 0; person < 100_000; person++) {
    const applied = opened.lease.apply([{ ...more, to: { ...to, key: String(2348030000000 + person) } }]);
    const error = await applied.catch((error) => error);
    if (error !== undefined && !(error instanceof HeldContact)) throw error;
    console.log(person, error === undefined);
  }`;

test('of two that make a new ledger at the same moment, none is refused', async () => {
  using rig = contactsRig();
  const threads = 2;
  const arrived = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const module = new URL('../../dist/src/ledger/contacts/sqlite/ledger-file.js', import.meta.url).href;
  const given = { module, folder: rig.folder, rounds: 150, threads, arrived };
  const refused = Array.from({ length: threads }, () => {
    const thread = new Worker(new URL('../rig/opens-new-ledgers.mjs', import.meta.url), { workerData: given });
    return new Promise<readonly object[]>((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', reject);
    });
  });
  expect((await Promise.all(refused)).flat()).toEqual([]);
});

test('two processes that are killed while they contact the same people lose no touch and exceed no cap', async () => {
  using rig = contactsRig();
  const processes = ['spring', 'autumn'].map((campaign) =>
    startChild(['--input-type=module', '-e', contacting(rig, campaign)], { cwd: rig.folder }),
  );
  await Promise.all(processes.map((child, index) => child.line(new RegExp(`^${30 + 25 * index} `))));
  for (const child of processes) child.kill('SIGKILL');
  const printed = (await Promise.all(processes.map(({ ended }) => ended))).map(({ stdout }) => stdout);
  const ledger = rig.opened();
  const granted = printed.map((text) => [...text.matchAll(/^(\d+) true$/gm)].map(([, person]) => Number(person)));
  const reached = Math.max(...granted.flat()) + 2;
  const people = Array.from({ length: reached }, (_, person) => ledger.factsOf(String(2348030000000 + person)).touches);
  expect(people.filter((touches) => touches.length > 1)).toEqual([]);
  for (const [index, campaign] of ['spring', 'autumn'].entries()) {
    const lost = granted[index]!.filter((person) => people[person]![0]?.campaign !== campaign);
    expect(lost).toEqual([]);
    // The last one may be on disk without having been printed.
    expect((await ledger.touches({ ...job, campaign })) - granted[index]!.length).toBeLessThanOrEqual(1);
  }
  expect(granted.flat().length).toBeGreaterThan(30);
});
