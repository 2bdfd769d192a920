import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { JobId } from '../../src/job/address.ts';
import type { JobRecord, JobTimes } from '../../src/job/job.ts';
import { createSeededRandom } from '../../src/platform/seeded-random.ts';
import { openDatabase } from '../../src/platform/sqlite.ts';
import { openStore, openStoreForReading } from '../../src/state/open-store.ts';
import { type VerifiedFile, verifyFile } from '../../src/state/sqlite/file/verified-file.ts';
import { createRowCollector } from '../../src/state/sqlite/read/step-rows.ts';
import { statePaths } from '../../src/state/state-paths.ts';
import type { Store } from '../../src/state/store.ts';

const about = { campaign: 'trial', run: '1', service: 'sandbox' };
const folder = mkdtempSync(join(tmpdir(), 'callsheet-known-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([1, 2, 3, 4])('what the look at a whole file tells of its jobs is what is in it (seed %i)', async (seed) => {
  const random = createSeededRandom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random.next() * from.length)]!;
  const paths = statePaths({ folder, campaign: `known-${seed}`, sandbox: true });
  const open = (checked?: VerifiedFile): Store => {
    const opened = openStore({ paths, about, me: { pid: 1, host: 'here', since: 0 }, adopt: false, checked });
    if ('refused' in opened) throw new Error(`refused: ${opened.refused.kind}`);
    return opened.store;
  };
  const numbers = Array.from({ length: 2_300 }, (_, n) => ({ step: 'hello', key: String(2348030000001 + n * 7) }));
  const texts = ['007', '1e3', 'ada', '1234567890123456', ''].map((key, n) => ({
    step: `odd ${n}`,
    ...(key && { key }),
  }));
  const change = async (store: Store, ids: readonly JobId[], at: number): Promise<unknown> => {
    const id = pick(ids);
    const attempt = (store.job(id)?.attempts ?? 0) + 1;
    const settled = { ...id, attempt, at: at + pick([-3, 0, 250]) };
    switch (pick(['drop', 'leave', 'settle', 'settle', 'settle'])) {
      case 'drop':
        return store.drop(id, pick(['skipped', 'expired']), 'judged', at);
      case 'leave':
        return store.intend({ ...id, attempt, at, requestHash: 'a' });
      default:
        await store.intend({ ...id, attempt, at, requestHash: 'a' });
        return store.settle({
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
  const checked = verifyFile(database, paths.database, about.run);
  database.close();
  expect(checked?.rows).toHaveLength(1);
  const second = open(checked);
  const look = () => {
    for (const { step } of [numbers[0]!, ...texts]) {
      const known: JobRecord[] = [];
      second.forEachJob(step, (job) => known.push(job));
      const read = [...second.jobs({ step })];
      expect(known.map(timesOf).sort(byKey)).toEqual(read.map(timesOf).sort(byKey));
    }
    const sending = [...second.jobs()].filter(({ state }) => state === 'sending').sort(byKey);
    expect([...second.jobs({ state: 'sending' })].sort(byKey)).toEqual(sending);
    return sending;
  };
  const left = look();
  expect([...second.jobs({ step: 'hello' })].length).toBeGreaterThan(1_000);
  expect(left.length).toBeGreaterThan(10);
  for (const { step, key, attempts: attempt } of left.slice(5)) {
    await second.settle({ step, ...(key === undefined ? {} : { key }), attempt, at: 9_000, state: 'inDoubt' });
  }
  expect(look()).toHaveLength(5);
  await second.decide([...second.jobs({ state: 'inDoubt' })][0]!, 'pending', 9_500);
  await second.drop([...second.jobs({ state: 'pending' })][0]!, 'skipped', 'judged', 9_600);
  look();
  await second.intend({ step: 'hello', key: '1', attempt: 1, at: 9_700, requestHash: 'a' });
  expect(look()).toHaveLength(6);
  await second.close();
});

test('what a person has decided since is not overlooked', async () => {
  const paths = statePaths({ folder, campaign: 'word', sandbox: true });
  const open = (checked?: VerifiedFile): Store => {
    const opened = openStore({ paths, about, me: { pid: 1, host: 'here', since: 0 }, adopt: false, checked });
    if ('refused' in opened) throw new Error(`refused: ${opened.refused.kind}`);
    return opened.store;
  };
  const id = { step: 'hello', key: '2348030000001' };
  const first = open();
  await first.intend({ ...id, attempt: 1, at: 1_000, requestHash: 'a' });
  await first.settle({ ...id, attempt: 1, at: 1_000, state: 'inDoubt' });
  await first.close();
  const database = openDatabase(paths.database);
  const checked = verifyFile(database, paths.database, about.run);
  database.close();

  const reading = openStoreForReading({ paths, about });
  if (reading === undefined || 'refused' in reading) throw new Error('not read');
  await reading.store.decide(id, 'pending', 2_000);
  await reading.store.close();
  const second = open(checked);
  const states: string[] = [];
  second.forEachJob('hello', ({ state }) => states.push(state));
  expect(states).toEqual(['pending']);
  await second.close();
});

test('jobs with more than numbers are passed on while they are few: a million of them would fill the memory', () => {
  const passedOn = (count: number): number | undefined => {
    const collector = createRowCollector(1);
    collector.begin(count);
    for (let n = 0; n < count; n++) {
      const text = Buffer.from(`${2348030000000 + n}\n[0,1000,1,0,100,null,null,null,{"notBefore":5000}`);
      collector.take(text, 0, text.length);
    }
    return collector.rows()?.rare.size;
  };
  expect([passedOn(20_000), passedOn(20_001)]).toEqual([20_000, undefined]);
});

function timesOf({
  code: _c,
  leftAt: _l,
  reason: _r,
  naturalKey: _n,
  requestHash: _h,
  outputs: _o,
  ...times
}: JobRecord): JobTimes {
  return times;
}

function byKey(a: JobId, b: JobId): number {
  return (a.key ?? '') < (b.key ?? '') ? -1 : 1;
}
