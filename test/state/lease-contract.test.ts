import { describe, expect, test } from 'vitest';
import { forEachJob, perJob } from '../../src/job/history.ts';
import { listJobs } from '../../src/ledger/backend.ts';
import type { Decided, Settled } from '../../src/ledger/change.ts';
import { decide, drop, intend, settle } from '../rig/lease.ts';
import { accepted, ada, backends, ben, intent, leaseOf } from '../rig/state-backends.ts';

describe.each(Object.entries(backends))('a lease of %s', (_, create) => {
  const open = () => leaseOf(create());

  test('remembers a job from its intent to its outcome', async () => {
    const lease = await open();
    expect(await lease.job(ada)).toBeUndefined();
    await intend(lease, { ...intent, naturalKey: 'order-1' });
    expect(await lease.job(ada)).toEqual({
      ...ada,
      state: 'sending',
      attempts: 1,
      firstAt: 1_000,
      at: 1_000,
      naturalKey: 'order-1',
      requestHash: 'aa',
    });
    await settle(lease, accepted);
    expect(await lease.job(ada)).toEqual({
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
    await lease.close();
  });

  test('remembers when the latest attempt left, to the millisecond, and forgets it with the next one', async () => {
    const lease = await open();
    for (const leftAt of [1_004, 1_000, 990]) {
      await intend(lease, intent);
      await settle(lease, { ...accepted, state: 'pending', attempted: false, leftAt });
      expect((await lease.job(ada))?.leftAt).toBe(leftAt);
      expect((await listJobs(lease)).map((job) => job.leftAt)).toEqual([leftAt]);
    }
    await intend(lease, intent);
    await settle(lease, { ...accepted, state: 'pending', attempted: false });
    expect(await lease.job(ada)).toMatchObject({ at: 1_000, settledAt: 1_500 });
    expect((await lease.job(ada))?.leftAt).toBeUndefined();
    await lease.close();
  });

  test('a job is claimed once', async () => {
    const lease = await open();
    const claims = await Promise.allSettled([
      intend(lease, intent),
      intend(lease, intent),
      intend(lease, { ...intent, ...ben }),
    ]);
    expect(claims.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(claims[1]).toMatchObject({
      reason: new Error('hello[2348030000001] could not be claimed: its state has changed'),
    });
    await lease.close();
  });

  test('an outcome counts for its own attempt only, and once', async () => {
    const lease = await open();
    await intend(lease, intent);
    await expect(settle(lease, { ...accepted, attempt: 2 })).rejects.toThrow('could not be settled');
    await settle(lease, accepted);
    await expect(settle(lease, accepted)).rejects.toThrow('could not be settled');
    await expect(intend(lease, { ...intent, attempt: 2 })).rejects.toThrow('could not be claimed');
    await expect(drop(lease, ada, 'skipped', 'late', 2_000)).rejects.toThrow('could not be skipped');
    await expect(decide(lease, ada, 'pending', 2_000)).rejects.toThrow('could not be decided as pending');
    expect((await lease.job(ada))?.state).toBe('accepted');
    await lease.close();
  });

  test('who may not be claimed keeps nobody else back, and a job’s changes follow one another', async () => {
    const lease = await open();
    await intend(lease, intent);
    await settle(lease, accepted);
    const changes = await Promise.allSettled([
      intend(lease, { ...intent, attempt: 2 }),
      intend(lease, { ...intent, ...ben }),
      settle(lease, { ...accepted, ...ben }),
      intend(lease, { ...intent, ...ben, attempt: 2 }),
      intend(lease, { ...intent, ...ben, key: '2348030000003' }),
    ]);
    expect(changes.map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect((await listJobs(lease)).map(({ key, state }) => `${key} ${state}`)).toEqual([
      '2348030000001 accepted',
      '2348030000002 accepted',
      '2348030000003 sending',
    ]);
    await lease.close();
  });

  test('an attempt that did not count is taken back, and the first start is kept', async () => {
    const lease = await open();
    await intend(lease, intent);
    const again: Settled = {
      ...ada,
      attempt: 1,
      at: 1_100,
      state: 'pending',
      attempted: false,
      doubtful: true,
      notBefore: 9_000,
    };
    await settle(lease, { ...again, reason: 'no answer' });
    expect(await lease.job(ada)).toMatchObject({
      state: 'pending',
      attempts: 0,
      doubtful: true,
      notBefore: 9_000,
      reason: 'no answer',
    });
    await intend(lease, { ...intent, at: 9_000 });
    expect(await lease.job(ada)).toEqual({
      ...ada,
      state: 'sending',
      attempts: 1,
      firstAt: 1_000,
      at: 9_000,
      requestHash: 'aa',
      doubtful: true,
      reason: 'no answer',
    });
    await lease.close();
  });

  test('a person decides on a job in doubt', async () => {
    const lease = await open();
    await intend(lease, intent);
    await expect(decide(lease, ada, 'accepted', 2_000)).rejects.toThrow('could not be decided as accepted');
    await settle(lease, { ...ada, attempt: 1, at: 1_500, state: 'inDoubt', reason: 'reset' });
    await decide(lease, ada, 'accepted', 2_000, { id: 'm9' });
    expect(await lease.job(ada)).toMatchObject({ state: 'accepted', settledAt: 1_500, outputs: { id: 'm9' } });
    await expect(decide(lease, ben, 'accepted', 2_000)).rejects.toThrow('could not be decided as accepted');
    await lease.close();
  });

  test.each([
    { from: 'inDoubt', allowed: ['accepted', 'accepted with outputs', 'pending', 'cancelled'] },
    { from: 'rejected', allowed: ['pending'] },
    { from: 'accepted', allowed: ['accepted with outputs'] },
    { from: 'pending', allowed: [] },
  ] as const)('a person decides on a job that is $from: $allowed', async ({ from, allowed }) => {
    const lease = await open();
    const found: string[] = [];
    for (const [at, decision] of ['accepted', 'accepted with outputs', 'pending', 'cancelled'].entries()) {
      const id = { step: 'hello', key: `234803000000${at}` };
      await intend(lease, { ...intent, ...id });
      await settle(lease, { ...id, attempt: 1, at: 1_500, state: from });
      const state = decision.split(' ')[0] as Decided['state'];
      const outputs = decision === state ? undefined : { id: 'm9' };
      await decide(lease, id, state, 2_000, outputs).then(
        () => found.push(decision),
        (error: Error) => expect(error.message).toContain(`could not be decided as ${state}`),
      );
      const isAllowed = found.includes(decision);
      expect(await lease.job(id)).toMatchObject({
        state: isAllowed ? state : from,
        // A doubt ended when the answer was lost, whenever somebody looks into it.
        settledAt: isAllowed && (from !== 'inDoubt' || state === 'pending') ? 2_000 : 1_500,
      });
    }
    expect(found).toEqual(allowed);
    await lease.close();
  });

  test('lists and counts by step and state', async () => {
    const lease = await open();
    await drop(lease, ada, 'skipped', 'no zone', 1_000);
    await intend(lease, { ...intent, ...ben, at: 3_000 });
    await intend(lease, { step: 'funds', attempt: 1, at: 2_000, requestHash: 'bb' });
    expect((await listJobs(lease)).map(({ step, key }) => `${step} ${key ?? ''}`)).toEqual([
      'hello 2348030000001',
      'hello 2348030000002',
      'funds ',
    ]);
    expect((await listJobs(lease, { step: 'hello', state: 'sending' })).map(({ key }) => key)).toEqual([ben.key]);
    expect(await listJobs(lease, { step: 'none' })).toEqual([]);
    expect(await lease.counts()).toEqual([
      { step: 'hello', state: 'sending', jobs: 1 },
      { step: 'hello', state: 'skipped', jobs: 1 },
      { step: 'funds', state: 'sending', jobs: 1 },
    ]);
    expect(await lease.recentStarts(10)).toEqual([2_000, 3_000]);
    expect(await lease.recentStarts(1)).toEqual([3_000]);
    expect(await lease.recentStarts(10, 'funds')).toEqual([2_000]);
    await lease.close();
  });

  test('gives the starts of a step in the order in which they were recorded, behind a place', async () => {
    const lease = await open();
    await drop(lease, ada, 'skipped', 'no zone', 1_000);
    await intend(lease, { ...intent, ...ben, at: 3_000 });
    await settle(lease, { ...accepted, ...ben, at: 3_500 });
    await intend(lease, { step: 'funds', attempt: 1, at: 2_000, requestHash: 'bb' });
    const first = await lease.startsAfter('hello', 0);
    expect(first.map(({ at, state }) => [at, state])).toEqual([
      [undefined, 'skipped'],
      [3_000, 'accepted'],
    ]);
    const { place } = first[1]!;
    expect(await lease.startsAfter('hello', first[0]!.place)).toEqual([first[1]]);
    expect(await lease.startsAfter('hello', place)).toEqual([]);
    const later = { step: 'hello', key: '2348030000003' };
    await intend(lease, { ...intent, ...later, at: 4_000 });
    expect(await lease.startsAfter('hello', place)).toMatchObject([{ at: 4_000, state: 'sending' }]);
    await settle(lease, { ...accepted, ...later, at: 4_500 });
    expect(await lease.startsAfter('hello', place)).toMatchObject([{ at: 4_000, state: 'accepted' }]);
    expect(await lease.startsAfter('none', 0)).toEqual([]);
    await lease.close();
  });

  test('gives the records of a renamed step to a step that has records itself, except for recipients for whom both have one', async () => {
    const lease = await open();
    await intend(lease, intent);
    await settle(lease, accepted);
    await drop(lease, { step: 'hello', key: 'both' }, 'skipped', 'earlier', 1_000);
    await drop(lease, { step: 'code', key: 'both' }, 'skipped', 'later', 1_000);
    // As a process left it that died.
    await intend(lease, { ...intent, ...ben });
    await lease.apply([{ kind: 'renameStep', was: 'hello', id: 'code' }]);
    expect((await listJobs(lease, { state: 'sending' })).map(({ step, key }) => [step, key])).toEqual([
      ['code', ben.key],
    ]);
    await settle(lease, { ...accepted, ...ben, step: 'code' });
    expect(await listJobs(lease, { step: 'hello' })).toEqual([
      { step: 'hello', key: 'both', state: 'skipped', attempts: 0, settledAt: 1_000, reason: 'earlier' },
    ]);
    const jobs = await listJobs(lease, { step: 'code' });
    expect([...jobs].sort((a, b) => (a.key! < b.key! ? -1 : 1))).toEqual([
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
      expect.objectContaining({ ...ben, step: 'code', state: 'accepted', at: 1_000, settledAt: 1_500 }),
      { step: 'code', key: 'both', state: 'skipped', attempts: 0, settledAt: 1_000, reason: 'later' },
    ]);
    expect(await lease.counts()).toEqual([
      { step: 'hello', state: 'skipped', jobs: 1 },
      { step: 'code', state: 'accepted', jobs: 2 },
      { step: 'code', state: 'skipped', jobs: 1 },
    ]);
    await lease.close();
  });

  test('gives the records of a renamed step to its new name, unless both have some', async () => {
    const lease = await open();
    await intend(lease, intent);
    await drop(lease, { step: 'code', key: ada.key }, 'skipped', 'no zone', 1_000);
    await lease.apply([
      { kind: 'renameStep', was: 'hello', id: 'greeting' },
      { kind: 'renameStep', was: 'greeting', id: 'code' },
      { kind: 'renameStep', was: 'never', id: 'other' },
    ]);
    expect(await lease.steps()).toEqual(['greeting', 'code']);
    expect(await listJobs(lease, { step: 'greeting' })).toMatchObject([
      { step: 'greeting', key: ada.key, state: 'sending' },
    ]);
    expect((await lease.job({ ...ada, step: 'greeting' }))?.state).toBe('sending');
    await settle(lease, { ...accepted, step: 'greeting' });
    expect(await lease.job(ada)).toBeUndefined();
    await lease.close();
  });

  test('records what the files were, what was asked of the run, and how its process began and ended', async () => {
    const lease = await open();
    const recorded = async () => {
      const { carriedOut, ...status } = await lease.status();
      expect(carriedOut).toBe('1');
      return status;
    };
    const fresh = {
      control: 'run',
      ended: undefined,
      begunAt: undefined,
      rests: [],
      inputs: undefined,
      confirmed: undefined,
    };
    expect(await recorded()).toEqual(fresh);
    expect(await lease.confirmedPeople()).toEqual([]);
    const end = { exitCode: 3, at: 5_000, reason: 'no money left' };
    const rests = [
      { until: 9_000, reason: 'HTTP 429' },
      { step: 'code', until: 8_000, reason: '-27: limit' },
    ];
    await lease.apply([
      { kind: 'inputs', digest: 'one' },
      { kind: 'inputs', digest: 'two' },
      { kind: 'confirmedPeople', part: 0, text: 'Ada and' },
      { kind: 'confirmedPeople', part: 1, text: 'Ben' },
      { kind: 'confirmed', text: 'the first' },
      { kind: 'confirmedPeople', part: 0, text: 'Bea and' },
      { kind: 'confirmed', text: 'the second' },
      { kind: 'control', control: 'pause' },
      { kind: 'rests', rests: [{ until: 4_000, reason: 'no answer' }] },
      { kind: 'rests', rests },
      { kind: 'ended', end },
    ]);
    const written = { ...fresh, rests, inputs: 'two', confirmed: 'the second', control: 'pause' };
    expect(await recorded()).toEqual({ ...written, ended: end });
    expect(await lease.confirmedPeople()).toEqual(['Bea and', 'Ben']);
    const left = { at: 5_500, reason: 'SIGTERM' };
    await lease.apply([{ kind: 'ended', end: left }]);
    expect(await recorded()).toEqual({ ...written, ended: left });
    await lease.apply([{ kind: 'begun', at: 6_000 }]);
    await lease.apply([{ kind: 'begun', at: 7_000 }]);
    expect(await recorded()).toEqual({ ...written, begunAt: 6_000 });
    await lease.close();
  });

  test('takes changes of jobs and of the run in their order, and refuses the one that is not allowed', async () => {
    const lease = await open();
    const applied = lease.apply([
      { kind: 'intend', to: intent },
      { kind: 'settle', to: accepted },
      { kind: 'renameStep', was: 'hello', id: 'greeting' },
      { kind: 'drop', to: { ...ada, step: 'greeting', state: 'skipped', reason: 'late', at: 2_000 } },
      { kind: 'intend', to: { ...intent, ...ben, step: 'greeting' } },
      { kind: 'control', control: 'pause' },
    ]);
    await expect(applied).rejects.toThrow('greeting[2348030000001] could not be skipped');
    expect((await listJobs(lease)).map(({ step, key, state }) => [step, key, state])).toEqual([
      ['greeting', ada.key, 'accepted'],
      ['greeting', ben.key, 'sending'],
    ]);
    expect((await lease.status()).control).toBe('pause');
    expect((await lease.requests()).control).toBe('pause');
    await lease.close();
  });

  test('reads the history in columns, with all that an unanswered job needs, or by the states of those that are settled', async () => {
    const lease = await open();
    await intend(lease, intent);
    await settle(lease, accepted);
    await intend(lease, { ...intent, ...ben, at: 2_000 });
    const again = { attempt: 1, at: 3_100, state: 'pending', doubtful: true, notBefore: 9_000 } as const;
    for (const id of [{ step: 'hello', key: '2348030000003' }, { step: 'funds' }]) {
      await intend(lease, { ...id, attempt: 1, at: 3_000, requestHash: 'bb' });
      await settle(lease, { ...id, ...again });
    }
    const cat = { step: 'hello', key: '2348030000004' };
    await intend(lease, { ...cat, attempt: 1, at: 3_000, requestHash: 'bb' });
    await settle(lease, { ...cat, ...again, doubtful: false });
    await lease.apply([{ kind: 'drop', to: { ...cat, state: 'expired', reason: 'late', at: 5_000 } }]);
    const read = async (detail: 'times' | 'states') => {
      const steps = await lease.stepHistories(detail);
      const jobs: unknown[] = [];
      for (const step of steps.keys()) forEachJob({ steps }, step, (job) => jobs.push(job));
      return {
        jobs,
        columns: [...steps.values()].map(({ blocks }) => blocks.reduce((sum, { length }) => sum + length, 0)),
      };
    };
    const sending = expect.objectContaining({
      ...ben,
      state: 'sending',
      attempts: 1,
      firstAt: 2_000,
      at: 2_000,
    }) as unknown;
    const pending = expect.objectContaining({ state: 'pending', doubtful: true, notBefore: 9_000 }) as unknown;
    const expired = expect.objectContaining({ ...cat, state: 'expired', attempts: 1, firstAt: 3_000 }) as unknown;
    const times = { attempts: 1, firstAt: 1_000, at: 1_000, settledAt: 1_500 };
    expect(await read('times')).toEqual({
      jobs: [expect.objectContaining({ ...ada, state: 'accepted', ...times }), pending, expired, sending, pending],
      columns: [3 * perJob, 0],
    });
    const states = await read('states');
    expect(states.jobs[0]).toMatchObject({ ...ada, state: 'accepted' });
    expect(states.jobs.slice(1)).toEqual([pending, expired, sending, pending]);
    await lease.close();
  });
});
