import { copyFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatAddress } from '../../src/job/address.ts';
import { listJobs, type RunLease, type StateBackend } from '../../src/ledger/backend.ts';
import { type Moved, moveLedger } from '../../src/ledger/move-ledger.ts';
import { drop, intend, settle } from '../rig/lease.ts';
import {
  moveEnds as ends,
  moveInput as inputOf,
  otherPlace as other,
  type MovePlace as Place,
} from '../rig/move-ends.ts';
import { isWhole, seed } from '../rig/sample-of.ts';
import { about, accepted, ada, ben, intent, leaseOf, me } from '../rig/state-backends.ts';

/** The move is stopped at one of so many places. */
const stride = isWhole ? 1 : 5;

/** Two runs with a job in each state that a process can leave behind, one of them without an answer. */
async function fill(backend: StateBackend): Promise<void> {
  const lease = await leaseOf(backend);
  for (const id of [ada, ben]) await intend(lease, { ...intent, ...id, naturalKey: 'n' });
  await settle(lease, { ...accepted, leftAt: 1_200.5 });
  await drop(lease, { step: 'code', key: '7' }, 'skipped', 'no zone', 1_600);
  await intend(lease, { step: 'code', key: '8', attempt: 1, at: 1_700, requestHash: 'bb' });
  await settle(lease, {
    step: 'code',
    key: '8',
    attempt: 1,
    at: 1_800,
    state: 'inDoubt',
    reason: 'reset',
    maybeSent: true,
  });
  await lease.apply([
    { kind: 'inputs', digest: 'abc' },
    { kind: 'confirmed', text: 'yes' },
    { kind: 'confirmedPeople', part: 0, text: 'them' },
    { kind: 'begun', at: 900 },
    { kind: 'rests', rests: [{ until: 9_000, reason: 'HTTP 429' }] },
    { kind: 'control', control: 'pause' },
  ]);
  await lease.close();
  const opened = await backend.openForRunning({ about: { ...about, run: '2' }, me, adopt: false });
  if ('refused' in opened) throw new Error(JSON.stringify(opened.refused));
  await drop(opened.lease, { step: 'funds' }, 'expired', 'late', 2_000);
  await opened.lease.apply([{ kind: 'ended', end: { exitCode: 3, at: 2_100, reason: 'SIGINT' } }]);
  await opened.lease.close();
}

async function contentOf(backend: StateBackend) {
  const content = [];
  for (const run of ['1', '2']) {
    const opened = await backend.openForReading({ about: { ...about, run } });
    if (opened === undefined || 'refused' in opened) throw new Error(JSON.stringify(opened));
    const { reader } = opened;
    const jobs = await listJobs(reader);
    // A file does not know it.
    const status = { ...(await reader.status()), wasLimited: undefined };
    content.push({ status, people: await reader.confirmedPeople(), jobs });
    await reader.close();
  }
  return content;
}

/** Why it is not run, or `runs`. */
async function tryToRun(backend: StateBackend): Promise<string> {
  const opened = await backend.openForRunning({ about, me, adopt: false });
  if ('refused' in opened) return opened.refused.kind;
  await opened.lease.close();
  return 'runs';
}

describe.each<Place>(['file', 'store'])('from a %s', (from) => {
  const to = other(from);

  test('all runs are moved, with all that is recorded, and are carried out from the other place alone', async () => {
    const both = await ends();
    const [source, target] = [both[from](both.guard), both[to](both.guard)];
    await fill(source);
    const before = await contentOf(source);
    const moved = await moveLedger(inputOf(both, from));
    expect(moved).toEqual({
      kind: 'moved',
      runs: ['1', '2'],
      jobs: 5,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    // What has no order of its own may come in another one.
    const sorted = (content: typeof before) =>
      content.map(({ jobs, ...rest }) => ({
        ...rest,
        jobs: jobs
          .map((job) => ({ ...job, leftAt: job.leftAt && Math.round(job.leftAt) }))
          .toSorted((one, two) => formatAddress(one).localeCompare(formatAddress(two))),
      }));
    expect(sorted(await contentOf(target))).toEqual(sorted(before));
    const refused = { kind: 'moved', place: both.where[to] };
    expect(await source.openForRunning({ about, me, adopt: true })).toEqual({ refused });
    expect(await source.openForReading({ about })).toEqual({ refused });
    expect(await source.requestControl(about, 'pause')).toEqual({ refused });
    const decision = { ...ben, attempts: 1, state: 'cancelled', at: 1 } as const;
    expect(await source.decide(about, [decision])).toEqual({ refused });
    expect(await tryToRun(target)).toBe('runs');
    // And back again.
    expect(await moveLedger(inputOf(both, to))).toEqual(moved);
    expect([await tryToRun(source), await tryToRun(target)]).toEqual(['runs', 'moved']);
  });

  test('a wave beside which people came there comes back with them', async () => {
    const both = await ends();
    const lease = await leaseOf(both[from](both.guard));
    await intend(lease, { ...intent, ...ada, naturalKey: 'n' });
    const before = { accepted: 0, rejected: 0, inDoubt: 0 };
    const begun = { step: 'code', wave: 0, at: 900, people: 1, of: 9, before };
    await lease.apply([{ kind: 'wave', begun }]);
    await lease.close();
    expect(await moveLedger(inputOf(both, from))).toMatchObject({ kind: 'moved' });
    const there = await leaseOf(both[to](both.guard));
    await there.apply([{ kind: 'wave', begun: { ...begun, beside: 2 } }]);
    await there.apply([{ kind: 'wave', begun: { ...begun, halted: true } }]);
    await there.close();
    expect(await moveLedger(inputOf(both, to))).toMatchObject({ kind: 'moved' });
    const back = await leaseOf(both[from](both.guard));
    expect(await back.waves()).toEqual([{ ...begun, beside: 2, halted: true }]);
    await back.close();
  });

  test('a step that was renamed there comes back under its new name', async () => {
    const both = await ends();
    await fill(both[from](both.guard));
    const first = await leaseOf(both[from](both.guard));
    const begun = {
      step: 'hello',
      wave: 0,
      at: 900,
      people: 1,
      of: 9,
      before: { accepted: 0, rejected: 0, inDoubt: 0 },
    };
    await first.apply([{ kind: 'wave', begun }]);
    await first.close();
    const moved = await moveLedger(inputOf(both, from));
    expect(moved).toMatchObject({ kind: 'moved', jobs: 5 });
    const there = await leaseOf(both[to](both.guard));
    await there.apply([
      { kind: 'renameStep', was: 'hello', id: 'greeting' },
      { kind: 'wave', begun: { ...begun, wave: 1, step: 'greeting' } },
    ]);
    await intend(there, { ...intent, step: 'greeting', key: '2348030000003' });
    await there.close();
    expect(await moveLedger(inputOf(both, to))).toMatchObject({ kind: 'moved', jobs: 6 });
    const back = await leaseOf(both[from](both.guard));
    expect(await back.steps()).toEqual(['greeting', 'code']);
    expect((await listJobs(back, { step: 'greeting' })).map(({ key }) => key)).toEqual([
      ada.key,
      ben.key,
      '2348030000003',
    ]);
    expect((await back.waves()).map(({ step }) => step)).toEqual(['greeting', 'greeting']);
    await back.close();
  });

  test('nothing is taken back from a place that has forgotten what had been moved there', async () => {
    const both = await ends();
    await fill(both[from](both.guard));
    expect(await moveLedger(inputOf(both, from))).toMatchObject({ kind: 'moved' });
    const recorded = async () => {
      const opened = await both[from]().openForReading({ about, moves: true });
      if (opened === undefined || 'refused' in opened) throw new Error(JSON.stringify(opened));
      const jobs = await listJobs(opened.reader);
      await opened.reader.close();
      return jobs;
    };
    const before = await recorded();
    // As that place is after it was restored: others were contacted from there since, and one of the first is not known.
    const restored = await ends();
    const lease = await leaseOf(restored[to]());
    for (const key of [ada.key, '2348030000003', '2348030000004']) {
      await intend(lease, { ...intent, key });
      await settle(lease, { ...accepted, key });
    }
    await lease.close();
    // Its machine remembers nothing.
    const after = { ...both, [to]: restored[to], guard: restored.guard };
    const { places } = inputOf(both, to);
    for (const adopt of [false, true])
      expect(await moveLedger({ ...inputOf(after, to), places, adopt })).toEqual({ kind: 'forgetful' });
    expect(await recorded()).toEqual(before);
    expect([await tryToRun(both[from](both.guard)), await tryToRun(restored[to]())]).toEqual(['moved', 'runs']);
    expect(await moveLedger(inputOf(both, to))).toMatchObject({ kind: 'moved' });
  });

  test('jobs of people who were forgotten are brought nowhere', async () => {
    const both = await ends();
    await fill(both[from](both.guard));
    const isForgotten = (key: number): boolean => String(key) === ben.key;
    const input = { ...inputOf(both, from), isForgotten };
    expect(await moveLedger(input)).toEqual({ kind: 'forgotten', keys: [ben.key] });
    expect([await tryToRun(both[from](both.guard)), await tryToRun(both[to]())]).toEqual(['runs', 'runs']);
    const stopped = { ...inputOf(both, from), to: stopping(6).backend(input.to) };
    await expect(moveLedger(stopped)).rejects.toThrow('stopped');
    // Nor where a move goes on before which they were not forgotten.
    expect(await moveLedger(input)).toEqual({ kind: 'forgotten', keys: [ben.key] });
    expect(await moveLedger(inputOf(both, from))).toMatchObject({ kind: 'moved' });
    // What was moved long ago stays so.
    expect(await moveLedger({ ...input, isForgotten: () => true })).toEqual({ kind: 'movedBefore' });
  });

  test('a gate that was checked often there before, and seldom here since, is nothing that this place has forgotten', async () => {
    const both = await ends();
    const gate = { ...intent, step: 'funds', key: undefined };
    const check = async (backend: StateBackend, times: number): Promise<void> => {
      const lease = await leaseOf(backend);
      // Each process counts from 1.
      for (let attempt = 1; attempt <= times; attempt++) {
        await intend(lease, { ...gate, attempt });
        await settle(lease, { ...accepted, step: 'funds', key: undefined, attempt, state: 'rejected' });
      }
      await lease.close();
    };
    await check(both[from](both.guard), 3);
    expect(await moveLedger(inputOf(both, from))).toMatchObject({ kind: 'moved' });
    await check(both[to](both.guard), 1);
    expect(await moveLedger(inputOf(both, to))).toMatchObject({ kind: 'moved' });
  });

  test('a place that has lost what was moved there is not said to have it', async () => {
    const both = await ends();
    await fill(both[from](both.guard));
    expect(await moveLedger(inputOf(both, from))).toMatchObject({ kind: 'moved' });
    // Another machine, which remembers nothing.
    const elsewhere = { ...both, guard: (await ends()).guard };
    expect(await moveLedger(inputOf(elsewhere, from))).toEqual({ kind: 'movedBefore' });
    const replaced = await ends();
    const after = { ...both, [to]: replaced[to], guard: replaced.guard };
    const { places } = inputOf(both, from);
    expect(await moveLedger({ ...inputOf(after, from), places })).toEqual({ kind: 'lost' });
  });

  test('runs come back only from the place to which they went, which is named, or is accepted under another name', async () => {
    const both = await ends();
    await fill(both[from](both.guard));
    expect(await moveLedger(inputOf(both, from))).toMatchObject({ kind: 'moved' });
    // As where the host has another name now.
    const { places, ...rest } = inputOf(both, to);
    const renamed = { ...rest, places: { ...places, from: 'elsewhere' } };
    expect(await moveLedger(renamed)).toEqual({ kind: 'occupied', place: both.where[to] });
    const stopped = { ...renamed, adopt: true, to: stopping(6).backend(rest.to) };
    await expect(moveLedger(stopped)).rejects.toThrow('stopped');
    // It has still another name when the move goes on.
    const again = { ...rest, places: { ...places, from: 'another place' } };
    expect(await moveLedger(again)).toEqual({ kind: 'occupied', place: 'elsewhere' });
    expect(await moveLedger({ ...again, adopt: true })).toMatchObject({ kind: 'moved' });
    expect([await tryToRun(both[from](both.guard)), await tryToRun(both[to](both.guard))]).toEqual(['runs', 'moved']);
  });

  test('nothing is moved on from a place to which a part was copied', async () => {
    const both = await ends();
    await fill(both[from](both.guard));
    const { to: target, ...rest } = inputOf(both, from);
    await expect(moveLedger({ ...rest, to: stopping(6).backend(target) })).rejects.toThrow('stopped');
    expect(await tryToRun(both[to](both.guard))).toBe('incomplete');
    const third = await ends();
    const onwards = inputOf({ ...both, [from]: third[from], where: third.where, guard: third.guard }, to);
    const refused = { kind: 'incomplete', place: both.where[from] };
    expect(await moveLedger(onwards)).toEqual({ kind: 'sourceRefused', refused });
    // Nor back: this machine knows the run where it still goes on, and must not say that nobody knows who was contacted.
    expect(await moveLedger(inputOf(both, to))).toEqual({ kind: 'sourceRefused', refused });
    expect(await moveLedger(inputOf(both, from))).toMatchObject({ kind: 'moved' });
  });

  test('while a process carries out a run, or where the target has runs of its own, nothing is moved', async () => {
    const both = await ends();
    expect(await moveLedger(inputOf(both, from))).toEqual({ kind: 'nothing' });
    await fill(both[from](both.guard));
    const lease = await leaseOf(both[from](both.guard));
    expect(await moveLedger(inputOf(both, from))).toMatchObject({ kind: 'sourceRefused', refused: { kind: 'locked' } });
    await lease.close();
    await fill(both[to]());
    expect(await moveLedger(inputOf(both, from))).toEqual({ kind: 'occupied', place: undefined });
    expect(await tryToRun(both[from](both.guard))).toBe('runs');
  });

  test('stopped when all of it is done, it leaves nothing of which this machine says that it does not know the run', async () => {
    const both = await ends();
    await fill(both[from](both.guard));
    const { to: target, ...rest } = inputOf(both, from);
    const openForRunning: StateBackend['openForRunning'] = async (request) => {
      const opened = await target.openForRunning(request);
      if ('refused' in opened) return opened;
      const { lease } = opened;
      const apply: RunLease['apply'] = async (changes) => {
        await lease.apply(changes);
        if (changes.some(({ kind }) => kind === 'received')) throw new Error('stopped');
      };
      return { ...opened, lease: { ...lease, apply } };
    };
    await expect(moveLedger({ ...rest, to: { ...target, openForRunning } })).rejects.toThrow('stopped');
    expect([await tryToRun(both[from](both.guard)), await tryToRun(both[to](both.guard))]).toEqual(['moved', 'runs']);
  });

  test('stopped anywhere, it leaves one place at most that runs, and it goes on when it is called again', async () => {
    for (let stopAt = 1 + (seed % stride); ; stopAt += stride) {
      const both = await ends();
      await fill(both[from](both.guard));
      const before = await contentOf(both[from]());
      const stop = stopping(stopAt);
      const { from: source, to: target, ...rest } = inputOf(both, from);
      const ended = await moveLedger({
        ...rest,
        from: stop.backend(source),
        to: stop.backend(target),
      }).catch((error: Error) => error.message);
      const running = [await tryToRun(both[from](both.guard)), await tryToRun(both[to](both.guard))];
      expect(running.filter((one) => one === 'runs').length).toBeLessThanOrEqual(1);
      // Where it runs nowhere, both say that the move is to be completed.
      const nowhere = ['moved', 'incomplete'];
      expect(running.includes('runs') ? nowhere : running).toEqual(nowhere);
      const left = running[0] === 'runs' ? await contentOf(both[from]()) : before;
      expect(left).toEqual(before);
      const again: Moved = await moveLedger(inputOf(both, from));
      expect(again.kind).toMatch(/^(moved|movedBefore)$/);
      expect(await tryToRun(both[from](both.guard))).not.toBe('runs');
      expect(await tryToRun(both[to](both.guard))).toBe('runs');
      expect((await contentOf(both[to]())).map(({ jobs }) => jobs.length)).toEqual([4, 1]);
      if (typeof ended !== 'string') return;
      expect(ended).toBe('stopped');
    }
  }, 300_000);
});

test('nothing is moved into a file that was restored from an older copy, which other campaigns have used since', async () => {
  const both = await ends();
  await fill(both.store(both.guard));
  const other = { ...about, campaign: 'other' };
  const contact = async (key: string): Promise<void> => {
    const opened = await both.file(both.guard).openForRunning({ about: other, me, adopt: false });
    if ('refused' in opened) throw new Error(JSON.stringify(opened.refused));
    await intend(opened.lease, { ...intent, key });
    await opened.lease.close();
  };
  await contact(ada.key);
  const path = both.file().location;
  copyFileSync(path, `${path}.older`);
  await contact(ben.key);
  copyFileSync(`${path}.older`, path);
  const refused = { kind: 'behind', seq: 1, known: 2 };
  expect(await moveLedger(inputOf(both, 'store'))).toEqual({ kind: 'targetRefused', refused });
  expect(await both.file(both.guard).refusal(other, me.host)).toEqual(refused);
  expect(await tryToRun(both.store(both.guard))).toBe('runs');
});

test('nothing is moved from a store while workers of a leader that died are sending, whose outcomes would be lost', async () => {
  const both = await ends();
  const leader = await leaseOf(both.store());
  const [worker] = await Promise.all([
    both.store().openForSending!({ campaign: about.campaign, pid: 7, host: 'there', most: 16 }),
    leader.handOut!.open({ version: '1', digest: 'aa', service: about.service, credentials: 'k' }, true),
  ]);
  if (worker === undefined || 'refused' in worker) throw new Error(JSON.stringify(worker));
  const chunk = '00000000-0000-4000-8000-000000000001';
  await leader.handOut!.give([{ id: chunk, body: {} }]);
  const claims = worker.claims((await worker.look(0)).lead!);
  await claims.claim({ chunk, change: { kind: 'intend', to: intent }, isNew: true });
  await leader.close();
  const refused = { kind: 'locked', holder: undefined };
  expect(await moveLedger(inputOf(both, 'store'))).toEqual({ kind: 'sourceRefused', refused });
  await claims.settle({ kind: 'settle', to: accepted }, { body: {}, isAlarm: false });
  expect(await moveLedger(inputOf(both, 'store'))).toMatchObject({ kind: 'moved', jobs: 1 });
  await worker.close();
  const moved = await leaseOf(both.file(both.guard));
  expect(await moved.job(ada)).toMatchObject({ state: 'accepted' });
  await moved.close();
});

/** Fails at this write, or opening for running, and at all that come later: odd numbers before it counts, even ones after it. */
function stopping(stopAt: number) {
  let count = 0;
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    if (++count >= stopAt) throw new Error('stopped');
    const result = await work();
    if (++count >= stopAt) throw new Error('stopped');
    return result;
  };
  const lease = (inner: RunLease): RunLease => ({ ...inner, apply: (changes) => step(() => inner.apply(changes)) });
  return {
    backend: (inner: StateBackend): StateBackend => ({
      ...inner,
      async openForRunning(request) {
        const opened = await inner.openForRunning(request);
        return 'refused' in opened ? opened : { ...opened, lease: lease(opened.lease) };
      },
    }),
  };
}
