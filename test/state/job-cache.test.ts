import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { JobId } from '../../src/job/address.ts';
import { forEachJob, forEachRow, type OtherJob, perJob } from '../../src/job/history.ts';
import { type JobRecord, type JobTimes, jobStates, lacksOutputs } from '../../src/job/job.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { openDatabase } from '../../src/platform/sqlite.ts';
import { listJobs, type RunLease, type RunReader } from '../../src/state/backend.ts';
import { createFileBackend } from '../../src/state/file-backend.ts';
import { type VerifiedFile, verifyFile } from '../../src/state/sqlite/file/verified-file.ts';
import { openForReading } from '../../src/state/sqlite/open/open-for-reading.ts';
import { openForRunning } from '../../src/state/sqlite/open/open-for-running.ts';
import { jobTimes, type RowRecord, recordText } from '../../src/state/sqlite/read/job-row.ts';
import { createRowCollector } from '../../src/state/sqlite/read/step-rows.ts';
import { statePaths } from '../../src/state/state-paths.ts';
import { decide, drop, intend, settle } from '../rig/lease.ts';
import { fc } from '../rig/properties.ts';

const about = { campaign: 'trial', run: '1', service: 'sandbox' };
const folder = mkdtempSync(join(tmpdir(), 'callsheet-known-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([1, 2, 3, 4])('the jobs that a verification collects are those of the file (seed %i)', async (seed) => {
  const random = createSeededRandom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random.next() * from.length)]!;
  const paths = statePaths({ folder, campaign: `known-${seed}`, sandbox: true });
  const open = (verified?: VerifiedFile): RunLease => {
    const me = { pid: 1, host: 'here', since: 0 };
    const guard = { guard: undefined, guardFolder: undefined };
    const opened = openForRunning({ paths, about, me, adopt: false, ...guard, verified });
    if ('refused' in opened) throw new Error(`refused: ${opened.refused.kind}`);
    return opened.lease;
  };
  const numbers = Array.from({ length: 2_300 }, (_, n) => ({ step: 'hello', key: String(2348030000001 + n * 7) }));
  const texts = ['007', '1e3', 'ada', '1234567890123456', ''].map((key, n) => ({
    step: `odd ${n}`,
    ...(key && { key }),
  }));
  const change = async (lease: RunLease, ids: readonly JobId[], at: number): Promise<unknown> => {
    const id = pick(ids);
    const attempt = ((await lease.job(id))?.attempts ?? 0) + 1;
    const settled = { ...id, attempt, at: at + pick([-3, 0, 250]) };
    switch (pick(['drop', 'leave', 'settle', 'settle', 'settle'])) {
      case 'drop':
        return drop(lease, id, pick(['skipped', 'expired']), 'judged', at);
      case 'leave':
        return intend(lease, { ...id, attempt, at, requestHash: 'a' });
      default:
        await intend(lease, { ...id, attempt, at, requestHash: 'a' });
        return settle(lease, {
          ...settled,
          state: pick(['accepted', 'rejected', 'inDoubt', 'pending'] as const),
          doubtful: pick([true, false]),
          attempted: pick([true, false]),
          ...pick([{}, { leftAt: at + 4 }, { leftAt: at - 4 }]),
          ...pick([{}, { notBefore: at + 60_000 }, { reason: 'busy', outputs: { id: '}' } }]),
        });
    }
  };
  const first = open();
  await Promise.allSettled(numbers.map((_, at) => change(first, [...numbers, ...texts], 1_000 + at / 2)));
  await first.close();
  // The next runner records which jobs were left `sending`.
  if (seed % 2 === 0) await open().close();

  const database = openDatabase(paths.database);
  const verified = verifyFile(database, paths.database, about.run);
  database.close();
  expect(verified?.rows).toHaveLength(1);
  const second = open(verified);
  const look = async () => {
    const steps = await second.stepHistories('times');
    for (const { step } of [numbers[0]!, ...texts]) {
      const known: JobRecord[] = [];
      forEachJob({ steps }, step, (job) => known.push(job));
      const read = await listJobs(second, { step });
      expect(known.map(timesOf).sort(byKey)).toEqual(read.map(timesOf).sort(byKey));
      for (const histories of [steps, await second.stepHistories('states')]) {
        let lacking = 0;
        forEachRow(histories.get(step), (row) => void (lacking += row.lacksOutputs ? 1 : 0));
        expect(lacking).toBe(read.filter(lacksOutputs).length);
      }
    }
    const sending = (await listJobs(second)).filter(({ state }) => state === 'sending').sort(byKey);
    expect([...(await listJobs(second, { state: 'sending' }))].sort(byKey)).toEqual(sending);
    const starts = async (step?: string) =>
      (await listJobs(second, step === undefined ? {} : { step })).flatMap(({ at }) => at ?? []).sort((a, b) => a - b);
    for (const limit of [1, 7, 500, 5_000]) {
      expect(await second.recentStarts(limit)).toEqual((await starts()).slice(-limit));
      expect(await second.recentStarts(limit, 'hello')).toEqual((await starts('hello')).slice(-limit));
    }
    return sending;
  };
  const left = await look();
  expect((await listJobs(second, { step: 'hello' })).length).toBeGreaterThan(1_000);
  expect(left.length).toBeGreaterThan(10);
  for (const { step, key, attempts: attempt } of left.slice(5)) {
    await settle(second, { step, ...(key === undefined ? {} : { key }), attempt, at: 9_000, state: 'inDoubt' });
  }
  expect(await look()).toHaveLength(5);
  await decide(second, (await listJobs(second, { state: 'inDoubt' }))[0]!, 'pending', 9_500);
  await drop(second, (await listJobs(second, { state: 'pending' }))[0]!, 'skipped', 'judged', 9_600);
  await look();
  await intend(second, { step: 'hello', key: '1', attempt: 1, at: 9_700, requestHash: 'a' });
  expect(await look()).toHaveLength(6);
  await second.close();
});

test('a decision of a person since the verification counts', async () => {
  const paths = statePaths({ folder, campaign: 'word', sandbox: true });
  const open = (verified?: VerifiedFile): RunLease => {
    const me = { pid: 1, host: 'here', since: 0 };
    const guard = { guard: undefined, guardFolder: undefined };
    const opened = openForRunning({ paths, about, me, adopt: false, ...guard, verified });
    if ('refused' in opened) throw new Error(`refused: ${opened.refused.kind}`);
    return opened.lease;
  };
  const id = { step: 'hello', key: '2348030000001' };
  const first = open();
  await intend(first, { ...id, attempt: 1, at: 1_000, requestHash: 'a' });
  await settle(first, { ...id, attempt: 1, at: 1_000, state: 'inDoubt' });
  await first.close();
  const database = openDatabase(paths.database);
  const verified = verifyFile(database, paths.database, about.run);
  database.close();

  await createFileBackend({ paths }).decide(about, [{ ...id, attempts: 1, state: 'pending', at: 2_000 }]);
  const second = open(verified);
  const states: string[] = [];
  forEachJob({ steps: await second.stepHistories('times') }, 'hello', ({ state }) => states.push(state));
  expect(states).toEqual(['pending']);
  await second.close();
});

test('a reader has the jobs that a verification collected, until something changes', async () => {
  const paths = statePaths({ folder, campaign: 'read', sandbox: true });
  const me = { pid: 1, host: 'here', since: 0 };
  const guard = { guard: undefined, guardFolder: undefined };
  const opened = openForRunning({ paths, about, me, adopt: false, ...guard, verified: undefined });
  if ('refused' in opened) throw new Error(`refused: ${opened.refused.kind}`);
  const { lease } = opened;
  const people = Array.from({ length: 1_200 }, (_, n) => ({ step: 'hello', key: String(2348030000001 + n * 7) }));
  const intents = people.map((id, n) => ({ ...id, attempt: 1, at: 1_000 + n, requestHash: 'a' }));
  await lease.apply(intents.map((to) => ({ kind: 'intend', to })));
  const settled = intents.slice(3).map((to) => ({ ...to, state: 'inDoubt' as const }));
  await lease.apply(settled.map((to) => ({ kind: 'settle', to })));
  await lease.close();
  const database = openDatabase(paths.database);
  const verified = verifyFile(database, paths.database, about.run);
  database.close();
  expect(verified?.rows.map(({ blocks }) => blocks.reduce((sum, { length }) => sum + length / perJob, 0))).toEqual([
    1_197,
  ]);

  const readers = [verified, undefined].map((one) => {
    const reading = openForReading({ paths, about, verified: one });
    if (reading === undefined || 'refused' in reading) throw new Error('not opened');
    return reading.reader;
  });
  const seenBy = async (reader: RunReader) => {
    const histories = await reader.stepHistories('times');
    const jobs: JobTimes[] = [];
    forEachJob({ steps: histories }, 'hello', (job) => void jobs.push(timesOf(job)));
    const { step, key } = people[700]!;
    return {
      jobs: jobs.sort(byKey),
      sending: (await listJobs(reader, { state: 'sending' })).map(({ key: one }) => one),
      starts: await reader.recentStarts(5),
      one: await reader.job({ step, key }),
      first: await reader.job(people[0]!),
      nobody: await reader.job({ step, key: '1' }),
    };
  };
  const [withCache, without] = await Promise.all(readers.map(seenBy));
  expect(withCache).toEqual(without);
  expect(withCache).toMatchObject({
    sending: people.slice(0, 3).map(({ key }) => key),
    starts: [2_195, 2_196, 2_197, 2_198, 2_199],
    one: { state: 'inDoubt', at: 1_700 },
    first: { state: 'sending' },
    nobody: undefined,
  });

  await createFileBackend({ paths }).decide(about, [{ ...people[700]!, attempts: 1, state: 'pending', at: 9_000 }]);
  const [later, laterWithout] = await Promise.all(readers.map(seenBy));
  expect(later).toEqual(laterWithout);
  expect(later?.jobs.filter(({ state }) => state === 'pending').map(({ key }) => key)).toEqual([people[700]!.key]);
  for (const reader of readers) await reader.close();
});

test('the columns of a row have all that its record says of when to send it', () => {
  const instant = fc.integer({ min: 0, max: 4_000_000_000_000 });
  const text = fc.string({ unit: fc.constantFrom('a', '"', '\\', '{', '}', ',', '\n', 'é', '0') });
  const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const job = fc.record({
    step: fc.constant('hello'),
    key: fc.integer({ min: 1_000_000, max: 999_999_999_999_999 }).map(String),
    state: fc.constantFrom(...jobStates),
    attempts: fc.nat(5),
    at: optional(instant),
    firstAt: optional(instant),
    settledAt: optional(instant),
    leftAt: optional(instant),
    code: optional(text),
    requestHash: optional(text),
    outputs: optional(fc.dictionary(text, fc.oneof(text, fc.dictionary(text, text)))),
    doubtful: optional(fc.boolean()),
    maybeSent: optional(fc.boolean()),
    notBefore: optional(instant),
    reason: optional(text),
    naturalKey: optional(text),
  });
  fc.assert(
    fc.property(fc.uniqueArray(job, { selector: ({ key }) => key }), (jobs) => {
      const collector = createRowCollector(1);
      collector.begin(jobs.length);
      for (const one of jobs) {
        const record = recordText({ run: 1, step: 1, key: one.key }, one);
        const row = Buffer.from(`${one.key}\n${record.slice(0, record.lastIndexOf(','))}`);
        collector.take(row, 0, row.length);
      }
      const collected: JobTimes[] = [];
      forEachJob({ steps: new Map([['hello', collector.rows()!]]) }, 'hello', (one) => collected.push(one));
      const read = jobs.map((one) => {
        const { step, key } = one;
        return jobTimes(step, key, JSON.parse(recordText({ run: 1, step: 1, key }, one)) as RowRecord);
      });
      const inOrder = (some: readonly JobTimes[]) => some.map((one) => ({ ...one, step: 'hello' })).sort(byKey);
      expect(inOrder(collected)).toEqual(inOrder(read));
    }),
  );
});

test('jobs in flight are collected while they are few: a million of them would fill the memory', () => {
  const collected = (count: number): number | undefined => {
    const collector = createRowCollector(1);
    collector.begin(count);
    for (let n = 0; n < count; n++) {
      const text = Buffer.from(`${2348030000000 + n}\n[1,1000,1,0,null,null,null,null,null`);
      collector.take(text, 0, text.length);
    }
    return collector.rows()?.others.size;
  };
  expect([collected(20_000), collected(20_001)]).toEqual([20_000, undefined]);
});

function timesOf({
  code: _c,
  leftAt: _l,
  reason: _r,
  naturalKey: _n,
  requestHash: _h,
  outputs: _o,
  lacksOutputs: _lacks,
  ...times
}: JobRecord & OtherJob): JobTimes {
  return times;
}

function byKey(a: JobId, b: JobId): number {
  return (a.key ?? '') < (b.key ?? '') ? -1 : 1;
}
