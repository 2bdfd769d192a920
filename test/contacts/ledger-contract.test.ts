import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { noFacts } from '../../src/ledger/contacts/facts.ts';
import type { ContactLedger, NewConsent } from '../../src/ledger/contacts/ledger.ts';
import { openMemoryLedger, openProjectLedger } from '../../src/ledger/contacts/open-ledger.ts';
import type { Later } from '../../src/ledger/sql.ts';
import { contactPaths } from '../../src/ledger/state-paths.ts';
import { dayMs, hourMs, noon, onceADay, request, reserve, settle } from '../rig/contacts.ts';
import { newDatabase } from '../rig/postgres/database.ts';
import { type StoreRecorder, storeRecorder } from '../rig/store-contacts.ts';

const [ada, bola] = ['2348030000001', '2348030000002'];
const job = { campaign: 'spring', run: '1', step: 'hello' };
const autumn = { campaign: 'autumn', run: '1' };

const folder = mkdtempSync(join(tmpdir(), 'callsheet-ledgers-'));
const opened: ContactLedger[] = [];
let store: ReturnType<typeof newStore> | undefined;
afterAll(async () => {
  for (const ledger of opened) await ledger.close();
  await (await store)?.recorder[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

async function newStore() {
  const url = await newDatabase();
  return { url, recorder: await storeRecorder(url) };
}

/** A ledger, and how contacts are recorded in it. */
interface Opened {
  readonly ledger: ContactLedger;
  readonly reserve: (...given: Parameters<StoreRecorder['reserve']>) => Later<readonly boolean[]>;
  readonly settle: (...given: Parameters<StoreRecorder['settle']>) => Later<void>;
}

/** All of this file in one database, each ledger for a project of its own. */
async function openInStore(): Promise<Opened> {
  const { url, recorder } = await (store ??= newStore());
  const project = `shop-${opened.length}`;
  const paths = contactPaths({ folder: join(folder, project), sandbox: false });
  const ledger = await openProjectLedger({ paths, project, pepper: undefined, store: url });
  if ('kind' in ledger) throw new Error(`refused: ${JSON.stringify(ledger)}`);
  opened.push(ledger);
  return { ledger, ...recorder };
}

/** Both keep the same contract. */
const ledgers: Readonly<Record<string, () => Opened | Promise<Opened>>> = {
  'a file': () => ({ ledger: openMemoryLedger(), reserve, settle }),
  'a store': openInStore,
};

describe.each(Object.entries(ledgers))('the contact ledger in %s', (_, open) => {
  test('a touch counts from its reservation on, for every campaign of the project', async () => {
    const { ledger, reserve } = await open();
    expect(await reserve(ledger, onceADay, [request(ada), request(bola)])).toEqual([true, true]);
    expect(await reserve(ledger, onceADay, [request(ada, { campaign: 'autumn' })])).toEqual([false]);
    expect(await ledger.factsOf(ada)).toEqual({
      ...noFacts,
      touches: [{ ...job, at: noon, channel: 'whatsapp', purpose: 'marketing', isReserved: true }],
    });
    expect(await reserve(ledger, onceADay, [request(ada, { campaign: 'autumn', at: noon + dayMs })])).toEqual([true]);
    expect(await reserve(ledger, onceADay, [request(bola, { campaign: 'autumn', at: noon + 11 * hourMs })])).toEqual([
      false,
    ]);
  });

  test('two requests of one group for one person are judged one after the other', async () => {
    const { ledger, reserve } = await open();
    expect(await ledger.lastContact()).toBeUndefined();
    const requests = [request(ada), request(ada, { step: 'again' }), request(ada, { step: 'more' })];
    expect(await reserve(ledger, onceADay, requests)).toEqual([true, false, false]);
  });

  test('the same job again is the same contact, at its latest start', async () => {
    const { ledger, reserve } = await open();
    await reserve(ledger, onceADay, [request(ada)]);
    expect(await reserve(ledger, onceADay, [request(ada, { at: noon + hourMs })])).toEqual([true]);
    expect((await ledger.factsOf(ada)).touches.map(({ at }) => at)).toEqual([noon + hourMs]);
    expect(await ledger.lastContact()).toBe(noon + hourMs);
    expect(await ledger.touches(job)).toBe(1);
  });

  test('the last contact is that of any step, also of one that began earlier', async () => {
    const { ledger, reserve } = await open();
    for (const made of [request(ada), request(bola, { step: 'later' }), request(bola, { at: noon + dayMs })])
      expect(await reserve(ledger, onceADay, [made])).toEqual([true]);
    expect(await ledger.lastContact()).toBe(noon + dayMs);
  });

  test('only a touch that is released stops counting, and only once', async () => {
    const { ledger, reserve, settle } = await open();
    await reserve(ledger, onceADay, [request(ada), request(bola)]);
    const touches = async () => (await ledger.read([ada, bola])).map((facts) => facts.touches);
    expect(await touches()).toMatchObject([[{ isReserved: true }], [{ isReserved: true }]]);
    await settle(ledger, request(ada), 'accepted');
    await settle(ledger, request(bola), 'pending');
    // What was made stays made.
    await settle(ledger, request(ada), 'pending');
    expect(await touches()).toMatchObject([[{ isReserved: undefined }], []]);
    expect(await ledger.touches(job)).toBe(1);
  });

  test('a suppression that is recorded wins, for its channel and purpose and until its end, also where a clock is behind', async () => {
    const { ledger, reserve } = await open();
    const base = { key: ada, reason: 'asked to stop', source: '', channel: undefined, purpose: undefined };
    await ledger.suppress([{ ...base, from: noon, until: noon + hourMs }]);
    const times = [noon - 1, noon, noon + hourMs - 1, noon + hourMs];
    const asked = times.map((at, index) => request(ada, { at, step: `step${index}` }));
    expect(await reserve(ledger, { ...onceADay, caps: [] }, asked)).toEqual([false, false, false, true]);
    await ledger.suppress([{ ...base, channel: 'otp', from: noon + hourMs, until: undefined }]);
    const otp = request(ada, { at: noon + dayMs, channel: 'otp', purpose: 'transactional', step: 'code' });
    expect(await reserve(ledger, onceADay, [otp])).toEqual([false]);
    expect(await reserve(ledger, onceADay, [request(ada, { at: noon + dayMs })])).toEqual([true]);
    expect([
      await ledger.allow(ada, { channel: 'otp', purpose: undefined }),
      await reserve(ledger, onceADay, [otp]),
    ]).toEqual([1, [true]]);
  });

  test('an import adds to a list; only one that replaces it takes people off', async () => {
    const { ledger } = await open();
    const entry = (key: string) => ({
      key,
      reason: 'on the list dnc',
      source: 'dnc',
      channel: undefined,
      purpose: undefined,
      from: noon,
      until: undefined,
    });
    const importList = async (at: number, keys: readonly string[], replaces = false) => {
      const list = { name: 'dnc', at, people: keys.map(entry), replaces };
      const [before, would] = [await ledger.suppressionCounts(at), await ledger.importList(list, true)];
      expect([await ledger.suppressionCounts(at), await ledger.lists()]).toEqual([before, listed]);
      expect(await ledger.importList(list)).toEqual(would);
      listed = new Map([['dnc', at]]);
      return would;
    };
    let listed = new Map<string, number>();
    expect(await importList(noon, [ada, bola, ada])).toEqual({ added: 2, kept: 0, removed: 0 });
    expect(await importList(noon + 1, [bola])).toEqual({ added: 0, kept: 1, removed: 0 });
    expect((await ledger.factsOf(ada)).suppressions).toHaveLength(1);
    expect(await importList(noon + 2, [bola], true)).toEqual({ added: 0, kept: 1, removed: 1 });
    expect(await Promise.all([ada, bola].map(async (key) => (await ledger.factsOf(key)).suppressions.length))).toEqual([
      0, 1,
    ]);
    expect(await ledger.lists()).toEqual(new Map([['dnc', noon + 2]]));
  });

  test('a person who is forgotten leaves a tombstone and nothing else, and is never contacted again', async () => {
    const { ledger, reserve } = await open();
    await reserve(ledger, onceADay, [request(ada)]);
    await ledger.suppress([
      {
        key: ada,
        reason: 'asked to stop',
        source: '',
        channel: 'otp',
        purpose: undefined,
        from: noon,
        until: undefined,
      },
    ]);
    await ledger.forget(ada, noon + 1);
    expect(await ledger.factsOf(ada)).toEqual({ ...noFacts, forgottenAt: noon + 1 });
    expect(await reserve(ledger, { ...onceADay, caps: [] }, [request(ada, { at: noon + 400 * dayMs })])).toEqual([
      false,
    ]);
  });

  test('a renamed step keeps its touches', async () => {
    const { ledger, reserve } = await open();
    await reserve(ledger, onceADay, [request(ada)]);
    await ledger.rename(job, 'welcome');
    expect(await reserve(ledger, onceADay, [request(ada, { step: 'welcome' })])).toEqual([true]);
    expect([await ledger.touches(job), await ledger.touches({ ...job, step: 'welcome' })]).toEqual([0, 1]);
  });

  test('a contact that was made without the ledger is added, unless its job has one', async () => {
    const { ledger, reserve, settle } = await open();
    await reserve(ledger, onceADay, [request(ada, { at: noon + hourMs })]);
    await settle(ledger, request(ada), 'accepted');
    await ledger.add([request(ada), request(bola)]);
    expect((await ledger.factsOf(ada)).touches).toEqual([
      { ...job, at: noon + hourMs, channel: 'whatsapp', purpose: 'marketing', isReserved: undefined },
    ]);
    expect((await ledger.factsOf(bola)).touches.map(({ at }) => at)).toEqual([noon]);
    expect(await ledger.touches(job)).toBe(2);
  });

  test('a contact that was made stays when its job is sent again and rejected', async () => {
    const { ledger, reserve, settle } = await open();
    await reserve(ledger, onceADay, [request(ada)]);
    await settle(ledger, request(ada), 'accepted');
    expect(await reserve(ledger, onceADay, [request(ada, { at: noon + 1 })])).toEqual([true]);
    expect((await ledger.factsOf(ada)).touches).toMatchObject([{ at: noon + 1, isReserved: undefined }]);
    expect(await ledger.touches(job)).toBe(1);
    await settle(ledger, request(ada), 'pending');
    expect((await ledger.factsOf(ada)).touches).toMatchObject([{ at: noon + 1, isReserved: undefined }]);
    await settle(ledger, request(ada), 'rejected');
    expect((await ledger.factsOf(ada)).touches).toMatchObject([{ at: noon + 1, isReserved: undefined }]);
    await reserve(ledger, onceADay, [request(ada, { at: noon + 2 })]);
    await settle(ledger, request(ada), 'accepted');
    expect((await ledger.factsOf(ada)).touches).toMatchObject([{ at: noon + 2, isReserved: undefined }]);
    expect(await ledger.touches(job)).toBe(1);
  });

  test('a claim holds the room for its contact until it is made or dropped', async () => {
    const { ledger, reserve, settle } = await open();
    const contacts = [ada, bola].map((key) => request(key, { at: noon + hourMs }));
    await ledger.claim({ ...autumn, priority: 5, contacts });
    expect((await ledger.factsOf(ada)).claims).toEqual([
      { ...autumn, step: 'hello', at: noon + hourMs, channel: 'whatsapp', purpose: 'marketing', priority: 5 },
    ]);
    expect(await reserve(ledger, onceADay, [request(ada)])).toEqual([false]);
    expect(await reserve(ledger, { ...onceADay, priority: 5 }, [request(ada)])).toEqual([true]);
    await settle(ledger, request(ada), 'pending');
    expect(await reserve(ledger, { ...onceADay, priority: 5 }, [request(bola, autumn)])).toEqual([true]);
    await settle(ledger, request(bola, autumn), 'accepted');
    expect((await ledger.factsOf(bola)).claims).toEqual([]);
    await reserve(ledger, { ...onceADay, priority: 5 }, [request(ada, autumn)]);
    // Its turn goes with its job, which was rejected, and not with a request that is sent later.
    await settle(ledger, request(ada, autumn), 'pending');
    expect((await ledger.factsOf(ada)).claims).toHaveLength(1);
    await reserve(ledger, { ...onceADay, priority: 5 }, [request(ada, autumn)]);
    await settle(ledger, request(ada, autumn), 'rejected');
    expect((await ledger.factsOf(ada)).claims).toEqual([]);
    await ledger.claim({ ...autumn, priority: 5, contacts });
    await ledger.keepClaims(autumn);
    await ledger.dropClaims(autumn);
    expect((await ledger.factsOf(ada)).claims).toEqual([]);
    expect(await reserve(ledger, onceADay, [request(ada)])).toEqual([true]);
  });

  test('a later consent replaces an earlier one, and counts say how many hold', async () => {
    const { ledger, reserve } = await open();
    const consent = (key: string, more: Partial<NewConsent>): NewConsent => ({
      key,
      purpose: 'marketing',
      channel: 'whatsapp',
      basis: 'explicit',
      at: noon,
      evidence: 'form 1',
      expires: undefined,
      ...more,
    });
    const first = [consent(ada, { at: noon - 2 }), consent(ada, {}), consent(bola, { at: noon + 1 })];
    expect(await ledger.recordConsents(first)).toEqual({ recorded: 2, older: 1, all: 2 });
    const old = consent(ada, { at: noon - 1, evidence: 'form 0' });
    expect(await ledger.recordConsents([old])).toEqual({ recorded: 0, older: 1, all: 2 });
    const twice = [consent(ada, {}), consent(ada, {})];
    expect(await ledger.recordConsents(twice)).toEqual({ recorded: 1, older: 0, all: 2 });
    expect((await ledger.factsOf(ada)).consents.map(({ evidence }) => evidence)).toEqual(['form 1']);
    await ledger.recordConsents([consent(ada, { at: noon + 1, evidence: 'form 2', expires: noon + dayMs })]);
    expect((await ledger.factsOf(ada)).consents).toMatchObject([{ evidence: 'form 2', expires: noon + dayMs }]);
    const counted = { purpose: 'marketing', channel: 'whatsapp', basis: 'explicit' };
    const counts = async (at: number) => ledger.consentCounts(at);
    expect(await counts(noon)).toEqual([]);
    expect(await counts(noon + 1)).toEqual([{ ...counted, people: 2 }]);
    // The other one has lapsed.
    expect(await counts(noon + dayMs)).toEqual([{ ...counted, people: 1 }]);
    const asked = [noon, noon + 1, noon + dayMs].map((at) => request(ada, { at, step: String(at) }));
    const rules = { ...onceADay, caps: [], consent: [{ ...onceADay.caps[0]!, channel: 'whatsapp' as const }] };
    expect(await reserve(ledger, rules, asked)).toEqual([false, true, false]);
  });

  test('the suppression that holds longest stays, also that of a list', async () => {
    const { ledger } = await open();
    const base = { key: ada, reason: 'asked to stop', source: '', channel: undefined, purpose: undefined, from: noon };
    const ends = async () => (await ledger.factsOf(ada)).suppressions.map(({ reason, until }) => [reason, until]);
    await ledger.suppress([{ ...base, until: noon + hourMs }]);
    await ledger.suppress([{ ...base, reason: 'refused', until: noon + 2 * hourMs }]);
    expect(await ends()).toEqual([['refused', noon + 2 * hourMs]]);
    await ledger.suppress([{ ...base, reason: 'moved', until: noon + hourMs }]);
    expect(await ends()).toEqual([['refused', noon + 2 * hourMs]]);
    await ledger.suppress([{ ...base, until: undefined }]);
    await ledger.suppress([{ ...base, reason: 'refused', until: noon + 3 * hourMs }]);
    expect(await ends()).toEqual([['asked to stop', undefined]]);
    await ledger.allow(ada, base);
    const listed = async (reason: string, until: number | undefined) => {
      const people = [{ ...base, source: 'dnc', reason, until }];
      await ledger.importList({ name: 'dnc', at: noon, people, replaces: true });
      return ends();
    };
    expect(await listed('for an hour', noon + hourMs)).toEqual([['for an hour', noon + hourMs]]);
    expect(await listed('for good', undefined)).toEqual([['for good', undefined]]);
    expect(await listed('for two hours', noon + 2 * hourMs)).toEqual([['for good', undefined]]);
  });

  test('of several suppressions that are recorded together, the one that holds longest stays', async () => {
    const { ledger } = await open();
    const base = { key: ada, reason: 'asked to stop', source: '', channel: undefined, purpose: undefined, from: noon };
    const both = [undefined, noon + hourMs].map((until) => ({ ...base, until }));
    const ends = async () => (await ledger.factsOf(ada)).suppressions.map(({ source, until }) => [source, until]);
    await ledger.suppress(both);
    expect(await ends()).toEqual([['', undefined]]);
    const people = both.map((one) => ({ ...one, source: 'dnc' }));
    await ledger.importList({ name: 'dnc', at: noon, people, replaces: true });
    expect(await ends()).toEqual([
      ['', undefined],
      ['dnc', undefined],
    ]);
  });

  test('suppressions that hold are counted by list, reason and scope', async () => {
    const { ledger } = await open();
    const base = { channel: undefined, purpose: undefined, from: noon, until: undefined };
    await ledger.suppress([{ ...base, key: ada, reason: 'asked to stop', source: '' }]);
    await ledger.suppress([{ ...base, key: bola, reason: 'asked to stop', source: '', until: noon + hourMs }]);
    const people = [ada, bola].map((key) => ({ ...base, key, reason: 'on the list dnc', source: 'dnc' }));
    await ledger.importList({ name: 'dnc', at: noon, people, replaces: false });
    const scope = { channel: undefined, purpose: undefined };
    const asked = { ...scope, reason: 'asked to stop', source: '', imported: undefined };
    const listed = { ...scope, reason: 'on the list dnc', source: 'dnc', people: 2, imported: noon };
    expect(await ledger.suppressionCounts(noon + hourMs - 1)).toEqual([{ ...asked, people: 2 }, listed]);
    expect(await ledger.suppressionCounts(noon + hourMs)).toEqual([{ ...asked, people: 1 }, listed]);
  });
});
