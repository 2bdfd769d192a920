import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { createMemoryDisk, createMemoryStore } from '../../src/state/memory-store.ts';
import { openStore } from '../../src/state/open-store.ts';
import { statePaths } from '../../src/state/state-paths.ts';
import type { Settled, Store } from '../../src/state/store.ts';

const about = { campaign: 'trial', run: '1', service: 'sandbox' };
const folder = mkdtempSync(join(tmpdir(), 'callsheet-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

function openSqlite(): Store {
  const paths = statePaths({ folder, campaign: `trial-${++files}`, sandbox: true });
  const opened = openStore({ paths, about, me: { pid: 1, host: 'here', since: 0 }, adopt: false });
  if ('refused' in opened) throw new Error(`refused: ${opened.refused.kind}`);
  return opened.store;
}

const stores: Readonly<Record<string, () => Store>> = {
  'the SQLite store': openSqlite,
  'the memory store': () => createMemoryStore({ about, disk: createMemoryDisk() }),
};

const ada = { step: 'hello', key: '2348030000001' };
const ben = { step: 'hello', key: '2348030000002' };
const intent = { ...ada, attempt: 1, at: 1_000, requestHash: 'aa' };
const accepted: Settled = { ...ada, attempt: 1, at: 1_500, state: 'accepted', code: '0', outputs: { id: 'm1', n: 2 } };

describe.each(Object.entries(stores))('%s', (_, open) => {
  test('remembers a job from its intent to its outcome', async () => {
    const store = open();
    expect(store.job(ada)).toBeUndefined();
    await store.intend({ ...intent, naturalKey: 'order-1' });
    expect(store.job(ada)).toEqual({
      ...ada,
      state: 'sending',
      attempts: 1,
      firstAt: 1_000,
      at: 1_000,
      naturalKey: 'order-1',
      requestHash: 'aa',
    });
    await store.settle(accepted);
    expect(store.job(ada)).toEqual({
      ...ada,
      state: 'accepted',
      attempts: 1,
      firstAt: 1_000,
      at: 1_000,
      settledAt: 1_500,
      naturalKey: 'order-1',
      requestHash: 'aa',
      code: '0',
      outputs: { id: 'm1', n: 2 },
    });
    await store.close();
  });

  test('remembers when the latest attempt left, to the millisecond, and forgets it with the next one', async () => {
    const store = open();
    for (const leftAt of [1_004, 1_000, 990]) {
      await store.intend(intent);
      await store.settle({ ...accepted, state: 'pending', attempted: false, leftAt });
      expect(store.job(ada)?.leftAt).toBe(leftAt);
      expect([...store.jobs()].map((job) => job.leftAt)).toEqual([leftAt]);
    }
    await store.intend(intent);
    await store.settle({ ...accepted, state: 'pending', attempted: false });
    expect(store.job(ada)).toMatchObject({ at: 1_000, settledAt: 1_500 });
    expect(store.job(ada)).not.toHaveProperty('leftAt');
    await store.close();
  });

  test('a job is claimed once', async () => {
    const store = open();
    const claims = await Promise.allSettled([
      store.intend(intent),
      store.intend(intent),
      store.intend({ ...intent, ...ben }),
    ]);
    expect(claims.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(claims[1]).toMatchObject({
      reason: new Error('hello[2348030000001] could not be claimed: its state in the file is different'),
    });
    await store.close();
  });

  test('an outcome counts for its own attempt only, and once', async () => {
    const store = open();
    await store.intend(intent);
    await expect(store.settle({ ...accepted, attempt: 2 })).rejects.toThrow('could not be settled');
    await store.settle(accepted);
    await expect(store.settle(accepted)).rejects.toThrow('could not be settled');
    await expect(store.intend({ ...intent, attempt: 2 })).rejects.toThrow('could not be claimed');
    await expect(store.drop(ada, 'skipped', 'late', 2_000)).rejects.toThrow('could not be skipped');
    await expect(store.decide(ada, 'pending', 2_000)).rejects.toThrow('could not be decided as pending');
    expect(store.job(ada)?.state).toBe('accepted');
    await store.close();
  });

  test('who may not be claimed keeps nobody else back, and a job’s changes follow one another', async () => {
    const store = open();
    await store.intend(intent);
    await store.settle(accepted);
    const changes = await Promise.allSettled([
      store.intend({ ...intent, attempt: 2 }),
      store.intend({ ...intent, ...ben }),
      store.settle({ ...accepted, ...ben }),
      store.intend({ ...intent, ...ben, attempt: 2 }),
      store.intend({ ...intent, ...ben, key: '2348030000003' }),
    ]);
    expect(changes.map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect([...store.jobs()].map(({ key, state }) => `${key} ${state}`)).toEqual([
      '2348030000001 accepted',
      '2348030000002 accepted',
      '2348030000003 sending',
    ]);
    await store.close();
  });

  test('an attempt that did not count is taken back, and the first start is kept', async () => {
    const store = open();
    await store.intend(intent);
    const again: Settled = {
      ...ada,
      attempt: 1,
      at: 1_100,
      state: 'pending',
      attempted: false,
      doubtful: true,
      notBefore: 9_000,
    };
    await store.settle({ ...again, reason: 'no answer' });
    expect(store.job(ada)).toMatchObject({
      state: 'pending',
      attempts: 0,
      doubtful: true,
      notBefore: 9_000,
      reason: 'no answer',
    });
    await store.intend({ ...intent, at: 9_000 });
    expect(store.job(ada)).toEqual({
      ...ada,
      state: 'sending',
      attempts: 1,
      firstAt: 1_000,
      at: 9_000,
      requestHash: 'aa',
      doubtful: true,
      reason: 'no answer',
    });
    await store.close();
  });

  test('a person decides on a job in doubt', async () => {
    const store = open();
    await store.intend(intent);
    await expect(store.decide(ada, 'accepted', 2_000)).rejects.toThrow('could not be decided as accepted');
    await store.settle({ ...ada, attempt: 1, at: 1_500, state: 'inDoubt', reason: 'reset' });
    await store.decide(ada, 'accepted', 2_000, { id: 'm9' });
    expect(store.job(ada)).toMatchObject({ state: 'accepted', settledAt: 2_000, outputs: { id: 'm9' } });
    await expect(store.decide(ben, 'accepted', 2_000)).rejects.toThrow('could not be decided as accepted');
    await store.close();
  });

  test('lists and counts by step and state', async () => {
    const store = open();
    await store.intend({ ...intent, ...ben, at: 3_000 });
    await store.drop(ada, 'skipped', 'no zone', 1_000);
    await store.intend({ step: 'funds', attempt: 1, at: 2_000, requestHash: 'bb' });
    expect([...store.jobs()].map(({ step, key }) => `${step} ${key ?? ''}`)).toEqual([
      'hello 2348030000001',
      'hello 2348030000002',
      'funds ',
    ]);
    expect([...store.jobs({ step: 'hello', state: 'sending' })].map(({ key }) => key)).toEqual([ben.key]);
    expect([...store.jobs({ step: 'none' })]).toEqual([]);
    expect(store.counts()).toEqual([
      { step: 'hello', state: 'sending', jobs: 1 },
      { step: 'hello', state: 'skipped', jobs: 1 },
      { step: 'funds', state: 'sending', jobs: 1 },
    ]);
    expect(store.recentStarts(10)).toEqual([2_000, 3_000]);
    expect(store.recentStarts(1)).toEqual([3_000]);
    expect(store.recentStarts(10, 'funds')).toEqual([2_000]);
    await store.close();
  });

  test('gives the records of a renamed step to a step that has records itself, except for recipients for whom both have one', async () => {
    const store = open();
    await store.intend(intent);
    await store.settle(accepted);
    await store.drop({ step: 'hello', key: 'both' }, 'skipped', 'earlier', 1_000);
    await store.drop({ step: 'code', key: 'both' }, 'skipped', 'later', 1_000);
    store.renameStep('hello', 'code');
    expect([...store.jobs()]).toEqual([
      { step: 'hello', key: 'both', state: 'skipped', attempts: 0, settledAt: 1_000, reason: 'earlier' },
      {
        ...accepted,
        step: 'code',
        state: 'accepted',
        at: 1_000,
        firstAt: 1_000,
        settledAt: 1_500,
        attempts: 1,
        requestHash: 'aa',
        attempt: undefined,
      },
      { step: 'code', key: 'both', state: 'skipped', attempts: 0, settledAt: 1_000, reason: 'later' },
    ]);
    await store.close();
  });

  test('gives the records of a renamed step to its new name, unless both have some', async () => {
    const store = open();
    await store.intend(intent);
    await store.drop({ step: 'code', key: ada.key }, 'skipped', 'no zone', 1_000);
    store.renameStep('hello', 'greeting');
    store.renameStep('greeting', 'code');
    store.renameStep('never', 'other');
    expect(store.steps()).toEqual(['greeting', 'code']);
    expect([...store.jobs({ step: 'greeting' })]).toMatchObject([{ step: 'greeting', key: ada.key, state: 'sending' }]);
    expect(store.job({ ...ada, step: 'greeting' })?.state).toBe('sending');
    await store.settle({ ...accepted, step: 'greeting' });
    expect(store.job(ada)).toBeUndefined();
    expect(store.lastInputs()).toBeUndefined();
    store.setLastInputs('one');
    store.setLastInputs('two');
    expect(store.lastInputs()).toBe('two');
    expect(store.confirmed()).toBeUndefined();
    store.setConfirmed('the first');
    store.setConfirmed('the second');
    expect([store.confirmed(), store.lastInputs()]).toEqual(['the second', 'two']);
    await store.close();
  });

  test('holds what another terminal asked for, and how a process ended', async () => {
    const store = open();
    expect(store.control()).toBe('run');
    store.setControl('pause');
    expect(store.control()).toBe('pause');
    expect(store.ended()).toBeUndefined();
    store.setEnded(3, 5_000);
    expect(store.ended()).toBe(3);
    expect(store.begunAt()).toBeUndefined();
    store.setBegun(6_000);
    expect(store.ended()).toBeUndefined();
    store.setBegun(7_000);
    expect(store.begunAt()).toBe(6_000);
    await store.close();
  });
});

test.each([1, 2, 3, 4, 5, 6])('both stores agree after any thousand changes (seed %i)', async (seed) => {
  const random = createSeededRandom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random.next() * from.length)]!;
  const [sqlite, memory] = [openSqlite(), createMemoryStore({ about, disk: createMemoryDisk() })];
  const ids = [ada, ben, { step: 'code', key: ada.key }, { step: 'funds' }];
  for (let at = 1; at <= 1_000; at++) {
    const id = pick(ids);
    const attempt = pick([1, 1, 2]);
    const change = pick<(store: Store) => Promise<void>>([
      (store) =>
        store.intend({ ...id, attempt, at, requestHash: String(at), ...(at % 2 === 0 ? { naturalKey: 'n' } : {}) }),
      (store) =>
        store.settle({ ...id, attempt, at, state: pickState(at), doubtful: at % 3 === 0, attempted: at % 5 !== 0 }),
      (store) => store.settle({ ...id, attempt, at, state: 'pending', notBefore: at + 5, reason: 'r', code: '-18' }),
      (store) => store.drop(id, at % 2 === 0 ? 'skipped' : 'expired', 'judged', at),
      (store) => store.decide(id, at % 2 === 0 ? 'pending' : 'accepted', at, at % 3 === 0 ? { a: at } : undefined),
    ]);
    const [inFile, inMemory] = await Promise.allSettled([change(sqlite), change(memory)]);
    expect(inMemory).toEqual(inFile);
    expect(memory.job(id)).toEqual(sqlite.job(id));
  }
  expect([...memory.jobs()]).toEqual([...sqlite.jobs()]);
  expect(memory.counts()).toEqual(sqlite.counts());
  expect(memory.recentStarts(3)).toEqual(sqlite.recentStarts(3));
  await sqlite.close();
});

function pickState(at: number): Settled['state'] {
  return (['accepted', 'rejected', 'inDoubt', 'pending'] as const)[at % 4]!;
}

test('a file is found whole again, whatever texts are in it', async () => {
  const paths = statePaths({ folder, campaign: 'texts', sandbox: true });
  const open = (): Store => {
    const opened = openStore({ paths, about, me: { pid: 1, host: 'here', since: 0 }, adopt: false });
    if ('refused' in opened) throw new Error(JSON.stringify(opened.refused));
    return opened.store;
  };
  const texts = [
    '',
    ' ',
    '\n',
    '\t',
    '\u0000',
    'a\u0000b',
    '\u0001',
    'Ọjọ́',
    '📞',
    '\ud800',
    "it's",
    '1',
    '1.0',
    '1e3',
    'NULL',
  ];
  const store = open();
  for (const [at, text] of texts.entries()) {
    for (const id of [{ step: 'once' }, { step: 'each', key: `2348${at}` }]) {
      await store.intend({ ...id, attempt: 1, at: at + 0.4, requestHash: 'aa', naturalKey: text });
      await store.settle({
        ...id,
        attempt: 1,
        at: at + 1,
        state: 'pending',
        code: text,
        reason: text,
        outputs: { text },
        notBefore: 1.5,
        attempted: at % 2 === 0,
      });
    }
  }
  await store.intend({ step: 'each', key: 'left', attempt: 1, at: 1, requestHash: 'bb', naturalKey: "it's\n" });
  const before = [...store.jobs()];
  await store.close();
  const again = open();
  expect([...again.jobs()]).toEqual(before);
  expect(before).toHaveLength(texts.length + 2);
  await again.close();
});

describe('the memory store, when its process dies', () => {
  test('keeps what was on disk, any beginning of the rest, and answers nobody any more', async () => {
    for (const kept of [0, 1, 2]) {
      const disk = createMemoryDisk();
      let synced = (): void => {};
      const sync = (): Promise<void> => new Promise((resolve) => void (synced = resolve));
      const store = createMemoryStore({ about, disk, sync });
      let answered = 0;
      const note = (): void => void answered++;
      void store.intend(intent).then(note, note);
      void store.intend({ ...intent, ...ben }).then(note, note);
      await Promise.resolve();
      store.die((unsynced) => {
        expect(unsynced).toBe(2);
        return kept;
      });
      void store.settle(accepted).then(note, note);
      synced();
      await new Promise((resolve) => setImmediate(resolve));
      expect(answered).toBe(0);
      const next = createMemoryStore({ about, disk });
      expect([...next.jobs()].map(({ state }) => state)).toEqual(Array.from({ length: kept }, () => 'sending'));
    }
  });
});
