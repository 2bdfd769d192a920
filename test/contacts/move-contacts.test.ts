import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { RunLease } from '../../src/ledger/backend.ts';
import { HeldContact } from '../../src/ledger/change.ts';
import { noFacts } from '../../src/ledger/contacts/facts.ts';
import type { ContactLedger } from '../../src/ledger/contacts/ledger.ts';
import { digestOf } from '../../src/ledger/contacts/ledger-rows.ts';
import { createFileBackend } from '../../src/ledger/file-backend.ts';
import { statePaths } from '../../src/ledger/state-paths.ts';
import { createStoreBackend } from '../../src/ledger/store-backend.ts';
import { openDatabase } from '../../src/platform/sql/sqlite.ts';
import { intentOf, noon, onceADay, outcomeOf, request } from '../rig/contacts.ts';
import { machineOf, shown } from '../rig/moved-contacts.ts';
import { newDatabase, query } from '../rig/postgres/database.ts';
import { about, leaseOf } from '../rig/state-backends.ts';

const folder = mkdtempSync(join(tmpdir(), 'callsheet-moves-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const members = ['2348030000001', '2348030000002', '2348030000003'] as const;
const [ada, bola, chi] = members;
const run = { campaign: 'spring', run: '1' };

const createMove = async () => machineOf(folder, await newDatabase());

const onList = { reason: 'on the list dnc', source: 'dnc', channel: undefined, purpose: undefined, until: noon + 1 };

async function fill(ledger: ContactLedger): Promise<void> {
  await ledger.add([request(ada), request(bola, { campaign: 'autumn', step: 'later' })]);
  await ledger.importList({ name: 'dnc', at: noon, people: [{ ...onList, key: chi, from: noon }], replaces: false });
  const consent = { purpose: 'marketing', channel: undefined, basis: 'explicit', evidence: 'form 1' } as const;
  await ledger.recordConsents([{ ...consent, key: ada, at: noon, expires: undefined }]);
  await ledger.forget('2348030000004', noon);
}

/** The lease of a run that makes contacts of this ledger, which is in the store. */
async function contacting(store: string, { place }: ContactLedger): Promise<RunLease> {
  const lease = await leaseOf(createStoreBackend({ url: store }));
  expect(lease.judgeContacts(place, onceADay)).toBe(true);
  return lease;
}

async function known(ledger: ContactLedger): Promise<object> {
  const facts = await Promise.all([...members, '2348030000004'].map(async (key) => ledger.factsOf(key)));
  const lists = await ledger.lists();
  const counts = [await ledger.touches({ ...run, step: 'hello' }), await ledger.suppressionCounts(noon)];
  await ledger.close();
  return { facts, lists, counts };
}

test('a ledger goes from a store to a file and back, and is the same everywhere', async () => {
  const move = await createMove();
  await fill(await move.openedInStore());
  const before = await known(await move.openedInStore());
  const first = await move.toFile();
  expect(first).toEqual({ touches: 2, digest: expect.stringMatching(/^\w{64}$/) });
  expect(await move.inStore()).toEqual({ kind: 'inFile' });
  expect(await known(await move.openedFile())).toEqual(before);
  // What is changed in the file holds when it comes back, and not what was left in the store.
  const ledger = await move.openedFile();
  await ledger.importList({ name: 'dnc', at: noon + 1, replaces: true, people: [] });
  const changed = await known(ledger);
  expect(await move.toStore()).toMatchObject({ touches: 2 });
  expect(await known(await move.openedInStore())).toEqual(changed);
});

test('a pepper that is not that of the file does not become that of the project in the store', async () => {
  const move = await createMove();
  await fill(await move.openedFile());
  expect(await move.toStore('a pepper of another team')).toEqual({ inFile: { kind: 'wrongPepper' } });
  expect(await move.toStore()).toMatchObject({ touches: 2 });
});

test('what is in a store is not used any more once it is in a file, by processes that have it open neither', async () => {
  const move = await createMove();
  const ledger = await move.openedInStore();
  await fill(ledger);
  const lease = await contacting(move.store, ledger);
  expect(await move.toFile('this machine')).toMatchObject({ touches: 2 });
  const refused = { refusal: { kind: 'moved', place: 'this machine' } };
  await expect(lease.apply([intentOf(request(chi))])).rejects.toMatchObject(refused);
  await expect(ledger.suppress([{ ...onList, key: ada, from: noon }])).rejects.toMatchObject(refused);
  await expect((async () => ledger.factsOf(ada))()).rejects.toMatchObject(refused);
  await Promise.all([ledger.close(), lease.close()]);
  // As another machine sees it.
  renameSync(move.paths.database, `${move.paths.database}.elsewhere`);
  expect(await move.inStore()).toEqual({ kind: 'moved', place: 'this machine' });
  expect(await move.toFile('another machine')).toEqual({ kind: 'moved', place: 'this machine' });
});

test('a ledger stays where it is while a campaign is in progress, or has planned contacts', async () => {
  const move = await createMove();
  const ledger = await move.openedInStore();
  const lease = await contacting(move.store, ledger);
  await lease.apply([intentOf(request(ada))]);
  await lease.apply([outcomeOf(request(ada), 'accepted')]);
  await ledger.claim({ campaign: 'autumn', run: '1', priority: 1, contacts: [request(bola)] });
  expect(await move.toFile()).toEqual({ busy: 2 });
  await query(move.store, endLease);
  expect(await move.toFile()).toEqual({ busy: 1 });
  await ledger.dropClaims({ campaign: 'autumn', run: '1' });
  await expect(lease.apply([intentOf(request(ada, { step: 'again' }))])).rejects.toBeInstanceOf(HeldContact);
  await Promise.all([ledger.close(), lease.close()]);
  expect(await move.toFile()).toMatchObject({ touches: 1 });
});

test('contacts of a run that died go along as they are, and count until it goes on', async () => {
  const move = await createMove();
  const file = await move.openedFile();
  const paths = statePaths({ folder: dirname(move.paths.database), campaign: 'trial', sandbox: false });
  const asked = { about, me: { pid: 1, host: hostname(), since: 0 }, adopt: false };
  const started = await createFileBackend({ paths }).openForRunning(asked);
  if ('refused' in started) throw new Error(started.refused.kind);
  const { lease } = started;
  expect(lease.judgeContacts(file.place, onceADay)).toBe(true);
  await lease.apply([intentOf(request(ada)), intentOf(request(bola)), intentOf(request(chi))]);
  await lease.apply([outcomeOf(request(bola), 'accepted'), outcomeOf(request(chi), 'pending', { maybeSent: true })]);
  await lease.close();
  file.close();
  expect(await move.toStore()).toMatchObject({ touches: 3 });
  const states = await query(move.store, 'SELECT open FROM callsheet_contacts.contact ORDER BY open');
  expect(states.map(({ open }) => open)).toEqual([0, 0, 1]);
  const there = await leaseOf(createStoreBackend({ url: move.store }));
  expect(await move.toFile()).toEqual({ busy: 1 });
  await there.close();
  expect(await move.toFile()).toMatchObject({ touches: 3 });
  const back = await move.openedFile();
  const touches = members.map((key) => back.factsOf(key).touches);
  expect(touches).toMatchObject([[{ isReserved: true }], [{ isReserved: undefined }], [{ isReserved: undefined }]]);
  back.close();
});

test('a contact that stays by what a file knows of it stays in the store, too, though its request there is refused', async () => {
  const move = await createMove();
  const elsewhere = move.onAnotherMachine();
  const file = await elsewhere.openedFile();
  const made = request(ada, { campaign: about.campaign });
  await file.add([made]);
  file.close();
  const ledger = await move.openedInStore();
  const lease = await contacting(move.store, ledger);
  await lease.apply([intentOf(made)]);
  expect(await elsewhere.toStore()).toMatchObject({ touches: 1 });
  await lease.apply([outcomeOf(made, 'rejected')]);
  expect((await ledger.factsOf(ada)).touches).toMatchObject([{ step: 'hello', isReserved: undefined }]);
  await Promise.all([lease.close(), ledger.close()]);
});

test('a move that was killed before its file was there goes on with the same command, on another machine too', async () => {
  const move = await createMove();
  await fill(await move.openedInStore());
  const before = await known(await move.openedInStore());
  const killed = await move.begun('this machine', 'the first attempt');
  expect(await move.inStore()).toEqual({ kind: 'moved', place: 'this machine' });
  const other = move.onAnotherMachine();
  expect(await other.toFile('another machine')).toMatchObject({ touches: 2 });
  expect(await known(await other.openedFile())).toEqual(before);
  // The first attempt was not dead: it finds that another one has taken its place.
  expect(await killed.completeMove('the first attempt')).toBe(false);
  await killed.cancelMove('the first attempt');
  await killed.close();
  expect(await move.inStore()).toEqual({ kind: 'moved', place: 'another machine' });
});

test('a file that arrived is used from the moment at which the store knows it', async () => {
  const move = await createMove();
  await fill(await move.openedInStore());
  const before = await known(await move.openedInStore());
  const killed = await move.begun('this machine', 'the first attempt');
  await killed.close();
  move.written(killed, 'the first attempt');
  expect(move.inFile()).toEqual({ kind: 'fromStore' });
  expect(await move.toStore()).toEqual({ inFile: { kind: 'fromStore' } });
  expect(await move.toFile('this machine')).toMatchObject({ touches: 2 });
  expect(await known(await move.openedFile())).toEqual(before);
  expect(await move.toFile('this machine')).toEqual({ occupied: move.paths.database });
});

test('a move that was killed after the store knew of the file goes on with that file alone', async () => {
  const move = await createMove();
  await fill(await move.openedInStore());
  const before = await known(await move.openedInStore());
  const killed = await move.begun('this machine', 'the first attempt');
  await killed.completeMove('the first attempt');
  await killed.close();
  move.written(killed, 'the first attempt');
  expect(move.inFile()).toEqual({ kind: 'fromStore' });
  // On another machine there is the file of an attempt that came too late.
  const other = move.onAnotherMachine();
  other.written(killed, 'a late attempt');
  expect(await other.toFile('another machine')).toEqual({ kind: 'moved', place: 'this machine' });
  expect(await move.toFile('this machine')).toEqual({ touches: 2, digest: digestOf(killed.rows) });
  expect(await known(await move.openedFile())).toEqual(before);
});

test('what was left in the store does not come back when the file to which it went is lost', async () => {
  const move = await createMove();
  await fill(await move.openedInStore());
  await move.toFile('this machine');
  rmSync(move.paths.database);
  expect(await move.toFile('this machine')).toEqual({ kind: 'moved', place: 'this machine' });
  expect(existsSync(move.paths.database)).toBe(false);
});

test('contacts stay in the store where something else has the name of their file', async () => {
  const move = await createMove();
  await fill(await move.openedInStore());
  const before = await known(await move.openedInStore());
  writeFileSync(move.paths.database, 'a text of somebody else, and not a database '.repeat(9));
  const damaged = { kind: 'trouble', trouble: 'damaged', message: 'file is not a database' };
  expect(await move.toFile()).toEqual({ inFile: damaged });
  rmSync(move.paths.database);
  expect(await known(await move.openedInStore())).toEqual(before);
});

test('an attempt that fails leaves the contacts in the store, though another one was killed before', async () => {
  const move = await createMove();
  await fill(await move.openedInStore());
  const before = await known(await move.openedInStore());
  await (await move.begun('this machine', 'the first attempt')).close();
  const failing = await move.begun('this machine', 'the second attempt');
  await failing.cancelMove('the second attempt');
  await failing.close();
  expect(await known(await move.openedInStore())).toEqual(before);
});

test('contacts arrive in the file in which campaigns are recorded', async () => {
  const move = await createMove();
  await fill(await move.openedInStore());
  const paths = statePaths({ folder: dirname(move.paths.database), campaign: 'spring', sandbox: false });
  const backend = createFileBackend({ paths });
  const about = { campaign: 'spring', run: '1', service: 'https://service.example' };
  const me = { pid: 1, host: hostname(), since: 0 };
  const opened = await backend.openForRunning({ about, me, adopt: false });
  if ('refused' in opened) throw new Error(opened.refused.kind);
  await opened.lease.apply([{ kind: 'begun', at: noon }]);
  expect(await move.toFile()).toMatchObject({ touches: 2 });
  expect(await opened.lease.status()).toMatchObject({ begunAt: noon });
  await opened.lease.close();
  (await move.openedFile()).close();
});

test('contacts do not arrive in a file that was restored from an older copy, as nothing would find that out later', async () => {
  const move = await createMove();
  await fill(await move.openedInStore());
  const [path, guard] = [move.paths.database, join(folder, 'guard')];
  const paths = statePaths({ folder: dirname(path), campaign: 'spring', sandbox: false });
  const backend = createFileBackend({ paths, rollbackGuard: guard });
  const about = { ...run, service: 'https://service.example' };
  const send = async (key: string): Promise<void> => {
    const opened = await backend.openForRunning({ about, me: { pid: 1, host: hostname(), since: 0 }, adopt: false });
    if ('refused' in opened) throw new Error(opened.refused.kind);
    await opened.lease.apply([{ kind: 'intend', to: { step: 'hello', key, attempt: 1, at: noon, requestHash: 'aa' } }]);
    await opened.lease.close();
  };
  await send(ada);
  copyFileSync(path, `${path}.older`);
  await send(bola);
  copyFileSync(`${path}.older`, path);
  const behind = { kind: 'behind', seq: 1, known: 2 };
  expect(await move.toFile('a file', guard)).toEqual({ inFile: behind });
  expect(await backend.refusal(about, hostname())).toEqual(behind);
  await (await move.openedInStore()).close();
});

test('only the file to which a ledger went comes back in its place', async () => {
  const move = await createMove();
  await fill(await move.openedInStore());
  await move.toFile('this machine');
  rmSync(move.paths.database);
  rmSync(move.paths.key);
  const other = await move.openedFile();
  other.close();
  await expect(move.toStore()).rejects.toMatchObject({ refusal: { kind: 'moved', place: 'this machine' } });
});

test('a move to a store that was killed before it had emptied the file goes on with the same command', async () => {
  const move = await createMove();
  await fill(await move.openedFile());
  const before = await known(await move.openedFile());
  const whole = `${move.paths.database}.whole`;
  copyFileSync(move.paths.database, whole);
  expect(await move.toStore()).toEqual({ touches: 2 });
  const inStore = await known(await move.openedInStore());
  expect(inStore).toEqual(before);
  // As it was when all of it was in the store, and the file was marked.
  copyFileSync(whole, move.paths.database);
  const database = openDatabase(move.paths.database);
  database.exec(`UPDATE project SET moved_to = '${shown}'`);
  database.close();
  const marked = { kind: 'inStore', place: shown };
  expect(move.inFile()).toEqual(marked);
  // Whether the store has them is not known: neither is it used without them, nor does what it has take their place here.
  expect(await move.inStore()).toEqual({ kind: 'inFile' });
  expect(await move.toFile()).toEqual({ inFile: marked });
  expect(await move.toStore()).toEqual({ touches: 2 });
  expect(move.inFile()).toEqual(marked);
  expect(await known(await move.openedInStore())).toEqual(inStore);
});

test('who was forgotten in the store leaves nothing there when what a file knew of them arrives', async () => {
  const move = await createMove();
  const file = await move.openedFile();
  await fill(file);
  file.close();
  const store = await move.onAnotherMachine().openedInStore();
  for (const key of [ada, chi]) await store.forget(key, noon);
  await store.close();
  expect(await move.toStore()).toMatchObject({ touches: 2 });
  const moved = await move.openedInStore();
  const facts = await Promise.all([ada, chi].map(async (key) => moved.factsOf(key)));
  expect(facts).toEqual([ada, chi].map(() => ({ ...noFacts, forgottenAt: noon })));
  expect((await moved.factsOf(bola)).touches).toHaveLength(1);
  expect(await moved.touches({ ...run, step: 'hello' })).toBe(0);
  await moved.close();
});

test('who was forgotten in the store while the contacts were in a file is forgotten when they come back', async () => {
  const move = await createMove();
  await fill(await move.openedInStore());
  expect(await move.toFile()).toMatchObject({ touches: 2 });
  const elsewhere = move.onAnotherMachine();
  await elsewhere.forget(ada);
  expect(await move.toStore()).toMatchObject({ touches: 2 });
  const back = await move.openedInStore();
  expect(await back.factsOf(ada)).toEqual({ ...noFacts, forgottenAt: noon });
  expect((await back.factsOf(bola)).touches).toHaveLength(1);
  await back.close();
});

test('who was forgotten in a store stays forgotten when the contacts of another project arrive there', async () => {
  const move = await createMove();
  await fill(await move.openedInStore());
  await move.forget(ada);
  const clinic = move.onAnotherMachine('clinic');
  const file = await clinic.openedFile();
  await fill(file);
  expect(await clinic.toStore()).toMatchObject({ touches: 2 });
  const moved = await clinic.openedInStore();
  expect(await moved.factsOf(ada)).toEqual({ ...noFacts, forgottenAt: noon });
  await moved.close();
});

test('a process that had the ledger open while it was moved and came back writes contacts that everybody finds', async () => {
  const move = await createMove();
  const ledger = await move.openedInStore();
  const lease = await contacting(move.store, ledger);
  await lease.apply([intentOf(request(ada))]);
  await lease.apply([outcomeOf(request(ada), 'accepted')]);
  // It was stopped for longer than that.
  await query(move.store, endLease);
  expect(await move.toFile()).toMatchObject({ touches: 1 });
  // Nobody has contacted anybody: the file comes back without a contact of this step.
  const file = await move.openedFile();
  file.close();
  const database = openDatabase(move.paths.database);
  database.exec('DELETE FROM contact');
  database.close();
  expect(await move.toStore()).toMatchObject({ touches: 0 });
  await lease.apply([intentOf(request(bola))]);
  await Promise.all([ledger.close(), lease.close()]);
  const other = await move.openedInStore();
  const found = [await other.factsOf(bola), await other.factsOf(ada)].map(({ touches }) => touches);
  expect(found).toMatchObject([[{ campaign: 'trial', step: 'hello', isReserved: true }], []]);
  await other.close();
});

const endLease = 'UPDATE callsheet.campaign SET lease_until = now()';
