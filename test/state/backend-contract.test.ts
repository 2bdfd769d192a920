import { describe, expect, test } from 'vitest';
import { forEachJob } from '../../src/job/history.ts';
import { listJobs, type RunLease } from '../../src/ledger/backend.ts';
import { RefusedChange, type Settled } from '../../src/ledger/change.ts';
import { createMemoryBackend } from '../../src/ledger/memory-backend.ts';
import { actionGroup, type DecisionGroup } from '../../src/ledger/signed.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { decide, drop, intend, settle } from '../rig/lease.ts';
import { sampleOf } from '../rig/sample-of.ts';
import { about, accepted, ada, backends, ben, fileBackend, intent, leaseOf, me } from '../rig/state-backends.ts';

describe.each(Object.entries(backends))('%s', (_, create) => {
  test('gives the lease of a run to one process at a time', async () => {
    const backend = create();
    const first = await leaseOf(backend);
    expect(await backend.openForRunning({ about, me, adopt: false })).toMatchObject({ refused: { kind: 'locked' } });
    await first.close();
    await (await leaseOf(backend)).close();
  });

  test('refuses a run at another service once somebody was contacted', async () => {
    const backend = create();
    const lease = await leaseOf(backend);
    await intend(lease, intent);
    await lease.close();
    const other = { ...about, service: 'https://other.example' };
    expect(await backend.openForRunning({ about: other, me, adopt: false })).toEqual({
      refused: { kind: 'otherService', service: about.service },
    });
  });

  test('goes on at another service while nobody was contacted: a wrong address rejects everybody', async () => {
    const backend = create();
    const lease = await leaseOf(backend);
    await intend(lease, intent);
    await settle(lease, { ...accepted, state: 'rejected', code: '-22' });
    await intend(lease, { ...intent, ...ben });
    await settle(lease, { ...accepted, ...ben, state: 'inDoubt' });
    await lease.close();
    const other = { about: { ...about, service: 'https://other.example' }, me, adopt: false };
    expect(await backend.openForRunning(other)).toMatchObject({ refused: { kind: 'otherService' } });
    const again = await leaseOf(backend);
    await decide(again, ben, 'pending', 3_000);
    await again.close();
    const opened = await backend.openForRunning(other);
    if ('refused' in opened) throw new Error('refused');
    await intend(opened.lease, { ...intent, ...ben, attempt: 2 });
    await opened.lease.close();
    expect(await backend.openForRunning({ about, me, adopt: false })).toMatchObject({
      refused: { kind: 'otherService', service: other.about.service },
    });
  });

  test('opens for reading what is recorded, beside the process that carries it out', async () => {
    const backend = create();
    expect(await backend.openForReading({ about })).toBeUndefined();
    const lease = await leaseOf(backend);
    await intend(lease, intent);
    const opened = await backend.openForReading({ about });
    if (opened === undefined || 'refused' in opened) throw new Error('not opened');
    expect(opened.isNew).toBe(false);
    expect(await listJobs(opened.reader)).toEqual(await listJobs(lease));
    expect((await opened.reader.status()).carriedOut).toBe('1');
    const states = async () => {
      const found: string[] = [];
      const steps = await opened.reader.stepHistories('states');
      for (const step of steps.keys()) forEachJob({ steps }, step, ({ state }) => found.push(`${step} ${state}`));
      return found;
    };
    expect([await states(), await states()]).toEqual([['hello sending'], ['hello sending']]);
    await settle(lease, accepted);
    expect(await states()).toEqual(['hello accepted']);
    await lease.apply([{ kind: 'renameStep', was: 'hello', id: 'greeting' }]);
    expect(await states()).toEqual(['greeting accepted']);
    await lease.close();
    expect((await opened.reader.status()).carriedOut).toBeUndefined();
    await opened.reader.close();
    const second = { ...about, run: '2' };
    expect(await backend.openForReading({ about: second })).toBeUndefined();
    expect(await backend.openForReading({ about: second, orNew: true })).toMatchObject({ isNew: true });
  });

  test('records a person’s decisions beside a process, all of them or none, and never about a job in flight', async () => {
    const backend = create();
    const lease = await leaseOf(backend);
    for (const id of [ada, ben]) await intend(lease, { ...intent, ...id });
    await settle(lease, { ...ada, attempt: 1, at: 1_500, state: 'inDoubt', reason: 'reset' });
    const dropped = { ...ada, attempts: 1, state: 'cancelled', at: 2_000 } as const;
    await expect(backend.decide(about, [dropped, { ...dropped, ...ben }])).rejects.toThrow(
      'hello[2348030000002] could not be decided as cancelled',
    );
    expect((await lease.job(ada))?.state).toBe('inDoubt');
    expect(await backend.decide(about, [dropped])).toBeUndefined();
    expect((await lease.job(ada))?.state).toBe('cancelled');
    await settle(lease, { ...accepted, ...ben });
    // The process had counted the one in doubt before.
    expect(await lease.counts()).toEqual([
      { step: 'hello', state: 'accepted', jobs: 1 },
      { step: 'hello', state: 'cancelled', jobs: 1 },
    ]);
    await lease.close();
  });

  test('keeps who decided, with their words, over later attempts', async () => {
    const backend = create();
    const lease = await leaseOf(backend);
    await intend(lease, intent);
    await settle(lease, { ...ada, attempt: 1, at: 1_500, state: 'inDoubt', reason: 'reset' });
    const first = { state: 'pending', at: 2_000, by: 'Ben', comment: 'not in the log' } as const;
    const second = { state: 'cancelled', at: 5_000, by: 'Ọlá' } as const;
    expect(await backend.decide(about, [{ ...ada, attempts: 1, ...first }])).toBeUndefined();
    await intend(lease, { ...intent, attempt: 2, at: 3_000 });
    await settle(lease, { ...ada, attempt: 2, at: 3_500, state: 'inDoubt', reason: 'reset' });
    expect(await backend.decide(about, [{ ...ada, attempts: 2, ...second }])).toBeUndefined();
    expect((await lease.job(ada))?.decisions).toEqual([first, second]);
    expect(await lease.decisions()).toEqual([
      { at: 2_000, by: 'Ben', comment: 'not in the log', accepted: 0, pending: 1, cancelled: 0 },
      { at: 5_000, by: 'Ọlá', accepted: 0, pending: 0, cancelled: 1 },
    ]);
    await lease.close();
  });

  test('keeps approvals beside a process, in their order, and knows of none without a run', async () => {
    const backend = create();
    const approval = {
      plan: 'aa',
      checksum: 'bb',
      service: 'https://service.example',
      at: 1_000,
      by: 'Ada',
      comment: 'read',
    };
    expect(await backend.approve(about, approval)).toBeUndefined();
    const lease = await leaseOf(backend);
    expect(await lease.approvals()).toEqual([]);
    await lease.apply([{ kind: 'approved', approval }]);
    expect(await backend.approve(about, { ...approval, plan: 'cc', comment: undefined })).toBe('recorded');
    expect(await lease.approvals()).toEqual([approval, { ...approval, plan: 'cc', comment: undefined }]);
    // The process goes on as if nothing had happened.
    await intend(lease, intent);
    await settle(lease, accepted);
    await lease.close();
    const again = await leaseOf(backend);
    expect((await again.approvals()).map(({ plan }) => plan)).toEqual(['aa', 'cc']);
    await again.close();
  });

  test('keeps the waves that have begun, and who lets the next one begin beside a process, which notices it', async () => {
    const backend = create();
    const begun = {
      step: 'hello',
      wave: 0,
      at: 1_000,
      people: 50,
      of: 900,
      before: { accepted: 1, rejected: 2, inDoubt: 0 },
    };
    const signed: DecisionGroup = {
      at: 2_000,
      by: 'Ada',
      comment: 'read',
      did: 'promote',
      accepted: 0,
      pending: 0,
      cancelled: 0,
      promotion: { step: 'hello', wave: 1, what: 'begin' },
    };
    expect(await backend.promote(about, signed)).toBeUndefined();
    const lease = await leaseOf(backend);
    await lease.apply([{ kind: 'wave', begun: { ...begun, at: 999.7 } }]);
    const { decisions } = await lease.requests();
    expect(await backend.promote(about, signed)).toBe('recorded');
    expect((await lease.requests()).decisions).toBe(decisions + 1);
    expect(await lease.decisions()).toEqual([signed]);
    const rest = { ...begun, wave: 1, people: 900, rest: true } as const;
    await lease.apply([{ kind: 'wave', begun: rest }]);
    await lease.close();
    const again = await leaseOf(backend);
    expect(await again.waves()).toEqual([begun, rest]);
    await again.apply([
      { kind: 'drop', to: { step: begun.step, key: '1', state: 'skipped', reason: 'no zone', at: 1 } },
    ]);
    await again.apply([{ kind: 'renameStep', was: begun.step, id: 'greeting' }]);
    expect(await again.waves()).toEqual(
      [begun, rest].map((one) => (one.step === begun.step ? { ...one, step: 'greeting' } : one)),
    );
    expect(await again.decisions()).toEqual([{ ...signed, promotion: { ...signed.promotion, step: 'greeting' } }]);
    await again.close();
  });

  test('makes each decision on what the one before it left, and records none where one is refused', async () => {
    const backend = create();
    const lease = await leaseOf(backend);
    await intend(lease, intent);
    await settle(lease, { ...ada, attempt: 1, at: 1_500, state: 'inDoubt', reason: 'reset' });
    const before = await lease.job(ada);
    const dropped = { ...ada, attempts: 1, state: 'cancelled', at: 2_000 } as const;
    await expect(backend.decide(about, [dropped, { ...dropped, state: 'pending' }])).rejects.toThrow(
      'hello[2348030000001] could not be decided as pending',
    );
    expect(await lease.job(ada)).toEqual(before);
    const outputs = { id: 'm9' };
    expect(
      await backend.decide(about, [
        { ...ada, attempts: 1, state: 'accepted', at: 2_000 },
        { ...ada, attempts: 1, state: 'accepted', at: 2_001, outputs },
      ]),
    ).toBeUndefined();
    expect(await lease.job(ada)).toMatchObject({ state: 'accepted', settledAt: 2_001, outputs });
    await lease.close();
  });

  test('does not take a decision about one attempt for another one', async () => {
    const backend = create();
    const lease = await leaseOf(backend);
    for (const attempt of [1, 2]) {
      await intend(lease, { ...intent, attempt, at: attempt * 1_000 });
      await settle(lease, { ...ada, attempt, at: attempt * 1_000 + 500, state: 'inDoubt', reason: 'reset' });
      if (attempt === 1) await decide(lease, ada, 'pending', 1_800);
    }
    const decision = { ...ada, state: 'pending', at: 3_000 } as const;
    await expect(backend.decide(about, [{ ...decision, attempts: 1 }])).rejects.toThrow(RefusedChange);
    expect((await lease.job(ada))?.state).toBe('inDoubt');
    expect(await backend.decide(about, [{ ...decision, attempts: 2 }])).toBeUndefined();
    expect((await lease.job(ada))?.state).toBe('pending');
    await lease.close();
  });

  test('passes what another terminal asks for to the process', async () => {
    const backend = create();
    expect(await backend.requestControl(about, 'pause')).toBeUndefined();
    const lease = await leaseOf(backend);
    expect((await lease.requests()).control).toBe('run');
    expect(await backend.requestControl(about, 'pause')).toEqual({ carriedOut: '1', before: 'run' });
    expect((await lease.status()).control).toBe('pause');
    expect((await lease.requests()).control).toBe('pause');
    await lease.close();
    expect(await backend.requestControl(about, 'run')).toEqual({ carriedOut: undefined, before: 'pause' });
  });

  test('keeps who started, paused and resumed the run, beside what they decided', async () => {
    const backend = create();
    const lease = await leaseOf(backend);
    const none = { accepted: 0, pending: 0, cancelled: 0 };
    await lease.apply([{ kind: 'decided', group: actionGroup('start', { at: 1_000, by: 'Ada' }) }]);
    const paused = actionGroup('pause', { at: 2_000.4, by: 'Ben', comment: 'a wrong text' });
    expect(await backend.requestControl(about, 'pause', paused)).toEqual({ carriedOut: '1', before: 'run' });
    expect(await backend.requestControl(about, 'run', actionGroup('resume', { at: 2_000, by: 'Ben' }))).toEqual({
      carriedOut: '1',
      before: 'pause',
    });
    // Of a pause without a name there is no more than the pause.
    await backend.requestControl(about, 'pause');
    expect((await lease.requests()).control).toBe('pause');
    expect(await lease.decisions()).toEqual([
      { at: 1_000, by: 'Ada', did: 'start', ...none },
      { at: 2_000, by: 'Ben', comment: 'a wrong text', did: 'pause', ...none },
      { at: 2_000, by: 'Ben', did: 'resume', ...none },
    ]);
    await lease.close();
  });
});

test.each(sampleOf([1, 2, 3, 4, 5, 6], 1))('the backends agree after any thousand changes (seed %i)', async (seed) => {
  const random = createSeededRandom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random.next() * from.length)]!;
  const [sqlite, memory] = [await leaseOf(fileBackend()), await leaseOf(createMemoryBackend())];
  const ids = [ada, ben, { step: 'code', key: ada.key }, { step: 'funds' }];
  for (let at = 1; at <= 1_000; at++) {
    const id = pick(ids);
    const attempt = pick([1, 1, 2]);
    const change = pick<(lease: RunLease) => Promise<void>>([
      (lease) =>
        intend(lease, { ...id, attempt, at, requestHash: String(at), ...(at % 2 === 0 ? { naturalKey: 'n' } : {}) }),
      (lease) =>
        settle(lease, { ...id, attempt, at, state: pickState(at), doubtful: at % 3 === 0, attempted: at % 5 !== 0 }),
      (lease) => settle(lease, { ...id, attempt, at, state: 'pending', notBefore: at + 5, reason: 'r', code: '-18' }),
      (lease) => drop(lease, id, at % 2 === 0 ? 'skipped' : 'expired', 'judged', at),
      (lease) => decide(lease, id, at % 2 === 0 ? 'pending' : 'accepted', at, at % 3 === 0 ? { a: at } : undefined),
    ]);
    const [inFile, inMemory] = await Promise.allSettled([change(sqlite), change(memory)]);
    expect(inMemory).toEqual(inFile);
    expect(await memory.job(id)).toEqual(await sqlite.job(id));
  }
  expect(await listJobs(memory)).toEqual(await listJobs(sqlite));
  expect(await memory.counts()).toEqual(await sqlite.counts());
  expect(await memory.recentStarts(3)).toEqual(await sqlite.recentStarts(3));
  await sqlite.close();
});

function pickState(at: number): Settled['state'] {
  return (['accepted', 'rejected', 'inDoubt', 'pending'] as const)[at % 4]!;
}

test('a file is found whole again, whatever texts are in it', async () => {
  const open = () => leaseOf(fileBackend('texts'));
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
  const lease = await open();
  for (const [at, text] of texts.entries()) {
    for (const id of [{ step: 'once' }, { step: 'each', key: `2348${at}` }]) {
      await intend(lease, { ...id, attempt: 1, at: at + 0.4, requestHash: 'aa', naturalKey: text });
      await settle(lease, {
        ...id,
        attempt: 1,
        at: at + 1,
        state: 'pending',
        code: '-7',
        reason: text,
        outputs: { text },
        notBefore: 1.5,
        attempted: at % 2 === 0,
      });
    }
  }
  await intend(lease, { step: 'each', key: 'left', attempt: 1, at: 1, requestHash: 'bb', naturalKey: "it's\n" });
  const before = await listJobs(lease);
  await lease.close();
  const again = await open();
  expect(await listJobs(again)).toEqual(before);
  expect(before).toHaveLength(texts.length + 2);
  await again.close();
});

describe('the memory backend, when a process dies', () => {
  test('keeps what was on disk, any beginning of the rest, and resolves nothing any more', async () => {
    for (const kept of [0, 1, 2]) {
      const backend = createMemoryBackend();
      let synced = (): void => {};
      const sync = (): Promise<void> => new Promise((resolve) => void (synced = resolve));
      const lease = backend.openLease({ about, sync });
      let answered = 0;
      const note = (): void => void answered++;
      void intend(lease, intent).then(note, note);
      void intend(lease, { ...intent, ...ben }).then(note, note);
      await Promise.resolve();
      lease.die((unsynced) => {
        expect(unsynced).toBe(2);
        return kept;
      });
      void settle(lease, accepted).then(note, note);
      synced();
      await new Promise((resolve) => setImmediate(resolve));
      expect(answered).toBe(0);
      const next = backend.openLease({ about });
      expect((await listJobs(next)).map(({ state }) => state)).toEqual(Array.from({ length: kept }, () => 'sending'));
    }
  });

  test('fences out the lease that it replaces', async () => {
    const backend = createMemoryBackend();
    const first = backend.openLease({ about });
    const second = backend.openLease({ about });
    await expect(intend(first, intent)).rejects.toThrow('another process now runs this campaign');
    await intend(second, intent);
  });
});
