import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contactPaths } from '../../src/contacts/contact-paths.ts';
import { noFacts } from '../../src/contacts/facts.ts';
import { openContactLedger, openMemoryLedger, readContactLedger } from '../../src/contacts/open-ledger.ts';
import { startChild } from '../rig/child.ts';
import { contactsRig, dayMs, hourMs, noon, onceADay, request } from '../rig/contacts.ts';

const [ada, bola] = ['2348030000001', '2348030000002'];
const job = { campaign: 'spring', run: '1', step: 'hello' };

test('a touch counts from its reservation on, for every campaign of the project', () => {
  const ledger = openMemoryLedger();
  expect(ledger.reserve(onceADay, [request(ada), request(bola)])).toEqual([true, true]);
  expect(ledger.reserve(onceADay, [request(ada, { campaign: 'autumn' })])).toEqual([false]);
  expect(ledger.factsOf(ada)).toEqual({
    ...noFacts,
    touches: [{ ...job, at: noon, channel: 'whatsapp', purpose: 'marketing', isReserved: true }],
  });
  expect(ledger.reserve(onceADay, [request(ada, { campaign: 'autumn', at: noon + dayMs })])).toEqual([true]);
  expect(ledger.reserve(onceADay, [request(bola, { campaign: 'autumn', at: noon + 11 * hourMs })])).toEqual([false]);
});

test('two requests of one group for one person are judged one after the other', () => {
  const ledger = openMemoryLedger();
  const requests = [request(ada), request(ada, { step: 'again' }), request(ada, { step: 'more' })];
  expect(ledger.reserve(onceADay, requests)).toEqual([true, false, false]);
});

test('the same job again is the same contact, at its latest start', () => {
  const ledger = openMemoryLedger();
  ledger.reserve(onceADay, [request(ada)]);
  expect(ledger.reserve(onceADay, [request(ada, { at: noon + hourMs })])).toEqual([true]);
  expect(ledger.factsOf(ada).touches.map(({ at }) => at)).toEqual([noon + hourMs]);
  expect(ledger.touches(job)).toBe(1);
});

test('only a touch that is released stops counting, and only once', () => {
  const ledger = openMemoryLedger();
  ledger.reserve(onceADay, [request(ada), request(bola)]);
  expect(ledger.reservations({ campaign: 'spring', run: '1' })).toEqual([
    { ...job, key: ada },
    { ...job, key: bola },
  ]);
  ledger.settle([
    { ...job, key: ada, outcome: 'made' },
    { ...job, key: bola, outcome: 'released' },
  ]);
  // What was made stays made.
  ledger.settle([{ ...job, key: ada, outcome: 'released' }]);
  expect([ada, bola].map((key) => ledger.factsOf(key).touches.length)).toEqual([1, 0]);
  expect(ledger.reservations({ campaign: 'spring', run: '1' })).toEqual([]);
  expect(ledger.touches(job)).toBe(1);
});

test('a suppression that arrives after the plan wins, for its channel and purpose and until its end', () => {
  const ledger = openMemoryLedger();
  const base = { key: ada, reason: 'asked to stop', source: '', channel: undefined, purpose: undefined };
  ledger.suppress([{ ...base, from: noon, until: noon + hourMs }]);
  const asked = [noon - 1, noon, noon + hourMs - 1, noon + hourMs].map((at, index) =>
    ledger.reserve({ ...onceADay, caps: [] }, [request(ada, { at, step: `step${index}` })]),
  );
  expect(asked.flat()).toEqual([true, false, false, true]);
  ledger.suppress([{ ...base, channel: 'otp', from: noon + hourMs, until: undefined }]);
  const otp = request(ada, { at: noon + dayMs, channel: 'otp', purpose: 'transactional', step: 'code' });
  expect(ledger.reserve(onceADay, [otp])).toEqual([false]);
  expect(ledger.reserve(onceADay, [request(ada, { at: noon + dayMs })])).toEqual([true]);
  expect([ledger.allow(ada, { channel: 'otp', purpose: undefined }), ledger.reserve(onceADay, [otp])]).toEqual([
    1,
    [true],
  ]);
});

test('an import adds to a list; only one that replaces it takes people off', () => {
  const ledger = openMemoryLedger();
  const entry = (key: string) => ({
    key,
    reason: 'on the list dnc',
    source: 'dnc',
    channel: undefined,
    purpose: undefined,
    from: noon,
    until: undefined,
  });
  const importList = (at: number, keys: readonly string[], replaces = false) =>
    ledger.importList({ name: 'dnc', at, people: keys.map(entry), replaces });
  expect(importList(noon, [ada, bola, ada])).toEqual({ added: 2, kept: 0, removed: 0 });
  expect(importList(noon + 1, [bola])).toEqual({ added: 0, kept: 1, removed: 0 });
  expect(ledger.factsOf(ada).suppressions).toHaveLength(1);
  expect(importList(noon + 2, [bola], true)).toEqual({ added: 0, kept: 1, removed: 1 });
  expect([ada, bola].map((key) => ledger.factsOf(key).suppressions.length)).toEqual([0, 1]);
  expect(ledger.lists()).toEqual(new Map([['dnc', noon + 2]]));
});

test('a person who is forgotten leaves a tombstone and nothing else, and is never contacted again', () => {
  const ledger = openMemoryLedger();
  ledger.reserve(onceADay, [request(ada)]);
  ledger.suppress([
    { key: ada, reason: 'asked to stop', source: '', channel: 'otp', purpose: undefined, from: noon, until: undefined },
  ]);
  ledger.forget(ada, noon + 1);
  expect(ledger.factsOf(ada)).toEqual({ ...noFacts, forgottenAt: noon + 1 });
  expect(ledger.reserve({ ...onceADay, caps: [] }, [request(ada, { at: noon + 400 * dayMs })])).toEqual([false]);
});

test('a renamed step keeps its touches', () => {
  const ledger = openMemoryLedger();
  ledger.reserve(onceADay, [request(ada)]);
  ledger.rename(job, 'welcome');
  expect(ledger.reserve(onceADay, [request(ada, { step: 'welcome' })])).toEqual([true]);
  expect([ledger.touches(job), ledger.touches({ ...job, step: 'welcome' })]).toEqual([0, 1]);
});

test('no file of the ledger holds a telephone number once its job is settled', () => {
  using rig = contactsRig();
  const ledger = rig.opened();
  ledger.reserve(onceADay, [request(ada)]);
  ledger.settle([{ ...job, key: ada, outcome: 'made' }]);
  ledger.suppress([
    { key: bola, reason: 'asked', source: '', channel: undefined, purpose: undefined, from: noon, until: undefined },
  ]);
  expect(ledger.factsOf(ada).touches).toHaveLength(1);
  ledger.close();
  const folder = join(rig.folder, 'state');
  const files = readdirSync(folder);
  // An empty log may stay.
  expect(files.filter((name) => !/-(?:shm|wal)$/.test(name)).sort()).toEqual([
    '.gitignore',
    'contacts.db',
    'contacts.key',
  ]);
  const isOpenToOthers = (name: string): boolean => (statSync(join(folder, name)).mode & 0o077) !== 0;
  expect(files.filter((name) => name.startsWith('contacts') && isOpenToOthers(name))).toEqual([]);
  // It was written, and is overwritten.
  for (const name of files) expect(readFileSync(join(folder, name)).includes(bola)).toBe(false);
  expect(readFileSync(rig.paths.database).includes(ada)).toBe(false);
});

test('a wrong pepper, another project, another ledger, a lost ledger, a lost key and a damaged file are refused', () => {
  using rig = contactsRig();
  rig.opened().close();
  const key = readFileSync(rig.paths.key, 'utf8');
  const { pepper } = JSON.parse(key) as { pepper: string };
  expect(rig.open({ pepper: 'another pepper, of thirty characters' })).toEqual({ kind: 'wrongPepper' });
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
  sandbox.reserve(onceADay, [request(ada)]);
  expect(rig.opened().factsOf(ada)).toEqual(noFacts);
});

/** Two processes reserve for the same people, and print each reservation when it is on disk. */
const reserving = (paths: object, campaign: string) => `
  import { openContactLedger } from ${JSON.stringify(new URL('../../dist/src/contacts/open-ledger.js', import.meta.url).href)};
  const ledger = openContactLedger({ paths: ${JSON.stringify(paths)}, project: 'shop', pepper: undefined });
  if ('kind' in ledger) throw new Error(JSON.stringify(ledger));
  const rules = ${JSON.stringify(onceADay)};
  for (let person = 0; person < 100_000; person++) {
    const key = String(2348030000000 + person);
    const request = { ...${JSON.stringify(request(''))}, campaign: '${campaign}', key };
    console.log(person, ledger.reserve(rules, [request])[0]);
  }`;

test('two processes that are killed while they reserve for the same people lose no touch and exceed no cap', async () => {
  using rig = contactsRig();
  const processes = ['spring', 'autumn'].map((campaign) =>
    startChild(['--input-type=module', '-e', reserving(rig.paths, campaign)], { cwd: rig.folder }),
  );
  await Promise.all(processes.map((child, index) => child.line(new RegExp(`^${30 + 25 * index} `))));
  for (const child of processes) child.kill('SIGKILL');
  const printed = (await Promise.all(processes.map(({ ended }) => ended))).map(({ stdout }) => stdout);
  const ledger = rig.opened();
  const granted = printed.map((text) => [...text.matchAll(/^(\d+) true$/gm)].map(([, person]) => Number(person)));
  const reached = Math.max(...granted.flat()) + 2;
  const people = Array.from({ length: reached }, (_, person) => ledger.factsOf(String(2348030000000 + person)).touches);
  expect(people.filter((touches) => touches.length > 1)).toEqual([]);
  ['spring', 'autumn'].forEach((campaign, index) => {
    const lost = granted[index]!.filter((person) => people[person]![0]?.campaign !== campaign);
    expect(lost).toEqual([]);
    // The last one may be on disk without having been printed.
    expect(ledger.touches({ ...job, campaign }) - granted[index]!.length).toBeLessThanOrEqual(1);
  });
  expect(granted.flat().length).toBeGreaterThan(30);
});
